import { courseOf, isForced, jobOf, makeJob, requestOf } from '@anchor/analysis';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import { job } from '@anchor/wire';
import { type MatchState, opponent, type Player, swapPlayers } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const engine = { engineId: 'engine-1', ply: 2 };
const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const records = [
  ...[1, 2, 3].map((seed) => randomRecord(seed, { length: 5, rules })),
  ...[4, 5, 6].map((seed) =>
    randomRecord(seed, { length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } }),
  ),
  randomRecord(7, { length: 3, rules: { ...rules, crawford: false } }),
];

/** The same state with exchanged seats. */
function mirror(state: MatchState): MatchState {
  const { position, cube, score } = state;
  const owner = cube.owner === null ? null : opponent(cube.owner);
  return { ...state, position: swapPlayers(position), cube: { ...cube, owner }, score: [score[1], score[0]] };
}

function* spots() {
  for (const { decisions } of records.map(courseOf)) {
    for (const decision of decisions) {
      const { player, state } = decision.kind === 'play' ? decision : decision.doubling;
      yield { player, state, dice: decision.kind === 'play' ? decision.dice : ([0, 0] as const) };
    }
  }
}

describe('a job', () => {
  it('has the same key for either player and either order of the dice', () => {
    for (const { state, player, dice } of spots()) {
      const { key } = makeJob(requestOf(state, player, dice), engine);
      expect(makeJob(requestOf(mirror(state), opponent(player), dice), engine).key).toBe(key);
      expect(makeJob(requestOf(state, player, [dice[1], dice[0]]), engine).key).toBe(key);
    }
  });

  it('has another key when anything relevant differs', () => {
    const keys = new Map<string, string>();
    for (const { state, player, dice } of spots()) {
      const req = requestOf(state, player, dice);
      const { key } = makeJob(req, engine);
      expect(keys.get(key) ?? JSON.stringify(req)).toBe(JSON.stringify(req));
      keys.set(key, JSON.stringify(req));
      const others = [
        makeJob(requestOf(state, opponent(player), dice), engine),
        makeJob({ ...req, cube: { value: req.cube.value * 2, owner: 1 } }, engine),
        makeJob({ ...req, crawford: !req.crawford }, engine),
        makeJob({ ...req, jacoby: !req.jacoby }, engine),
        makeJob({ ...req, matchLength: req.matchLength + 1 }, engine),
        makeJob(req, { ...engine, ply: 1 }),
        makeJob(req, { ...engine, engineId: 'engine-2' }),
      ];
      // The starting position is symmetric.
      const isSymmetric = JSON.stringify(others[0]!.req) === JSON.stringify(req);
      expect(others.slice(isSymmetric ? 1 : 0).some((other) => other.key === key)).toBe(false);
    }
    expect(keys.size).toBeGreaterThan(100);
  });

  it('is made for every decision except forced plays, and has the agreed shape', () => {
    for (const { decisions } of records.map(courseOf)) {
      for (const decision of decisions) {
        const made = jobOf(decision, engine);
        expect(made === null).toBe(decision.kind === 'play' && isForced(decision));
        if (!made) continue;
        expect(z.parse(job, JSON.parse(JSON.stringify(made)))).toEqual(made);
        expect(made.req.onRoll).toBe(0);
        expect(made.req.dice[0] === 0).toBe(decision.kind !== 'play');
        if (made.req.matchLength === 0) expect(made.req.score).toEqual([0, 0]);
      }
    }
  });

  it('asks the same question for a double and for the answer to it', () => {
    const { decisions } = courseOf(vectorRecord('money-beaver'));
    const cube = decisions.filter(({ kind }) => kind !== 'play');
    expect(cube.map(({ kind }) => kind).slice(0, 3)).toEqual(['double', 'beaver', 'take']);
    const keys = cube.slice(0, 3).map((decision) => jobOf(decision, engine)!.key);
    expect(new Set(keys).size).toBe(1);
    expect(jobOf(cube[0]!, engine)!.req.cube).toEqual({ value: 1, owner: null });
    expect(cube[2]!.state.cube.value).toBe(2);
  });

  it('sets the Crawford flags as engines expect', () => {
    const flags = (changes: Partial<MatchState>, length = 5) => {
      const { state } = [...spots()][0]!;
      const { crawford, postCrawford } = requestOf({ ...state, length, ...changes }, 0 satisfies Player, [3, 1]);
      return [crawford, postCrawford];
    };
    expect(flags({ score: [4, 2], crawford: true, postCrawford: false })).toEqual([true, false]);
    expect(flags({ score: [4, 3], crawford: false, postCrawford: true })).toEqual([false, true]);
    expect(flags({ score: [0, 0], crawford: true, postCrawford: false }, 1)).toEqual([false, false]);
    const without = { ...rules, crawford: false };
    expect(flags({ score: [4, 2], crawford: false, postCrawford: false, rules: without })).toEqual([false, true]);
    expect(flags({ score: [3, 2], crawford: false, postCrawford: false, rules: without })).toEqual([false, false]);
  });
});
