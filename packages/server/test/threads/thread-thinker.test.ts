import { fromOwnView, type MatchState, startMatch, startPosition } from 'bg-rules';
import { afterAll, describe, expect, it } from 'vitest';
import { setUpThinker } from '../../src/analysis-setup.ts';
import { decide, shallow } from '../../src/domain/bot/decide.ts';
import { STRENGTHS } from '../../src/domain/bot/strength.ts';
import { ThreadThinker } from '../../src/threads/thread-thinker.ts';
import { FakeLog } from '../support/fake-world.ts';

const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const state: MatchState = { ...startMatch({ length: 5, rules }), phase: 'play', turn: 0, toAct: 0, dice: [6, 4] };
const thought = { state, strength: STRENGTHS.expert, seed: 'm/9' };

describe('the bot’s thread', () => {
  const log = new FakeLog();
  const thinker = setUpThinker(log);
  afterAll(() => thinker.stop());

  it('comes to what the plain function comes to, at every level', async () => {
    // the first answer waits for the thread itself
    while ((await thinker.think(thought)) === null);
    for (const strength of Object.values(STRENGTHS)) {
      const asked = { ...thought, strength };
      expect([decide(asked), decide(shallow(asked))]).toContainEqual(await thinker.think(asked));
    }
    expect(log.errors).toEqual([]);
  });

  it('answers in time in the position with the most plays, whatever else it was asked', async () => {
    // fifteen checkers that can go everywhere, a double, nothing in the way
    const points = [0, ...Array.from({ length: 24 }, (_, at) => (at > 8 && at < 24 ? 1 : 0)), 0];
    points[24] = -1;
    const wide = { ...fromOwnView(points, 0), off: [0, 14] as const };
    const hardest = { ...thought, state: { ...state, position: wide, dice: [1, 1] as const } };
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => thinker.think(hardest)));
    expect(performance.now() - start).toBeLessThan(1000);
    for (const answer of answers) expect(answer).toMatchObject({ type: 'play', player: 0 });
  });
});

describe('a thread that goes wrong', () => {
  const log = new FakeLog();
  const script = { url: new URL('hostile-bot-thread.mjs', import.meta.url) };
  const thinker = new ThreadThinker({ script, log, limitMs: 300, stuckMs: 250 });
  afterAll(() => thinker.stop());
  const think = (seed: string) => thinker.think({ ...thought, seed });

  it('gives its quick idea when the deeper look takes too long', async () => {
    while ((await think('both')) === null);
    expect(await think('both')).toEqual({ type: 'roll', player: 1 });
    expect(await think('quick')).toEqual({ type: 'roll', player: 0 });
  });

  it.each(['hang', 'throw', 'exit'])('costs one thought when it does this: %s', async (what) => {
    const { length } = log.errors;
    expect(await think(what)).toBeNull();
    while (log.errors.length === length) expect(await think(what)).toBeNull();
    while ((await think('both')) === null);
  });
});

it('a thread that was stopped thinks no more', async () => {
  const thinker = setUpThinker(new FakeLog());
  const last = thinker.think({ ...thought, state: { ...state, position: startPosition() } });
  await thinker.stop();
  await last;
  expect(await thinker.think(thought)).toBeNull();
});
