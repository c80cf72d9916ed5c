import type { AnalysisPending } from '@anchor/wire';
import * as verifier from 'bg-record';
import { describe, expect, test } from 'vitest';
import { type DeepAnswer, type DeepState, followDeep } from '../../src/pages/review/deep.ts';
import { swipeOf } from '../../src/pages/review/review-board.tsx';
import { contentOf, fileName } from '../../src/pages/review/tools.tsx';
import { stepOf } from '../../src/pages/review/use-review-keys.ts';
import { checkRecord } from '../../src/records/load.ts';
import { eventNumber, originIn, reviewPath, wantedIn } from '../../src/records/review-link.ts';
import { bytesOf, checkedRecord, reportOf } from './reviewed.ts';

describe('a record that the page loads', () => {
  test('is refused with its fault when it fails verification', async () => {
    const bytes = bytesOf('valid/match-7.json');
    const text = new TextDecoder().decode(bytes);
    const { header } = JSON.parse(text);
    const at = text.indexOf('"dice":[');
    const die = Number(text[at + 8]);
    const changed = `${text.slice(0, at + 8)}${(die % 6) + 1}${text.slice(at + 9)}`;
    const loaded = await checkRecord(verifier, header.id, new TextEncoder().encode(changed));
    expect(loaded).toMatchObject({ kind: 'refused', code: 'bad-signature', transcript: { header: { id: header.id } } });
  });

  test('is refused when it is genuine but for another match', async () => {
    const loaded = await checkRecord(verifier, 'another-match-0001', bytesOf('valid/match-7.json'));
    expect(loaded).toMatchObject({ kind: 'refused', code: 'other-match' });
  });

  test('is distinguished from one that fails when it has another format', async () => {
    const text = new TextDecoder().decode(bytesOf('valid/match-7.json')).replace('"bg-record/2"', '"bg-record/1"');
    const { header } = JSON.parse(text);
    const loaded = await checkRecord(verifier, header.id, new TextEncoder().encode(text));
    expect(loaded).toEqual({ kind: 'other-format', format: 'bg-record/1', known: verifier.FORMAT });
  });

  test('is refused when it is not a record', async () => {
    const loaded = await checkRecord(verifier, 'x', new TextEncoder().encode('<html>'));
    expect(loaded).toMatchObject({ kind: 'refused', transcript: null });
  });

  test('is saved byte for byte, and in the forms of other programs', async () => {
    const { record, text } = await checkedRecord('match-7');
    expect(contentOf('json', record, text)).toBe(text);
    expect(new TextEncoder().encode(text)).toEqual(bytesOf('valid/match-7.json'));
    expect(contentOf('mat', record, text)).toBe(verifier.toMat(record));
    expect(contentOf('sgf', record, text)).toBe(verifier.toSgf(record));
    expect(contentOf('ogxm', record, text)).toEqual(verifier.toOgxm(record));
  });
});

describe('the name of a saved file', () => {
  const header = { id: 'abc', created: Date.UTC(2026, 10, 23, 9) };
  const seat = (name: string) => ({ name, pub: 'f00d42'.repeat(10), bot: false, custody: 'own' as const });
  const named = (one: string, other: string) =>
    ({ ...header, players: [seat(one), seat(other)] }) as unknown as verifier.Header;

  test('has the players and the day, and the id for the record itself', () => {
    expect(fileName('mat', named('Ann Marlow', 'Zoë'))).toBe('Ann Marlow - Zoë 2026-11-23.mat');
    expect(fileName('sgf', named('Ann', 'Bob'))).toBe('Ann - Bob 2026-11-23.sgf');
    expect(fileName('json', named('Ann', 'Bob'))).toBe('abc.json');
  });

  test('has nothing of a name that a file system could read otherwise', () => {
    expect(fileName('mat', named('../../etc/passwd', 'C:\\x|<b>"?*'))).toBe('etc passwd - C x b 2026-11-23.mat');
    expect(fileName('mat', named('\u202Egnp.exe', '///'))).toBe('gnp exe - player 2026-11-23.mat');
  });
});

describe('addresses', () => {
  test.each([
    [{ match: 'abc', n: 17, wanted: null, origin: 'server' }, '/review/abc/17'],
    [{ match: 'abc', n: null, wanted: 'deep', origin: 'server' }, '/review/abc?deep=1'],
    [{ match: 'a-b_c', n: 0, wanted: 'deep', origin: 'server' }, '/review/a-b_c/0?deep=1'],
    [{ match: 'abc', n: 3, wanted: null, origin: 'file' }, '/review/abc/3?file=1'],
    [{ match: 'abc', n: null, wanted: null, origin: 'file' }, '/review/abc?file=1'],
  ] as const)('%j is %s', (place, path) => {
    expect(reviewPath(place)).toBe(path);
    const { pathname, search } = new URL(path, 'http://test');
    expect(eventNumber(pathname.split('/')[3])).toBe(place.n);
    expect(wantedIn(search)).toBe(place.wanted);
    expect(originIn(search)).toBe(place.origin);
  });

  test.each(['', 'x', '-1', '1.5', '99999999999999'])('“%s” is not an event number', (text) => {
    expect(eventNumber(text)).toBeNull();
  });
});

describe('keys and fingers', () => {
  const went: (number | string)[] = [];
  const mistake = (name: string) => () => void went.push(name);
  const actions = {
    go: (to: number) => void went.push(to),
    earlierMistake: mistake('earlier'),
    laterMistake: mistake('later'),
    peek: () => undefined,
    choose: () => undefined,
    setFilter: () => undefined,
  };
  const press = (key: string, index: number, shiftKey = false) => {
    went.length = 0;
    stepOf({ key, shiftKey }, { index, last: 9, actions })?.();
    return went[0] ?? null;
  };

  test('step, jump, and find mistakes, and stop at both ends', () => {
    expect(press('ArrowRight', 3)).toBe(4);
    expect(press('ArrowLeft', 3)).toBe(2);
    expect(press('ArrowLeft', 0)).toBeNull();
    expect(press('ArrowRight', 9)).toBeNull();
    expect([press('Home', 5), press('End', 5)]).toEqual([0, 9]);
    expect([press('ArrowLeft', 5, true), press('ArrowRight', 5, true)]).toEqual(['earlier', 'later']);
    expect(press('a', 5)).toBeNull();
  });

  test('a swipe must be horizontal', () => {
    const from = { x: 100, y: 100 };
    expect(swipeOf(from, { x: 40, y: 110 })).toBe(1);
    expect(swipeOf(from, { x: 160, y: 90 })).toBe(-1);
    expect(swipeOf(from, { x: 130, y: 100 })).toBe(0);
    expect(swipeOf(from, { x: 40, y: 160 })).toBe(0);
  });
});

describe('a deep analysis', () => {
  const pending = (done: number, running: boolean): DeepAnswer => {
    const body: AnalysisPending = { error: 'e', hint: 'nobody is there', progress: { done, wanted: 9, running } };
    return { kind: 'pending', pending: body };
  };

  /** Collects all states, and the pauses between the requests. */
  async function follow(answers: readonly DeepAnswer[]) {
    const left = [...answers];
    const pauses: number[] = [];
    const states: DeepState[] = [];
    const ask = async () => left.shift() ?? Promise.reject(new Error('asked too often'));
    const pause = async (ms: number) => void pauses.push(ms);
    for await (const state of followDeep({ ask, pause })) states.push(state);
    return { states, pauses, unasked: left.length };
  }

  test('is requested again while there is progress, and ends with the report', async () => {
    const report = reportOf(await checkedRecord('shortest'), 'equity');
    const { states, unasked } = await follow([pending(0, true), pending(4, true), { kind: 'report', report }]);
    expect(states.map(({ kind }) => kind)).toEqual(['running', 'running', 'running', 'done']);
    expect(states[2]).toMatchObject({ progress: { done: 4, wanted: 9 } });
    expect(unasked).toBe(0);
  });

  test('that waits for workers gives the reason, is requested again now and then, and ends with the report', async () => {
    const report = reportOf(await checkedRecord('shortest'), 'equity');
    const bare: DeepAnswer = { kind: 'pending', pending: { error: 'e', hint: 'h' } };
    const answers = [pending(4, true), pending(6, false), pending(6, false), bare, pending(7, false)];
    const { states, pauses } = await follow([...answers, { kind: 'report', report }]);
    expect(states.map(({ kind }) => kind)).toEqual([
      'running',
      'running',
      'running',
      'waits',
      'waits',
      'running',
      'done',
    ]);
    expect(states[3]).toEqual({
      kind: 'waits',
      hint: 'nobody is there',
      progress: { done: 6, wanted: 9, running: false },
    });
    expect(states[4]).toEqual({ kind: 'waits', progress: null, hint: 'h' });
    expect(pauses).toEqual([500, 500, 10_000, 10_000, 500]);
  });

  test('DA7 that the server does not remember says so, and is requested again while the page is open', async () => {
    const report = reportOf(await checkedRecord('shortest'), 'equity');
    const limited: DeepAnswer = { kind: 'pending', pending: { error: 'e', hint: 'h', code: 'analysis-limit' } };
    const { states, pauses } = await follow([limited, limited, pending(1, true), { kind: 'report', report }]);
    expect(states.map(({ kind }) => kind)).toEqual(['running', 'limited', 'limited', 'running', 'done']);
    expect(states[1]).toEqual({ kind: 'limited', progress: null });
    expect(pauses).toEqual([10_000, 10_000, 500]);
  });

  test('obeys the server’s rate limit, and keeps its progress across errors', async () => {
    const { states, pauses } = await follow([
      pending(3, true),
      { kind: 'busy', againMs: 7000 },
      { kind: 'unreachable' },
    ]);
    expect(states[2]).toMatchObject({ kind: 'running', busy: true, progress: { done: 3 } });
    expect(pauses).toContain(7000);
    expect(states.at(-1)).toMatchObject({ kind: 'unreachable', progress: { done: 3 } });
  });
});
