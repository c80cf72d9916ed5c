import { ArgumentError, cubelessEquity, hasBorneOff, makeSituation, type Situation } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { decideDouble, evaluate, rollValues } from '../src/judge.ts';
import { positionsOf } from './positions.ts';

const random = new SeededRandom(19);
const match = {
  length: 7,
  score: [3, 5],
  rules: { cube: true, crawford: true, jacoby: false, beavers: false },
} as const;
const situations = positionsOf(() => random.next(), 60).map(
  ({ position, player }, n): Situation =>
    makeSituation({
      position,
      onRoll: player,
      ...(n % 2 === 0 ? match : {}),
      cube: { value: 2, owner: n % 3 === 0 ? player : null },
    }),
);

describe('EN6 the values of the 21 rolls', () => {
  it('are those of all rolls, and their mean is the value of rolling', () => {
    for (const situation of situations) {
      const values = rollValues(situation);
      const dice = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].filter((b) => b <= a).map((b) => `${a}${b}`));
      expect(values.map((one) => one.dice.join(''))).toEqual(dice);
      expect(values.map(({ ways }) => ways)).toEqual(dice.map(([a, b]) => (a === b ? 1 : 2)));
      const mean = values.reduce((sum, { ways, equity }) => sum + (ways * equity) / 36, 0);
      expect(mean).toBeCloseTo(decideDouble(situation, { ply: 1, evenIfPointless: true })!.noDouble, 9);
    }
  });

  it('are without the cube if it is not wanted', () => {
    for (const situation of situations.filter(({ length }) => length === 0)) {
      const values = rollValues(situation, { cubeful: false });
      const mean = values.reduce((sum, { ways, equity }) => sum + (ways * equity) / 36, 0);
      expect(mean).toBeCloseTo(cubelessEquity(evaluate(situation, { ply: 1 })), 9);
    }
  });

  it('refuse an impossible situation, and are none when the game is over', () => {
    const [situation] = situations as [Situation];
    expect(() => rollValues({ ...situation, onRoll: 2 as never })).toThrow(ArgumentError);
    const { position } = situation;
    const points = position.points.map((count) => Math.min(count, 0));
    const over = { ...situation, position: { points, bar: [0, position.bar[1]], off: [15, position.off[1]] } } as const;
    expect(hasBorneOff(over.position, 0)).toBe(true);
    expect(rollValues(over)).toEqual([]);
  });
});
