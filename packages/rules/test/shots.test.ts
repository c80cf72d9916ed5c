import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { dangerOf } from '../src/shots.ts';
import { bruteForce, type View } from './support/brute-force.ts';
import { randomView } from './support/views.ts';

const SEED = 404;

/** A player's checkers and the opponent's, each in their own numbering. */
function checkers(view: View): [number[], number[]] {
  const own = view.map((count) => Math.max(count, 0));
  const other = view.map((_, place) => Math.max(-view[25 - place]!, 0));
  return [own, other].map((side) => [15 - side.slice(1).reduce((sum, n) => sum + n, 0), ...side.slice(1)]) as [
    number[],
    number[],
  ];
}

/** The view of the other player. */
const turned = (view: View): View => view.map((_, place) => -view[25 - place]! || 0);

/** The share of rolls for which some legal play of the opponent hits. */
function chanceByRules(view: View): number {
  let hitting = 0;
  for (let a = 1; a <= 6; a++)
    for (let b = 1; b <= 6; b++) {
      const hits = bruteForce(turned(view), [a, b]).some((one) => one.view[0]! < -view[25]!);
      if (hits) hitting++;
    }
  return hitting / 36;
}

describe(`dangers on random positions, seed ${SEED}`, () => {
  const random = new SeededRandom(SEED);
  const views = Array.from({ length: 400 }, () => randomView(random)).filter(
    (view) => view.filter((count) => count < 0).length < 6,
  );
  const chances = views.map((view) => ({
    view,
    byRules: chanceByRules(view),
    found: dangerOf(...checkers(view)).chance,
  }));

  it('agree with the legal plays, except if both dice must be played', () => {
    // A hit with one die that leaves the other unplayable may be illegal; the estimate counts it.
    const exact = chances.filter(({ byRules, found }) => Math.abs(byRules - found) < 1e-9);
    const low = chances.filter(({ byRules, found }) => found < byRules - 1e-9);
    expect(low).toEqual([]);
    expect(exact.length / chances.length).toBeGreaterThan(0.9);
    expect(chances.filter(({ byRules }) => byRules > 0).length).toBeGreaterThan(50);
  });
});

describe('a single blot', () => {
  const view = (own: number, other: number, bar = 0): View =>
    Array.from({ length: 26 }, (_, place) => (place === own ? 1 : place === other ? -1 : place === 0 ? -bar : 0));

  it.each([
    [1, 11],
    [6, 17],
    [7, 6],
    [12, 3],
    [20, 1],
  ])('%i pips away is hit by %i rolls, and costs the pips it has travelled', (distance, rolls) => {
    const danger = dangerOf(...checkers(view(1 + distance, 1)));
    expect(danger.chance * 36).toBeCloseTo(rolls, 9);
    expect(danger.pips).toBeCloseTo((rolls / 36) * (25 - 1 - distance), 9);
  });

  it('on the 24-point is hit from the bar by 6-6 only', () => {
    expect(dangerOf(...checkers(view(24, 99, 1))).chance * 36).toBeCloseTo(1, 9);
  });
});
