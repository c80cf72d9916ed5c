import { ArgumentError, makeSituation, parseXgid, type Situation, startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import {
  afterPlay,
  answerBeaver,
  answerDouble,
  checkSituation,
  decideDouble,
  evaluate,
  type Ply,
  rank,
  resignation,
  rollout,
  rollValues,
  shouldAcceptResignation,
} from '../src/index.ts';
import { rank as searchPlays } from '../src/rank.ts';

const start = makeSituation({ dice: [3, 1] });
const wrong = <T>(value: unknown) => value as T;

async function codeOf(run: () => unknown): Promise<string | null> {
  try {
    await run();
  } catch (error) {
    return error instanceof ArgumentError ? error.code : `not coded: ${error}`;
  }
  return null;
}

describe('EN1 the engine refuses impossible arguments with a code', () => {
  it.each([-1, 3, 5, 0.5, '1', undefined, null])('ply %j', async (ply) => {
    const options = { ply: wrong<Ply>(ply) };
    for (const ask of [rank, decideDouble, answerDouble, resignation, shouldAcceptResignation])
      expect(await codeOf(() => ask(start, options))).toBe('bad-ply');
    if (ply !== undefined) expect(await codeOf(() => evaluate(start, options))).toBe('bad-ply');
  });

  it.each<[code: string, members: Record<string, unknown>]>([
    ['bad-count', { position: {} }],
    ['wrong-checkers', { position: { ...startPosition(), bar: [1, 0] } }],
    ['no-such-player', { onRoll: 2 }],
    ['bad-dice', { dice: [0, 0] }],
    ['bad-dice', { dice: null }],
    ['bad-cube', { cube: { value: 0, owner: null } }],
    ['bad-crawford', { length: 7, score: [4, 6], rules: { ...start.rules, crawford: true } }],
    ['bad-status', { length: 7, score: [4, 7], rules: { ...start.rules, crawford: true }, status: 'over' }],
  ])('%s: %j', async (code, members) => {
    const situation = { ...start, ...members } as Situation;
    expect(await codeOf(() => rank(situation, { ply: 0 }))).toBe(code);
  });

  it.each<[code: string, options: Record<string, unknown>]>([
    ['bad-trials', { trials: 0 }],
    ['bad-trials', { trials: 1e9 }],
    ['bad-ply', { depth: 3 }],
    ['bad-truncation', { truncation: 0 }],
    ['bad-seed', { seed: -1 }],
    ['bad-first', { first: 'pass' }],
  ])('%s: %j', async (code, options) => {
    expect(await codeOf(() => rollout(makeSituation(), options))).toBe(code);
  });

  it.each([
    [26, [0, 0]],
    [31, [30, 4]],
    [64, [12, 0]],
    [99, [0, 98]],
    [32_767, [0, 0]],
  ] as const)('a match to %i at %j, in which a player needs more points than the table has', async (length, score) => {
    const dice = [3, 1] as const;
    const situation = makeSituation({ length, score, crawford: score.some((points) => points === length - 1) });
    const questions = {
      rank: () => rank({ ...situation, dice }, { ply: 0 }),
      decideDouble: () => decideDouble(situation, { ply: 0, evenIfPointless: true }),
      answerDouble: () => answerDouble(situation, { ply: 0 }),
      answerBeaver: () => answerBeaver(situation, { ply: 0 }),
      resignation: () => resignation(situation, { ply: 0 }),
      shouldAcceptResignation: () => shouldAcceptResignation({ ...situation, resigned: 1 }, { ply: 0 }),
      rollValues: () => rollValues(situation),
      rollout: () => rollout(situation, { trials: 1 }),
    };
    for (const [name, ask] of Object.entries(questions))
      expect([name, await codeOf(ask)]).toEqual([name, 'match-too-long']);
    expect(checkSituation(situation)).toMatchObject({ ok: false, code: 'match-too-long' });
    const near = makeSituation({ length, score: [length - 25, length - 24] });
    expect(checkSituation(near)).toEqual({ ok: true, value: near });
    expect(decideDouble(near, { ply: 0 })?.action).toBe('no-double');
    expect(rank({ ...near, dice }, { ply: 0 }).length).toBeGreaterThan(1);
  });

  it('a rollout of a situation with dice', async () => expect(await codeOf(() => rollout(start))).toBe('bad-dice'));
});

describe('EN2 a situation has one answer', () => {
  it('from an XGID at a score after the Crawford game', () => {
    const read = parseXgid('XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:6:0:7:10');
    if (!read.ok) throw new Error(read.message);
    expect(read.value.postCrawford).toBe(true);
    expect(answerDouble(read.value, { ply: 0 })).toBe('take');
  });

  it.each([3, 4, 5])('after the Crawford game waiting costs at most the opponent’s later pass: %i of 7', (points) => {
    // The opponent has made the five-point, so the player behind is the underdog, and the double is a take.
    const [best] = rank(makeSituation({ dice: [3, 1], onRoll: 1 }), { ply: 0 });
    const situation = makeSituation({ position: best!.position, length: 7, score: [points, 6] });
    for (const ply of [0, 1, 2] as const) {
      const decision = decideDouble(situation, { ply });
      const cost = decision!.doubleTake - decision!.noDouble;
      // At an odd number of points away no pass pays. Elsewhere a search of two rolls says 0.02, lesser depths up to 0.05.
      const most = points === 4 ? 1e-8 : 0.06;
      expect(cost, `${ply} plies`).toBeGreaterThan(0);
      expect(cost, `${ply} plies`).toBeLessThan(most);
    }
  });

  it('ranks with the cube and the score of the situation', () => {
    const situation = makeSituation({ dice: [6, 2], length: 7, score: [3, 5], cube: { value: 2, owner: 1 } });
    const expected = searchPlays(situation.position, 0, [6, 2], { ply: 1, cubeful: true, match: situation });
    expect(rank(situation, { ply: 1 })).toEqual(expected);
  });

  it('turns the board round after a play', () => {
    const [best] = rank(start, { ply: 0, cubeful: false });
    const after = afterPlay(start, best!);
    expect(after).toMatchObject({ onRoll: 1, toAct: 1, dice: null, position: best!.position });
    const [win] = evaluate(after);
    expect(best!.chances[0]).toBeCloseTo(1 - win, 12);
  });
});
