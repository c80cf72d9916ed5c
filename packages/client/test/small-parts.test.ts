import { RECORD_CODES, rulesFor } from 'bg-record';
import { backoffMs, joinHistory, type MatchRequest, MatchRequests, makeKeyText, parseKeyText } from 'bg-session';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../../session/test/support/memory.ts';
import { keys, Table } from '../../session/test/support/table.ts';
import { checklist } from '../src/pages/verify/checklist.ts';
import { tamper } from '../src/pages/verify/tamper-demo.tsx';
import { changed } from '../src/state/lobby.ts';
import { DEFAULTS, StoredPreferences } from '../src/state/preferences.ts';

describe('backoff', () => {
  test.each([
    [false, 30_000],
    [true, 3_000],
  ])('stays between half and all of a doubling time: in a live match (%s) at most %i ms', (isPlaying, mostMs) => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(60), random, (attempt, drawn) => {
        const longest = Math.min(mostMs, 500 * 2 ** attempt);
        const waitMs = backoffMs(attempt, drawn, isPlaying);
        return waitMs >= longest / 2 && waitMs <= longest;
      }),
    );
  });
});

describe('history', () => {
  test('every beginning of a history is extended by its rest, and nothing shorter or other is', async () => {
    const table = await Table.open(0);
    for (let i = 0; i < 2; i++)
      await table.accept((await table.due()) ?? (await table.server.resume(table.ledger, table.ledger.at)));
    for (let i = 0; i < 3; i++) await table.accept(await table.server.resume(table.ledger, table.ledger.at));
    const events = table.ledger.events;
    for (let known = 0; known <= events.length; known++) {
      for (let told = 0; told <= events.length; told++) {
        const joined = joinHistory(events.slice(0, known), events.slice(0, told));
        expect(joined).toEqual(
          told < known ? { kind: 'shorter' } : { kind: 'extends', fresh: events.slice(known, told) },
        );
      }
      const other = events.map((event) => (event.n === known ? { ...event, at: event.at + 1 } : event));
      const joined = joinHistory(events, other);
      expect(joined).toEqual(known < events.length ? { kind: 'forked', n: known } : { kind: 'extends', fresh: [] });
    }
  });
});

describe('exported keys', () => {
  test('are read as they were written, whatever blanks come between', async () => {
    const { server } = await keys();
    const text = makeKeyText(server);
    const read = await parseKeyText(`\n ${text.slice(0, 40)}\r\n${text.slice(40)}  `);
    expect(read).toEqual({ ok: true, value: server });
  });

  test('a slip in any place is noticed', async () => {
    const text = makeKeyText((await keys()).server);
    for (let at = 0; at < text.length; at += 7) {
      const slipped = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
      expect((await parseKeyText(slipped)).ok, `at ${at}`).toBe(false);
    }
  });
});

describe('preferences', () => {
  test('last, and keep their defaults where nothing was chosen', () => {
    const storage = memoryStorage();
    new StoredPreferences(storage).set({ sounds: false, theme: 'dark' });
    expect(new StoredPreferences(storage).current.value).toEqual({ ...DEFAULTS, sounds: false, theme: 'dark' });
  });

  test('of two tabs are changed one by one: neither undoes what the other has chosen', () => {
    const storage = memoryStorage();
    const [one, other] = [new StoredPreferences(storage), new StoredPreferences(storage)];
    one.set({ theme: 'dark' });
    other.set({ sounds: false });
    one.reread();
    for (const tab of [one, other]) expect(tab.current.value).toEqual({ ...DEFAULTS, theme: 'dark', sounds: false });
  });

  test('say when they will not outlive the page', () => {
    const storage = { ...memoryStorage(), write: () => false };
    const preferences = new StoredPreferences(storage);
    expect(preferences.kept.value).toBe(true);
    preferences.set({ theme: 'dark' });
    expect(preferences.kept.value).toBe(false);
  });

  test.each(['', '{', '[]', '{"theme":"pink"}', '{"sounds":1}', 'null'])(
    '%j on the storage gives the defaults',
    (text) => {
      const storage = memoryStorage();
      storage.write('anchor.preferences', text);
      expect(new StoredPreferences(storage).current.value).toEqual(DEFAULTS);
    },
  );
});

describe('match requests', () => {
  const request: MatchRequest = { length: 3, rated: false, clock: 'none', rules: rulesFor(3), opponent: 'bot' };

  test('outlive a reload until they are taken back', () => {
    const storage = memoryStorage();
    new MatchRequests(storage).add(request);
    expect(new MatchRequests(storage).all()).toEqual([request]);
    new MatchRequests(storage).remove(request);
    expect(new MatchRequests(storage).all()).toEqual([]);
  });

  test('are few: the oldest make room', () => {
    const requests = new MatchRequests(memoryStorage());
    for (let length = 1; length <= 60; length++) requests.add({ ...request, length });
    expect(requests.all().map(({ length }) => length)).toEqual(Array.from({ length: 48 }, (_, n) => n + 13));
  });

  test('a money game has Jacoby and beavers and no Crawford game, unless wanted otherwise', () => {
    expect(rulesFor(0)).toEqual({ cube: true, crawford: false, jacoby: true, beavers: true });
    expect(rulesFor(7)).toEqual({ cube: true, crawford: true, jacoby: false, beavers: false });
    expect(rulesFor(0, { beavers: false })).toEqual({ cube: true, crawford: false, jacoby: true, beavers: false });
  });
});

describe('the lobby', () => {
  const person = { pub: '00', name: 'Ada', rating: 1500, rd: 350, provisional: true };
  const terms = { length: 5, rated: true, clock: 'normal' as const, rules: rulesFor(5) };
  const seek = (id: string) => ({ id, from: person, ...terms, since: 0 });

  test('a change removes, replaces and puts what is new first', () => {
    const lists = { seeks: [seek('a'), seek('b')], live: [], online: 3 };
    const renewed = { ...seek('b'), length: 7 };
    const change = { added: { seeks: [seek('c'), renewed], live: [] }, removed: { seeks: ['a'], live: [] }, online: 4 };
    const after = changed(lists, { type: 'lobby-change', ...change });
    expect(after).toEqual({ seeks: [seek('c'), renewed], live: [], online: 4 });
  });

  test('WN10 a change of the number of watchers changes no more of the list', () => {
    const players = [person, person].map((one) => ({ ...one, bot: false })) as never;
    const live = (match: string, watchers: number) => ({
      match,
      players,
      length: 5,
      score: [0, 0] as [number, number],
      rated: true,
      watchers,
    });
    const lists = { seeks: [seek('a')], live: [live('m', 0), live('n', 2)], online: 3 };
    const none = { seeks: [], live: [] };
    const watchers = [
      { match: 'n', count: 0 },
      { match: 'gone', count: 9 },
    ];
    const after = changed(lists, { type: 'lobby-change', added: none, removed: none, online: 3, watchers });
    expect(after).toEqual({ ...lists, live: [live('m', 0), live('n', 0)] });
  });
});

describe('the verify page', () => {
  test.each(RECORD_CODES)('a record that fails with %s shows one failed check, and none after it as passed', (code) => {
    const states = checklist({ ok: false, code, message: '', event: null }).map(({ state }) => state);
    expect(states.filter((state) => state === 'failed')).toHaveLength(1);
    expect(states.slice(states.indexOf('failed') + 1).every((state) => state === 'skipped')).toBe(true);
  });

  test('what is judged event by event held up to the event at fault', () => {
    const list = checklist({ ok: false, code: 'wrong-dice', message: '', event: 9 });
    expect(Object.fromEntries(list.map(({ name, state }) => [name, state]))).toEqual({
      form: 'until',
      header: 'passed',
      events: 'until',
      signatures: 'until',
      dice: 'failed',
      plays: 'until',
      result: 'skipped',
      closing: 'skipped',
    });
  });

  test('the demonstration changes exactly one byte', () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), chance, chance, (bytes, where, what) => {
        const changedBytes = tamper(bytes, where, what)?.bytes ?? bytes;
        return changedBytes.length === bytes.length && changedBytes.filter((byte, i) => byte !== bytes[i]).length === 1;
      }),
    );
  });
});
