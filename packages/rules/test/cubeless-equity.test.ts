import { describe, expect, it } from 'vitest';
import { cubelessEquity } from '../src/cubeless-equity.ts';

/** Returns the mean value of the six possible results of a game. */
function bySixEnds([win, gammon, backgammon, lostGammon, lostBackgammon]: readonly [
  number,
  number,
  number,
  number,
  number,
]) {
  const won = win - gammon + 2 * (gammon - backgammon) + 3 * backgammon;
  const lost = 1 - win - lostGammon + 2 * (lostGammon - lostBackgammon) + 3 * lostBackgammon;
  return won - lost;
}

describe('the cubeless equity', () => {
  it.each([
    [[1, 0, 0, 0, 0], 1],
    [[1, 1, 1, 0, 0], 3],
    [[0, 0, 0, 1, 0], -2],
    [[0, 0, 0, 1, 1], -3],
    [[0.5, 0, 0, 0, 0], 0],
  ] as const)('of %j is %d', (chances, equity) => {
    expect(cubelessEquity(chances)).toBe(equity);
  });

  it('is the mean value of the results, for a plain or a typed array', () => {
    for (let win = 0; win <= 1; win += 0.125)
      for (const part of [0, 0.25, 0.5, 1]) {
        const chances = [win, win * part, win * part * part, (1 - win) * part, (1 - win) * part * 0.5] as const;
        expect(cubelessEquity(chances)).toBeCloseTo(bySixEnds(chances), 12);
        expect(cubelessEquity(Float64Array.from(chances))).toBe(cubelessEquity(chances));
      }
  });

  it('of the opponent is its negative', () => {
    expect(cubelessEquity([0.7, 0.25, 0.02, 0.1, 0.01])).toBeCloseTo(-cubelessEquity([0.3, 0.1, 0.01, 0.25, 0.02]), 12);
  });
});
