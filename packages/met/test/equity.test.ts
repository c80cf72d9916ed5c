import { describe, expect, test } from 'vitest';
import { chanceAfterGame, EquityError, matchWinningChance, pointValue, takePoint } from '../src/equity.ts';
import { MATCH_EQUITY, MAX_AWAY } from '../src/table.ts';

const BEFORE = { crawford: false, postCrawford: false };
const CRAWFORD = { crawford: true, postCrawford: false };
const AFTER = { crawford: false, postCrawford: true };
const aways = Array.from({ length: MAX_AWAY }, (_, index) => index + 1);

function percent(chance: number): string {
  return (chance * 100).toFixed(1);
}

describe('another table', () => {
  const table = {
    matchEquity: MATCH_EQUITY.map((row, away) => row.map((_, other) => (away === 3 && other === 2 ? 0.25 : 0.5))),
    postCrawford: aways.map(() => 0.125),
  };

  test('replaces the one of the package', () => {
    expect(matchWinningChance(3, 2, BEFORE, table)).toBe(0.25);
    expect(matchWinningChance(3, 1, AFTER, table)).toBe(0.125);
    expect(matchWinningChance(1, 3, AFTER, table)).toBe(0.875);
    expect(chanceAfterGame(4, 2, 1, BEFORE, table)).toBe(0.25);
    expect(chanceAfterGame(2, 1, 2, AFTER, table)).toBe(1);
  });
});

describe('matchWinningChance', () => {
  test('50.0 % at every level score', () => {
    for (const away of aways) expect(percent(matchWinningChance(away, away, BEFORE))).toBe('50.0');
    expect(matchWinningChance(1, 1, CRAWFORD)).toBe(0.5);
    expect(matchWinningChance(1, 1, AFTER)).toBe(0.5);
  });

  test('31.6 % for the trailer 2-away against 1-away', () => {
    expect(percent(matchWinningChance(2, 1, CRAWFORD))).toBe('31.6');
    expect(percent(matchWinningChance(1, 2, CRAWFORD))).toBe('68.4');
  });

  test('before the Crawford game the value is that of the Crawford game', () => {
    for (const away of aways) {
      expect(matchWinningChance(away, 1, BEFORE)).toBe(matchWinningChance(away, 1, CRAWFORD));
      expect(matchWinningChance(1, away, BEFORE)).toBe(matchWinningChance(1, away, CRAWFORD));
    }
  });

  test('after the Crawford game a trailer 2-away wins the match with one game', () => {
    expect(matchWinningChance(2, 1, AFTER)).toBe(0.5);
  });

  test('the chances of both players add up to one in each state', () => {
    for (const state of [BEFORE, CRAWFORD, AFTER]) {
      for (const away of aways) {
        expect(matchWinningChance(away, 1, state) + matchWinningChance(1, away, state)).toBeCloseTo(1, 12);
      }
    }
  });

  test('a trailer has a better chance once doubling is allowed', () => {
    for (const away of aways.slice(1)) {
      expect(matchWinningChance(away, 1, AFTER)).toBeGreaterThan(matchWinningChance(away, 1, CRAWFORD));
    }
  });

  test('a player who needs no points has won', () => {
    expect(matchWinningChance(0, 3, BEFORE)).toBe(1);
    expect(matchWinningChance(-4, 1, AFTER)).toBe(1);
    expect(matchWinningChance(25, -1, BEFORE)).toBe(0);
  });

  test.each([
    [26, 1, BEFORE],
    [1.5, 1, BEFORE],
    [Number.NaN, 1, BEFORE],
    [0, 0, BEFORE],
    [3, 3, CRAWFORD],
    [3, 3, AFTER],
    [1, 3, { crawford: true, postCrawford: true }],
  ])('%d away against %d away in %o is refused', (away, other, state) => {
    expect(() => matchWinningChance(away, other, state)).toThrow(EquityError);
  });
});

describe('impossible input', () => {
  test.each([
    ['match-too-long', () => matchWinningChance(26, 1, BEFORE)],
    ['match-too-long', () => chanceAfterGame(3, 64, 1, BEFORE)],
    ['match-too-long', () => takePoint(26, 26, 1, BEFORE)],
    ['bad-score', () => matchWinningChance(0, 0, BEFORE)],
    ['bad-score', () => matchWinningChance(1.5, 1, BEFORE)],
    ['bad-crawford', () => matchWinningChance(3, 3, CRAWFORD)],
    ['match-over', () => chanceAfterGame(0, 3, 1, BEFORE)],
    ['bad-points', () => chanceAfterGame(3, 3, 0.5, BEFORE)],
    ['bad-cube', () => pointValue(7, 7, 0, BEFORE)],
  ] as const)('has the code %s', (code, ask) => {
    expect(ask).toThrow(expect.objectContaining({ code }));
  });
});

describe('chanceAfterGame', () => {
  test('a game won before the Crawford game leads to the table', () => {
    expect(chanceAfterGame(7, 7, 2, BEFORE)).toBe(MATCH_EQUITY[5]![7]);
    expect(chanceAfterGame(7, 7, -6, BEFORE)).toBe(matchWinningChance(7, 1, CRAWFORD));
    expect(chanceAfterGame(3, 3, 4, BEFORE)).toBe(1);
  });

  test('the game after the Crawford game is post-Crawford', () => {
    expect(chanceAfterGame(3, 1, 1, CRAWFORD)).toBe(matchWinningChance(2, 1, AFTER));
    expect(chanceAfterGame(3, 1, -1, CRAWFORD)).toBe(0);
  });

  test('a won match has no current game', () => {
    expect(() => chanceAfterGame(0, 3, 1, BEFORE)).toThrow(EquityError);
    expect(() => chanceAfterGame(3, 3, 0.5, BEFORE)).toThrow(EquityError);
  });
});

describe('takePoint', () => {
  test.each([
    ['25.3', 7, 7, BEFORE],
    ['31.6', 2, 2, BEFORE],
    ['0.0', 3, 1, CRAWFORD],
    ['0.0', 3, 1, AFTER],
    ['0.0', 1, 3, AFTER],
  ])('%s %% at %d-away against %d-away', (expected, away, other, state) => {
    expect(percent(takePoint(away, other, 1, state))).toBe(expected);
  });

  test('lies within 0 and 1 at every score and cube', () => {
    for (const cube of [1, 2, 4, 8]) {
      for (const away of aways.slice(1)) {
        for (const other of aways.slice(1)) {
          const point = takePoint(away, other, cube, BEFORE);
          expect(point).toBeGreaterThanOrEqual(0);
          expect(point).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  test('taking and passing have equal value at the take point', () => {
    for (const [away, other, cube] of [
      [7, 7, 1],
      [9, 4, 2],
      [4, 11, 4],
    ] as const) {
      const point = takePoint(away, other, cube, BEFORE);
      const win = matchWinningChance(away - 2 * cube, other, BEFORE);
      const lose = matchWinningChance(away, other - 2 * cube, BEFORE);
      expect(point * win + (1 - point) * lose).toBeCloseTo(matchWinningChance(away, other - cube, BEFORE), 12);
    }
  });

  test('refuses a cube below 1', () => expect(() => takePoint(7, 7, 0, BEFORE)).toThrow(EquityError));
});

describe('pointValue', () => {
  test('is half of the difference between winning and losing a single game', () => {
    expect(pointValue(2, 2, 2, BEFORE)).toBe(0.5);
    expect(pointValue(1, 1, 1, CRAWFORD)).toBe(0.5);
    expect(pointValue(2, 2, 1, BEFORE)).toBeCloseTo((0.68375 - 0.31625) / 2, 12);
    expect(pointValue(3, 1, 1, CRAWFORD)).toBeCloseTo(0.5 / 2, 12);
  });

  test('is the same for both players', () => {
    for (const away of aways.slice(1)) {
      expect(pointValue(away, 5, 2, BEFORE)).toBeCloseTo(pointValue(5, away, 2, BEFORE), 12);
    }
  });

  test('refuses a fractional cube', () => expect(() => pointValue(7, 7, 0.5, BEFORE)).toThrow(EquityError));
});
