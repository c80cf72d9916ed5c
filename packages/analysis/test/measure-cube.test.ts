import { type CubeEquities, cubeEquities } from '@anchor/testkit/equities';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import type { CubeEvaluation } from '@anchor/wire';
import { stepsOf } from 'bg-record';
import { applyAction, type MatchState, matchFrom, options, parseXgid } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { courseOf } from '../src/decisions.ts';
import { type CubeChoice, measureCube } from '../src/measure-cube.ts';

const rows = cubeEquities();

function stateOf({ xgid }: CubeEquities): MatchState {
  const read = parseXgid(xgid);
  if (!read.ok) throw new Error(read.message);
  return matchFrom(read.value);
}

function after(state: MatchState, type: 'double' | 'beaver'): MatchState {
  const next = applyAction(state, { type, player: state.toAct! });
  if (!next.ok) throw new Error(next.message);
  return next.value;
}

const evaluationOf = ({ noDouble, doubleTake, doublePass }: CubeEquities): CubeEvaluation => {
  return { noDouble, doubleTake, doublePass, action: 'no-double' };
};
const lossOf = (kind: CubeChoice['kind'], state: MatchState, row: CubeEquities) =>
  measureCube({ kind, state }, evaluationOf(row)).loss;

describe('GNU Backgammon’s 66 decisions about the cube', () => {
  it('are all here', () => {
    expect(rows).toHaveLength(66);
    expect(new Set(rows.map(({ action }) => action)).size).toBe(12);
  });

  it.each(rows.map((row) => [row.n, row.action, row] as const))('%i: %s', (_, action, row) => {
    const state = stateOf(row);
    const { noDouble, doubleTake, doublePass, optimal } = row;
    // it rounds its figures to the sixth digit
    expect(lossOf('roll', state, row)).toBeCloseTo(optimal - noDouble, 5);
    const isDouble = /^(Double|Redouble)/.test(action);
    expect(lossOf(isDouble ? 'double' : 'roll', state, row)).toBe(0);
    const offered = after(state, 'double');
    if (options(offered).actions.includes('beaver')) {
      // GNU Backgammon names no beaver where the doubler loses even more than the doubled cube
      const isBeaver = action.endsWith('beaver') || doubleTake < -2;
      expect(lossOf('beaver', offered, row) === 0).toBe(isBeaver);
      expect(lossOf('take', offered, row) === 0).toBe(action.endsWith('take') && !isBeaver);
    } else {
      expect(lossOf('double', state, row)).toBeCloseTo(Math.max(0, optimal - Math.min(doubleTake, doublePass)), 5);
      expect(lossOf('take', offered, row)).toBeCloseTo(Math.max(0, doubleTake - doublePass), 12);
      expect(lossOf('pass', offered, row)).toBeCloseTo(Math.max(0, doublePass - doubleTake), 12);
    }
  });
});

describe('a decision about the cube', () => {
  const start = vectorRecord('money-beaver');
  const money = stepsOf(start).find(({ action }) => action.type === 'double')!.before;
  const evaluated = (noDouble: number, doubleTake: number): CubeEvaluation => {
    return { noDouble, doubleTake, doublePass: 1, action: 'no-double' };
  };
  const cost = (kind: CubeChoice['kind'], state: MatchState, noDouble: number, doubleTake: number) =>
    measureCube({ kind, state }, evaluated(noDouble, doubleTake)).loss;

  it('costs a doubler what the beaver takes, in a money game only', () => {
    expect(cost('double', money, 0.1, -0.2)).toBeCloseTo(0.5, 12);
    const noBeavers = { ...money, rules: { ...money.rules, beavers: false } };
    expect(cost('double', noBeavers, 0.1, -0.2)).toBeCloseTo(0.3, 12);
  });

  it('costs a taker who should have beavered, or the reverse', () => {
    const offered = after(money, 'double');
    expect(cost('take', offered, 0.1, -0.2)).toBeCloseTo(0.2, 12);
    expect(cost('beaver', offered, 0.1, -0.2)).toBe(0);
    expect(cost('beaver', offered, 0.3, 0.4)).toBeCloseTo(0.4, 12);
    expect(cost('pass', offered, 0.1, -0.2)).toBeCloseTo(1.4, 12);
  });

  it('costs a doubler who answers a beaver wrongly', () => {
    const beavered = after(after(money, 'double'), 'beaver');
    expect(cost('take', beavered, 0.1, -0.2)).toBe(0);
    expect(cost('pass', beavered, 0.1, -0.2)).toBeCloseTo(1.6, 12);
    expect(cost('take', beavered, -0.9, -1.3)).toBeCloseTo(0.6, 12);
    expect(cost('pass', beavered, -0.9, -1.3)).toBe(0);
  });

  it('counts if an action was taken, or if a double would have lost less than 0.16', () => {
    const state = { ...money, rules: { ...money.rules, beavers: false } };
    const counts = (kind: CubeChoice['kind'], noDouble: number, doubleTake: number) =>
      measureCube({ kind, state }, evaluated(noDouble, doubleTake)).counts;
    expect(counts('roll', 0.5, 0.33)).toBe(false);
    expect(counts('roll', 0.5, 0.35)).toBe(true);
    expect(counts('roll', 0.5, 0.7)).toBe(true);
    expect(counts('double', 0.5, -0.5)).toBe(true);
  });

  it('has the tags of a play', () => {
    const tagOf = (noDouble: number) => measureCube({ kind: 'roll', state: money }, evaluated(noDouble, 0.5)).tag;
    expect([0.49, 0.47, 0.45, 0.4].map(tagOf)).toEqual([null, 'inaccuracy', 'error', 'blunder']);
  });
});

describe('the rolls of a course', () => {
  const terms = [
    { length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } },
    { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } },
    { length: 5, rules: { cube: false, crawford: true, jacoby: false, beavers: false } },
    { length: 1, rules: { cube: true, crawford: true, jacoby: false, beavers: false } },
  ];

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('are those of players who could have doubled (seed %i)', (seed) => {
    const wanted = terms[seed % terms.length]!;
    const record = randomRecord(seed, wanted);
    const { rolls, decisions } = courseOf(record);
    const actions = new Set(decisions.map(({ n }) => n));
    const found = new Set(rolls.map(({ n }) => n));
    for (const { n, action, before } of stepsOf(record)) {
      const { cube, crawford, turn, length, rules } = before;
      const isOpen = rules.cube && length !== 1 && !crawford && (cube.owner === null || cube.owner === turn);
      const couldDouble = action.type === 'roll' && turn !== null && isOpen;
      expect(found.has(n), `event ${n}`).toBe(couldDouble);
      expect(actions.has(n) && found.has(n)).toBe(false);
    }
    for (const { player, state, doubling } of rolls) expect(doubling).toEqual({ player, state });
    expect(rolls.length > 0).toBe(wanted.rules.cube && wanted.length !== 1);
  });
});
