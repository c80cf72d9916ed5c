import { MATCH_EQUITY, MAX_AWAY } from 'bg-met';
import { type Player, startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { decideDouble } from '../src/cube-decision.ts';
import { OWN_TABLE } from '../src/generated/match-equity.ts';
import { type MatchScore, MONEY, stakesOf } from '../src/stakes.ts';

const { matchEquity, postCrawford } = OWN_TABLE;
const aways = Array.from({ length: MAX_AWAY }, (_, index) => index + 1);
const scores = aways.flatMap((away) => aways.map((other) => [away, other] as const));

/**
 * From the table Kazaross-XG2, which was rolled out by eXtreme Gammon: the chances of a player who needs 1, 2, 3 ... points against
 * an opponent who needs more, up to 9. Copyright (C) 2011 Neil Kazaross; copying and distribution are permitted provided
 * that the copyright notice and this notice are preserved; offered as-is, without any warranty.
 */
const PUBLISHED: readonly (readonly number[])[] = [
  [0.67736, 0.75076, 0.81436, 0.84179, 0.88731, 0.90724, 0.9325, 0.94402],
  [0.59947, 0.6687, 0.74359, 0.7994, 0.84225, 0.87539, 0.90197],
  [0.5715, 0.64795, 0.71123, 0.76209, 0.80468, 0.84017],
  [0.57732, 0.64285, 0.69924, 0.74577, 0.78799],
  [0.56635, 0.62638, 0.67786, 0.7254],
  [0.56261, 0.61636, 0.66787],
  [0.5548, 0.60854],
  [0.55442],
];
/** From the same table: the trailer's chances after the Crawford game, needing 1 to 8 points. */
const PUBLISHED_AFTER = [0.5, 0.48803, 0.32264, 0.31002, 0.19012, 0.18072, 0.11559, 0.10906];

function at(score: readonly [number, number], changes: Partial<MatchScore> = {}): MatchScore {
  return { ...MONEY, length: 7, score, rules: { ...MONEY.rules, crawford: true }, ...changes };
}

describe('the engine’s table of match winning chances', () => {
  it('covers the scores of bg-met, with chances that add up to one', () => {
    expect([matchEquity.length, postCrawford.length]).toEqual([MAX_AWAY + 1, MAX_AWAY + 1]);
    for (const [away, other] of scores)
      expect(matchEquity[away]![other]! + matchEquity[other]![away]!).toBeCloseTo(1, 9);
  });

  it('increases with fewer points needed and with more needed by the opponent', () => {
    for (const [away, other] of scores) {
      expect(matchEquity[away]![other]).toBeLessThan(matchEquity[away - 1]![other]!);
      expect(matchEquity[away]![other]).toBeGreaterThan(matchEquity[away]![other - 1]!);
    }
    for (const away of aways) expect(postCrawford[away]).toBeLessThan(postCrawford[away - 1]!);
  });

  it('differs from a table of published rollouts by less than a hundredth, and by less than bg-met', () => {
    const pairs = PUBLISHED.flatMap((row, index) =>
      row.map((chance, n) => [index + 1, index + 2 + n, chance] as const),
    );
    expect(pairs).toHaveLength(36);
    const offBy = (table: readonly (readonly number[])[]) =>
      pairs.map(([away, other, chance]) => Math.abs(table[away]![other]! - chance));
    const square = (values: readonly number[]) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);
    const off = offBy(matchEquity);
    expect(Math.max(...off)).toBeLessThan(0.01);
    expect(square(off)).toBeLessThan(0.005);
    expect(square(offBy(MATCH_EQUITY))).toBeGreaterThan(0.02);
    for (const [index, chance] of PUBLISHED_AFTER.entries())
      expect(Math.abs(postCrawford[index + 1]! - chance), `${index + 1} away`).toBeLessThan(0.01);
  });
});

describe('the stakes of a match', () => {
  const chance = (match: MatchScore, player: Player, points: number) => (1 + stakesOf(match).worth(player, points)) / 2;

  it('follow that table if the cube is used, and bg-met if it is not', () => {
    expect(chance(at([2, 3]), 0, 2)).toBeCloseTo(matchEquity[3]![4]!, 12);
    expect(chance(at([2, 3]), 1, 1)).toBeCloseTo(matchEquity[3]![5]!, 12);
    expect(chance(at([4, 6], { crawford: true }), 0, 1)).toBeCloseTo(postCrawford[2]!, 12);
    expect(chance(at([2, 3], { rules: { ...MONEY.rules, cube: false } }), 0, 2)).toBeCloseTo(MATCH_EQUITY[3]![4]!, 12);
  });
});

describe('EN7 after the Crawford game the player behind', () => {
  it.each([2, 3, 4, 5, 6])('doubles before the first roll with %i points to go, at every depth', (away) => {
    const match = at([7 - away, 6], { postCrawford: true });
    for (const ply of [0, 1, 2] as const) {
      const decision = decideDouble(startPosition(), 0, { ply, match });
      // A pass costs the leader nothing at an even number of points.
      expect(decision?.action, `${ply} plies`).toBe(away % 2 === 0 ? 'double-pass' : 'double-take');
      expect(decision!.noDouble, `${ply} plies`).toBeLessThan(Math.min(decision!.doubleTake, 1));
    }
  });

  it('plays on for a gammon that wins the match', () => {
    // Four checkers of the opponent on the bar before a closed board.
    const points = new Array<number>(24).fill(0);
    for (const place of [1, 2, 3, 4, 5, 6]) points[place - 1] = 2;
    points[6] = 3;
    points[22] = -11;
    const position = { points, bar: [0, 4], off: [0, 0] } as const;
    const decision = decideDouble(position, 0, { ply: 0, match: at([5, 6], { postCrawford: true }) });
    expect(decision?.action).toBe('too-good');
  });
});
