import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CollectionStore } from '../../src/collection/collection-store.ts';
import type { Told } from '../../src/engine/engine.ts';
import type { Estimate } from '../../src/engine/instant.ts';
import { readInput } from '../../src/engine/read-import.ts';
import { Reviewer } from '../../src/pages/collection/reviewer.ts';

const mat = (one: string) => ` 1 point match

 Game 1
 ${one} : 0                        Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
`;

/** An estimate without a decision: PR of neither player. */
const ESTIMATE: Estimate = {
  report: {
    engineId: 'anchor-net-3',
    ply: 2,
    provisional: true,
    prNote: '',
    scoredIn: 'mwc-per-point',
    moves: [],
  },
  cubes: [],
};
const DONE = { ok: true, value: ESTIMATE } as const;

/** Engines that answer when the test says so. */
function engines() {
  const asked: { readonly name: string; readonly answer: (told: Told<Estimate>) => void }[] = [];
  let open = 0;
  const newEngine = () => {
    let isOpen = true;
    open++;
    return {
      ask: ((question: { readonly match: { readonly names: readonly string[] } }) =>
        new Promise((resolve) =>
          asked.push({ name: question.match.names[0]!, answer: (told) => isOpen && resolve(told) }),
        )) as never,
      close: () => {
        if (isOpen) open--;
        isOpen = false;
      },
    };
  };
  return { asked, newEngine, openNow: () => open };
}

/** The storage and the locks of a browser, which its tabs share. */
function browser() {
  const texts = new Map<string, string>();
  const storage = {
    read: (name: string) => texts.get(name) ?? null,
    write: (name: string, text: string | null) => {
      if (text === null) texts.delete(name);
      else texts.set(name, text);
      return true;
    },
  };
  let last: Promise<unknown> = Promise.resolve();
  const hold = (_name: string) => {
    let release: () => void = () => undefined;
    const before = last;
    last = new Promise<void>((resolve) => {
      release = resolve;
    });
    return before.then(() => release);
  };
  return { storage, locks: { hold } };
}

let store: CollectionStore;
let all: ReturnType<typeof engines>;
let shared: ReturnType<typeof browser>;
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  store = new CollectionStore();
  all = engines();
  shared = browser();
  for (const name of ['Ann', 'Cid', 'Dee']) {
    const read = await readInput(mat(name));
    if (!read.ok || read.kind !== 'matches') throw new Error('not read');
    await store.add(read.matches);
    // the next one is added later
    const { added } = (await store.list()).find(({ names }) => names[0] === name)!;
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(added), { interval: 1 });
  }
});

const tab = () => new Reviewer({ store, ...shared, newEngine: all.newEngine });
const asked = (count: number) => vi.waitFor(() => expect(all.asked).toHaveLength(count));
const reviewed = async () =>
  (await store.list())
    .filter(({ review }) => review)
    .map(({ names }) => names[0])
    .sort();
const stateOf = (reviewer: Reviewer, kind: string) => vi.waitFor(() => expect(reviewer.state.value.kind).toBe(kind));

describe('the reviewer of the collection', () => {
  test('KL9 reviews one match after another, keeps each review, and ends', async () => {
    const reviewer = tab();
    await reviewer.start();
    await asked(1);
    expect(reviewer.state.value).toMatchObject({ kind: 'running', match: { names: ['Dee', 'Bob'] }, left: 2 });
    all.asked[0]!.answer(DONE);
    await asked(2);
    expect(await reviewed()).toEqual(['Dee']);
    all.asked[1]!.answer(DONE);
    await asked(3);
    all.asked[2]!.answer(DONE);
    await stateOf(reviewer, 'idle');
    expect(all.asked.map(({ name }) => name)).toEqual(['Dee', 'Cid', 'Ann']);
    expect((await store.list())[0]?.review).toEqual({
      kind: 'done',
      engineId: 'anchor-net-3',
      ply: 2,
      pr: [null, null],
    });
    expect(all.openNow()).toBe(0);
  });

  test('KL10 goes on in a new tab where the old one stopped, unless it was paused or ended', async () => {
    const first = tab();
    await first.start();
    await asked(1);
    all.asked[0]!.answer(DONE);
    await asked(2);
    // the old tab is closed with its work
    shared = { ...shared, locks: browser().locks };
    const second = tab();
    second.resume();
    await asked(3);
    expect(all.asked[2]!.name).toBe('Cid');
    second.pause();
    expect(second.state.value.kind).toBe('paused');
    const third = tab();
    third.resume();
    expect(third.state.value.kind).toBe('paused');
    third.abort();
    const fourth = tab();
    fourth.resume();
    expect(fourth.state.value.kind).toBe('idle');
    await new Promise((resolve) => setImmediate(resolve));
    expect(all.asked).toHaveLength(3);
    expect(await reviewed()).toEqual(['Dee']);
  });

  test('KL11 asks the engine nothing during a match against a person, and goes on after it', async () => {
    const reviewer = tab();
    await reviewer.start();
    await asked(1);
    reviewer.setPlaying(true);
    expect(reviewer.state.value.kind).toBe('playing');
    expect(all.openNow()).toBe(0);
    await reviewer.start();
    all.asked[0]!.answer(DONE);
    expect(reviewer.state.value.kind).toBe('playing');
    reviewer.setPlaying(false);
    await asked(2);
    expect(all.asked[1]!.name).toBe('Dee');
    expect(await reviewed()).toEqual([]);
    reviewer.pause();
    reviewer.setPlaying(true);
    reviewer.setPlaying(false);
    expect(reviewer.state.value.kind).toBe('paused');
    expect(all.openNow()).toBe(0);
  });

  test('KL12 runs in one tab of a browser at a time', async () => {
    const [first, second] = [tab(), tab()];
    await first.start();
    await asked(1);
    second.resume();
    await stateOf(second, 'elsewhere');
    first.setPlaying(true);
    await asked(2);
    expect(second.state.value.kind).toBe('running');
    second.abort();
    first.setPlaying(false);
    expect(first.state.value.kind).toBe('idle');
    expect(all.openNow()).toBe(0);
  });

  test('KL13 marks a match that cannot be reviewed, says that the engine or the store fails, and tries again', async () => {
    const reviewer = tab();
    await reviewer.start();
    await asked(1);
    all.asked[0]!.answer({ ok: false, code: 'match-too-long' });
    await asked(2);
    all.asked[1]!.answer({ ok: false, code: 'failed' });
    await asked(3);
    all.asked[2]!.answer({ ok: false, code: 'not-loaded' });
    await stateOf(reviewer, 'not-loaded');
    const reviews = async () =>
      Object.fromEntries(
        (await store.list()).map(({ names, review }) => [
          names[0],
          review && (review.kind === 'done' ? 'done' : review.code),
        ]),
      );
    expect(await reviews()).toEqual({ Ann: null, Cid: 'failed', Dee: 'match-too-long' });
    await reviewer.start();
    await asked(4);
    expect(all.asked[3]!.name).toBe('Cid');
    const set = vi.spyOn(store, 'setReview').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    all.asked[3]!.answer(DONE);
    await stateOf(reviewer, 'not-stored');
    set.mockRestore();
    await reviewer.start();
    await asked(5);
    all.asked[4]!.answer(DONE);
    await asked(6);
    all.asked[5]!.answer(DONE);
    await stateOf(reviewer, 'idle');
    expect(await reviews()).toEqual({ Ann: 'done', Cid: 'done', Dee: 'match-too-long' });
  });

  test('KL14 marks a match whose file can no longer be read', async () => {
    vi.spyOn(store, 'source').mockResolvedValue({ text: 'no match', index: 0 });
    const reviewer = tab();
    await reviewer.start();
    await vi.waitFor(async () => expect(await reviewed()).toHaveLength(3));
    await stateOf(reviewer, 'idle');
    expect(all.asked).toEqual([]);
    expect((await store.list())[0]?.review).toEqual({ kind: 'failed', code: 'unreadable' });
  });
});
