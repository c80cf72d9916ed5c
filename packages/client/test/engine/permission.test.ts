import { randomRecord } from '@anchor/testkit/records';
import { accelerate } from 'bg-engine';
import type { Header, MatchRecord } from 'bg-record';
import { stepsOf, type Transcript } from 'bg-record';
import type { Player } from 'bg-rules';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answer } from '../../src/engine/answer.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { Asked, Connected, Message, Question, Ready } from '../../src/engine/messages.ts';
import { START_LIMIT_MS, type Thread } from '../../src/engine/thread.ts';

// The answers are the same in plain code, more slowly.
accelerate();

const SEED = 11;
const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const record = randomRecord(SEED, { length: 3, rules });
const half = Math.floor(record.events.length / 2);

/** The same match with bots in these seats, cut off in the middle. */
function running(bots: readonly [boolean, boolean], events = half): Transcript {
  const [one, other] = record.header.players;
  const players: Header['players'] = [
    { ...one, bot: bots[0] },
    { ...other, bot: bots[1] },
  ];
  return { header: { ...record.header, players }, events: record.events.slice(0, events) };
}

const seats: readonly (Player | null)[] = [0, 1, null];
const decided = stepsOf(record).filter(({ action }) => action.type === 'play');
const ask = (question: Question) => answer(question, () => undefined);

describe('in a match between people', () => {
  const transcript = running([false, false]);

  test.each(seats)(
    `PH1 seat %s gets no expert advice, for the present or an earlier decision (seed ${SEED})`,
    async (seat) => {
      for (const n of [null, decided[3]!.n, decided.at(-1)!.n])
        expect(await ask({ kind: 'advice', transcript, seat, n })).toEqual({ ok: false, code: 'against-people' });
    },
  );

  test('PH2 players see no chances, watchers do', async () => {
    for (const seat of [0, 1] as const)
      expect(await ask({ kind: 'chance', transcript, seat })).toEqual({ ok: false, code: 'player' });
    const told = await ask({ kind: 'chance', transcript, seat: null });
    expect(told).toMatchObject({ ok: true, value: { of: 'match' } });
  });

  test('PH3 a match in progress is not reviewed, whatever result it claims', async () => {
    const claimed: MatchRecord = { ...record, ...transcript };
    expect(await ask({ kind: 'review', record: claimed })).toEqual({ ok: false, code: 'unfinished' });
    expect((await ask({ kind: 'review', record })).ok).toBe(true);
  });
});

test('PH4 no player of a match between two bots gets advice, nor does a bot', async () => {
  for (const seat of seats)
    expect((await ask({ kind: 'advice', transcript: running([true, true]), seat, n: null })).ok).toBe(false);
  expect((await ask({ kind: 'advice', transcript: running([true, false]), seat: 0, n: null })).ok).toBe(false);
});

test('PH5 against the bot every decision has advice, for the player’s own seat only', async () => {
  let asked = 0;
  for (const { n, before, action } of stepsOf(record)) {
    if (action.type !== 'play' || action.player !== 1) continue;
    const at = record.events.findIndex((event) => event.n === n);
    const transcript = running([true, false], at);
    const now = await ask({ kind: 'advice', transcript, seat: 1, n: null });
    const later = await ask({ kind: 'advice', transcript: running([true, false]), seat: 1, n });
    expect(now.ok).toBe(true);
    if (at < half) expect(later).toEqual(now);
    if (now.ok && now.value) asked++;
    expect(before.toAct).toBe(1);
  }
  expect(asked).toBeGreaterThan(5);
});

test('PH6 an inconsistent question fails without stopping the engine', async () => {
  const broken = { ...running([true, false]), events: record.events.slice(9, 30) };
  expect(await ask({ kind: 'advice', transcript: broken, seat: 1, n: null })).toEqual({ ok: false, code: 'failed' });
});

/** The empty error event with which browsers report a worker script that could not be loaded. */
const UNEXPLAINED = { message: '', filename: '', lineno: 0, colno: 0, error: null };

/** A thread that answers in the page's own thread. */
class NearThread implements Thread {
  onmessage: Thread['onmessage'] = null;
  onerror: Thread['onerror'] = null;
  readonly heard: Asked[] = [];
  ended = false;

  postMessage(asked: Asked | Connected): void {
    if ('port' in asked) throw new TypeError('the page connects no port');
    this.heard.push(structuredClone(asked));
    void this.#reply(asked);
  }

  async #reply({ id, question }: Asked): Promise<void> {
    const say = (data: Message | Ready) => this.onmessage?.({ data } as MessageEvent<Message | Ready>);
    say({ kind: 'ready', accelerated: false });
    const answered = await answer(question, (done, wanted) => say({ kind: 'progress', id, done, wanted }));
    say({ kind: 'answer', id, answered });
  }

  terminate(): void {
    this.ended = true;
  }
}

describe('the engine of the page', () => {
  afterEach(() => void vi.useRealTimers());

  test('PH7 starts with the first question, reports progress, and ends when it is closed', async () => {
    const threads: NearThread[] = [];
    const engine = new Engine(() => {
      const thread = new NearThread();
      threads.push(thread);
      return thread;
    });
    expect(threads).toEqual([]);
    const seen: number[] = [];
    const told = await engine.ask<'review'>({ kind: 'review', record }, (done) => seen.push(done));
    expect(told).toMatchObject({ ok: true, value: { report: { engineId: 'anchor-net-3' } } });
    expect(seen.length).toBeGreaterThan(0);
    await engine.ask<'chance'>({ kind: 'chance', transcript: running([false, false]), seat: null });
    expect(threads).toHaveLength(1);
    engine.close();
    expect(threads[0]?.ended).toBe(true);
  });

  test('PH8 reports that it could not be loaded, and tries again', async () => {
    let begun = 0;
    const engine = new Engine(() => {
      const thread = new NearThread();
      if (begun++ === 0) thread.postMessage = () => thread.onerror?.(Object.assign(new Event('error'), UNEXPLAINED));
      return thread;
    });
    const question = { kind: 'chance', transcript: running([false, false]), seat: null } as const;
    expect(await engine.ask<'chance'>(question)).toEqual({ ok: false, code: 'not-loaded' });
    expect((await engine.ask<'chance'>(question)).ok).toBe(true);
  });

  test('PH10 counts a thread that does not start in time as one that could not be loaded, and ends it', async () => {
    vi.useFakeTimers();
    const threads: NearThread[] = [];
    const engine = new Engine(() => {
      const thread = new NearThread();
      // Firefox reports no error if a script is refused.
      if (threads.push(thread) === 1) thread.postMessage = () => undefined;
      return thread;
    });
    const question = { kind: 'chance', transcript: running([false, false]), seat: null } as const;
    const asked = engine.ask<'chance'>(question);
    vi.advanceTimersByTime(START_LIMIT_MS - 1);
    expect(threads[0]?.ended).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await asked).toEqual({ ok: false, code: 'not-loaded' });
    expect(threads[0]?.ended).toBe(true);
    // A thread that has started may think for as long as it wants, and a closed one fails no later one.
    const second = engine.ask<'chance'>(question);
    engine.close();
    void second;
    expect((await engine.ask<'chance'>(question)).ok).toBe(true);
    vi.advanceTimersByTime(10 * START_LIMIT_MS);
    expect(threads.map(({ ended }) => ended)).toEqual([true, true, false]);
  });
});
