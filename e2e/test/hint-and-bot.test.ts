import { randomRecord } from '@anchor/testkit/records';
import { stepsOf } from 'bg-record';
import { expect, test } from 'vitest';
import { advise } from '../../packages/client/src/engine/advise.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { decide } from '../../packages/server/src/domain/bot/decide.ts';
import { STRENGTHS } from '../../packages/server/src/domain/bot/server-bots.ts';

const SEED = 50;
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const money = { length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } };
/** Every so many decisions: each takes the engine some milliseconds. */
const EVERY = 5;

test(`HI5 what a hint says is what the bot does at its expert level (seeds from ${SEED})`, () => {
  // The answers are the same, sooner.
  expect(accelerate()).toBe(true);
  const records = [0, 1, 2, 3].map((n) => randomRecord(SEED + n, n < 2 ? match : money));
  const states = records.flatMap((record) => stepsOf(record).map(({ before }) => before));
  const told = new Set<string>();
  for (const state of states.filter(({ toAct }, n) => toAct !== null && n % EVERY === 0)) {
    const advice = advise(state);
    const action = decide({ state, strength: STRENGTHS.expert, seed: 'any' });
    // a hint does not tell anybody to give up
    if (!advice || action?.type === 'resign') continue;
    if (advice.kind === 'play') expect(action).toMatchObject({ type: 'play', hops: advice.plays[0]?.hops });
    else expect(action?.type).toBe(advice.action);
    told.add(action?.type ?? '');
  }
  expect([...told]).toEqual(expect.arrayContaining(['play', 'roll', 'take']));
});
