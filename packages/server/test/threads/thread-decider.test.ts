import { fromOwnView, type MatchState, startMatch, startPosition } from 'bg-rules';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { setUpDecider } from '../../src/compose/threads-setup.ts';
import { decide } from '../../src/domain/bot/decide.ts';
import { STRENGTHS } from '../../src/domain/bot/server-bots.ts';
import { ThreadDecider } from '../../src/threads/thread-decider.ts';
import { FakeLog } from '../support/fake-world.ts';

const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const state: MatchState = { ...startMatch({ length: 5, rules }), phase: 'play', turn: 0, toAct: 0, dice: [6, 4] };
const request = { state, strength: STRENGTHS.expert, seed: 'm/9' };

describe('the bot thread', () => {
  const log = new FakeLog();
  // Benchmarks measure how much a machine decides in a second.
  const decider = setUpDecider(log, { limitMs: 120_000, stuckMs: 120_000 });
  afterAll(() => decider.stop());

  it('returns the same as the plain function, at every level', async () => {
    for (const strength of Object.values(STRENGTHS)) {
      const asked = { ...request, strength };
      expect(await decider.decide(asked)).toEqual(decide(asked));
    }
    expect(log.errors).toEqual([]);
  });

  it('answers in the position with the most plays, with other requests in progress', async () => {
    // Fifteen checkers that can go everywhere, a double, and no opponent in the way.
    const points = [0, ...Array.from({ length: 24 }, (_, at) => (at > 7 ? 1 : 0)), 0];
    points[24] = -1;
    const wide = { ...fromOwnView(points, 0), off: [0, 14] as const };
    const hardest = { ...request, state: { ...state, position: wide, dice: [1, 1] as const } };
    const answers = await Promise.all(Array.from({ length: 40 }, () => decider.decide(hardest)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ type: 'play', player: 0 });
  });
});

describe('a failing thread', () => {
  const log = new FakeLog();
  const script = { url: new URL('hostile-bot-thread.mjs', import.meta.url) };
  const decider = new ThreadDecider({ script, log, limitMs: 300, stuckMs: 250 });
  afterAll(() => decider.stop());
  const think = (seed: string) => decider.decide({ ...request, seed });

  it('returns the shallow decision when the deeper search takes too long', async () => {
    // The thread itself may be late.
    await vi.waitFor(async () => expect(await think('both')).toEqual({ type: 'roll', player: 1 }), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await think('quick')).toEqual({ type: 'roll', player: 0 }), {
      timeout: 60_000,
    });
  });

  it.each(['hang', 'throw', 'exit'])('fails one decision after: %s', async (what) => {
    const { length } = log.errors;
    expect(await think(what)).toBeNull();
    while (log.errors.length === length) expect(await think(what)).toBeNull();
    while ((await think('both')) === null);
  });
});

it('makes no decisions after a stop', async () => {
  const decider = setUpDecider(new FakeLog());
  const last = decider.decide({ ...request, state: { ...state, position: startPosition() } });
  await decider.stop();
  await last;
  expect(await decider.decide(request)).toBeNull();
});
