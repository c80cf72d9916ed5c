import { type Cube, MAX_CUBE, type Player } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { worthOfRolling, worthOnRoll, worthsOfDouble } from '../src/cube-outlook.ts';
import { evaluate, outlookOf } from '../src/evaluate.ts';
import { accelerate, type Outlook, searchedCube } from '../src/look-ahead.ts';
import { type MatchScore, type Stakes, stakesOf } from '../src/stakes.ts';
import { positionsOf } from './positions.ts';

const SEED = 20261128;
let state = SEED;
/** A linear congruential generator (Numerical Recipes). */
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}
const below = (limit: number) => Math.floor(random() * limit);
function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[below(values.length)];
  if (value === undefined) throw new Error('there is nothing to choose');
  return value;
}

const owners: readonly (Player | null)[] = [0, 1, null];

/** Returns a random cube, score and rules: money with and without Jacoby, and matches in every Crawford state. */
function randomMatch(): MatchScore {
  const isMoney = random() < 0.3;
  const length = isMoney ? 0 : 1 + below(25);
  const cube: Cube = { value: 2 ** below(isMoney ? 13 : 6), owner: oneOf(owners) };
  const points = (most: number) => Math.max(0, Math.min(most, length - 1 - below(5)));
  const score: readonly [number, number] = isMoney ? [0, 0] : [points(length - 1), points(length - 1)];
  const oneAway = !isMoney && score.includes(length - 1);
  const crawford = oneAway && score[0] !== score[1] && random() < 0.2;
  const rules = { cube: random() < 0.9, crawford: true, jacoby: isMoney && random() < 0.5, beavers: false };
  return { length, score, rules, cube, crawford, postCrawford: oneAway && !crawford };
}

/** Returns every value of a search with the cube. */
function worthsOf(outlook: Outlook, player: Player, cube: Cube, stakes: Stakes): readonly number[] {
  const { rolling, taken } = worthsOfDouble(outlook, player, cube, stakes);
  return [worthOfRolling(outlook, player, cube, stakes), worthOnRoll(outlook, player, cube, stakes), rolling, taken];
}

describe(`EN12a the cube in WebAssembly (seed ${SEED})`, () => {
  it('has the values of the plain code to the last bit, in money games and matches', () => {
    expect(accelerate()).toBe(true);
    const other = positionsOf(random, 1)[0]!;
    let [searched, different, atOnce] = [0, 0, 0];
    for (const { position, player } of positionsOf(random, 400)) {
      const ply = random() < 0.3 ? 2 : 1;
      const match = randomMatch();
      const stakes = stakesOf(match);
      const outlook = outlookOf(position, player, ply);
      if (searchedCube(outlook)?.ply === ply) searched++;
      const fast = worthsOf(outlook, player, match.cube, stakes);
      // After another search the tree is gone, and the values come from the objects.
      evaluate(other.position, other.player);
      expect(searchedCube(outlook)).toBeNull();
      const plain = worthsOf(outlook, player, match.cube, stakes);
      expect([match, ply, fast]).toEqual([match, ply, plain]);
      for (const [n, value] of fast.entries()) expect(Object.is(value, plain[n])).toBe(true);
      if (plain[0] !== plain[1]) different++;
      if (stakes.doublesAtOnce(match.cube) !== null) atOnce++;
    }
    // The sample contains what it is to test.
    expect(searched).toBeGreaterThan(350);
    expect(different).toBeGreaterThan(10);
    expect(atOnce).toBeGreaterThan(5);
  });

  it('has them at the largest cube, too', () => {
    const [{ position, player }] = positionsOf(random, 1) as [ReturnType<typeof positionsOf>[number]];
    for (const value of [MAX_CUBE / 2, MAX_CUBE])
      for (const owner of owners) {
        const match = { ...randomMatch(), length: 0, score: [0, 0] as const, crawford: false, postCrawford: false };
        const stakes = stakesOf({ ...match, cube: { value, owner } });
        const outlook = outlookOf(position, player, 1);
        const fast = worthsOf(outlook, player, { value, owner }, stakes);
        evaluate(position, player);
        expect(fast).toEqual(worthsOf(outlook, player, { value, owner }, stakes));
      }
  });
});
