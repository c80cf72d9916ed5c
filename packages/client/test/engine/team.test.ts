import { accelerate, rollout, serveEngine } from 'bg-engine';
import { makeSituation } from 'bg-rules';
import { afterEach, expect, test } from 'vitest';
import type { Asked, Connected, Ready } from '../../src/engine/messages.ts';
import { makeTeam } from '../../src/engine/team.ts';
import type { Thread } from '../../src/engine/thread.ts';

accelerate();

const situation = makeSituation();
const options = { trials: 60, truncation: 2, seed: 3 } as const;

/** How a thread behaves: it answers, never starts, is refused by the browser, or breaks after its first answer. */
type Habit = 'helps' | 'silent' | 'refused' | 'breaks';

class Helper implements Thread {
  onmessage: Thread['onmessage'] = null;
  onerror: Thread['onerror'] = null;
  ended = false;
  answers = 0;
  port: MessagePort | null = null;
  readonly habit: Habit;

  constructor(habit: Habit) {
    this.habit = habit;
  }

  postMessage(message: Asked | Connected): void {
    if (!('port' in message)) throw new TypeError('a helper is asked on its port');
    expect(message.isHelper).toBe(true);
    const { port } = message;
    this.port = port;
    if (this.habit === 'silent') return;
    if (this.habit === 'refused') {
      this.#fail();
      return;
    }
    const post = port.postMessage.bind(port);
    port.postMessage = (answer: unknown) => {
      if (this.habit === 'breaks' && this.answers > 0) this.#fail();
      else {
        this.answers++;
        post(answer);
      }
    };
    serveEngine(port);
    this.onmessage?.({ data: { kind: 'ready', accelerated: true } } as MessageEvent<Ready>);
  }

  #fail(): void {
    this.onerror?.(Object.assign(new Event('error'), { message: '', filename: '', lineno: 0, colno: 0, error: null }));
  }

  terminate(): void {
    this.ended = true;
  }
}

const begun: Helper[] = [];
afterEach(() => {
  for (const { port } of begun.splice(0)) port?.close();
});
function begin(habit: Habit): Helper {
  const helper = new Helper(habit);
  begun.push(helper);
  return helper;
}

test.each([
  [1, 0],
  [2, 1],
  [4, 3],
  [64, 3],
  [Number.NaN, 0],
  [0, 0],
])('TH1 a device of %d cores starts %d threads that help', (cores, helpers) => {
  makeTeam(() => begin('silent'), cores);
  expect(begun).toHaveLength(helpers);
});

test.each<Habit>(['helps', 'silent', 'refused', 'breaks'])(
  'TH2 a thread that %s changes no answer and loses no question',
  async (habit) => {
    const team = makeTeam(() => begin(habit), 3);
    expect(await team.rollout(situation, options)).toEqual(await rollout(situation, options));
    const answers = begun.map((one) => one.answers);
    if (habit === 'helps') expect(Math.min(...answers)).toBeGreaterThan(0);
    if (habit === 'breaks') expect(begun.map(({ ended }) => ended)).toEqual([true, true]);
  },
);

test('TH3 a browser that starts no worker from a worker does all in one thread', async () => {
  const refused = () => {
    throw new ReferenceError('Worker is not defined');
  };
  expect(await makeTeam(refused, 4).rollout(situation, options)).toEqual(await rollout(situation, options));
});
