import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { keepEvaluations } from '../support/evaluations.ts';
import { finished, header, nextId, nextPub } from './fixtures.ts';

const atMs = 1_790_000_100_000;

/** The contract of every store about puzzles and analyses. */
export function analysisContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`puzzles and analysis on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const reopen = async () => {
      await store.close();
      store = await open();
    };

    describe('puzzles', () => {
      it('keep the first stored text of a date', async () => {
        expect(await store.puzzles.get('2026-01-01')).toBeNull();
        const texts = Array.from({ length: 10 }, (_, index) => `{"a":${index}}`);
        const kept = await Promise.all(texts.map((text) => store.puzzles.keep('2026-01-01', text, atMs)));
        expect(new Set(kept).size).toBe(1);
        await reopen();
        expect(await store.puzzles.get('2026-01-01')).toBe(kept[0]);
      });

      it('can be searched for a part of their text', async () => {
        const part = '"position":{"points":[0,-2],"bar":[0,1]},"dice":[6,1]';
        expect(await store.puzzles.has(part)).toBe(false);
        await store.puzzles.keep('2026-01-04', `{${part},"plays":[]}`, atMs);
        expect(await store.puzzles.has(part)).toBe(true);
        for (const other of ['0,-3', '0,2', '0,-2,0'])
          expect(await store.puzzles.has(part.replace('0,-2', other)), other).toBe(false);
      });

      it('take one answer per key, and count those of keys with a finished match', async () => {
        const [first, second] = [nextPub(), nextPub()];
        const date = '2026-01-02';
        await store.puzzles.keep(date, '{}', atMs);
        const attempt = { pub: first, date, hops: '[[24,18]]', rank: 2, at: atMs };
        const taken = await Promise.all(Array.from({ length: 10 }, () => store.puzzles.attempt(attempt)));
        expect(taken.filter(Boolean)).toHaveLength(1);
        expect(await store.puzzles.attempt({ ...attempt, pub: second, rank: 1 })).toBe(true);
        expect(await store.puzzles.attemptOf(first, date)).toEqual(attempt);
        expect(await store.puzzles.attemptOf(first, '2026-01-03')).toBeNull();
        expect(await store.puzzles.stats(date)).toEqual({ tries: 0, solved: 0 });
        await store.players.see(first, 'Named', atMs);
        expect([await store.puzzles.counts(first), await store.puzzles.counts(second)]).toEqual([false, false]);
        const of = header({ pubs: [first, second], rated: false });
        await store.matches.create(of);
        await store.matches.finish(finished(of, atMs));
        expect([await store.puzzles.counts(first), await store.puzzles.counts(second)]).toEqual([true, true]);
        expect(await store.puzzles.attempt({ ...attempt, pub: nextPub(), rank: 1 })).toBe(true);
        expect(await store.puzzles.stats(date)).toEqual({ tries: 2, solved: 1 });
        expect(await store.puzzles.stats('2026-01-03')).toEqual({ tries: 0, solved: 0 });
      });

      it('know the dates on which a key found the best play, newest first', async () => {
        const pub = nextPub();
        for (const [date, rank] of Object.entries({ '2026-02-01': 1, '2026-02-03': 1, '2026-02-02': 3 })) {
          await store.puzzles.keep(date, '{}', atMs);
          await store.puzzles.attempt({ pub, date, hops: '[]', rank, at: atMs });
        }
        expect(await store.puzzles.solvedDates(pub)).toEqual(['2026-02-03', '2026-02-01']);
      });

      it('know the dates of a month, and the results of a key', async () => {
        const pub = nextPub();
        const dates = ['2025-11-30', '2025-12-01', '2025-12-31', '2025-12-07', '2026-01-31'];
        for (const date of dates) await store.puzzles.keep(date, '{}', atMs);
        for (const date of ['2025-11-30', '2025-12-07', '2025-12-31'])
          await store.puzzles.attempt({ pub, date, hops: '[]', rank: Number(date.slice(-1)), at: atMs });
        expect(await store.puzzles.datesIn('2025-12')).toEqual(['2025-12-01', '2025-12-07', '2025-12-31']);
        const ranks = await store.puzzles.ranksIn('2025-12', pub);
        expect(ranks).toEqual(new Map(Object.entries({ '2025-12-07': 7, '2025-12-31': 1 })));
        expect(await store.puzzles.ranksIn('2025-12', nextPub())).toEqual(new Map());
        expect(await store.puzzles.datesIn('1999-12')).toEqual([]);
      });
    });

    describe('evaluations', () => {
      it('keep the first stored text of each key, also in bulk and after reopening', async () => {
        const keys = Array.from({ length: 1200 }, () => nextId());
        await keepEvaluations(store, [{ key: keys[7]!, text: 'first' }], atMs);
        const all = keys.map((key) => ({ key, text: `{"of":"${key}"}` }));
        await keepEvaluations(store, all, atMs);
        await reopen();
        const found = await store.evaluations.read([...keys, 'unknown']);
        expect(found.size).toBe(keys.length);
        expect(keys.map((key) => found.get(key))).toEqual(all.map(({ text }, index) => (index === 7 ? 'first' : text)));
        expect((await store.evaluations.read([])).size).toBe(0);
      });

      it('are pruned oldest first, and not more than necessary', async () => {
        // Newer than the rows of other tests.
        const at = (age: number) => atMs * 10 - age;
        const rows = [3, 2, 2, 1].map((age) => ({ key: nextId(), text: '[]', age }));
        for (const { age, ...row } of rows) await keepEvaluations(store, [row], at(age));
        const left = async (most: number) => {
          await store.evaluations.prune(most);
          const found = await store.evaluations.read(rows.map(({ key }) => key));
          return rows.map(({ key }) => found.has(key));
        };
        expect(await left(4)).toEqual([true, true, true, true]);
        expect(await left(3)).toEqual([false, true, true, true]);
        expect(await left(2)).toEqual([false, false, false, true]);
        expect(await left(1)).toEqual([false, false, false, true]);
      });
    });

    describe('annotations', () => {
      it('keep the first report of a match, an engine and a depth', async () => {
        const name = { matchId: nextId(), engineId: 'engine-1', ply: 2 };
        expect(await store.annotations.read(name)).toBeNull();
        const texts = Array.from({ length: 8 }, (_, n) => JSON.stringify({ n, name: 'Zoë \u2028' }));
        await Promise.all(texts.map((text) => store.annotations.keep(name, text, atMs)));
        await reopen();
        const kept = await store.annotations.read(name);
        expect(texts).toContain(kept);
        await store.annotations.keep(name, 'other', atMs + 1);
        expect(await store.annotations.read(name)).toBe(kept);
        for (const other of [{ matchId: nextId() }, { engineId: 'engine-2' }, { ply: 1 }])
          expect(await store.annotations.read({ ...name, ...other })).toBeNull();
      });

      it('keep the judgements of the report that stays', async () => {
        const name = { matchId: nextId(), engineId: 'engine-1', ply: 2 };
        const texts = Array.from({ length: 8 }, (_, n) => [`{"n":${n}}`, `[${n}]`] as const);
        await Promise.all(texts.map(([text, judgements]) => store.annotations.keep(name, text, atMs, judgements)));
        await reopen();
        const kept = [await store.annotations.read(name), await store.annotations.readJudgements(name)];
        expect(texts).toContainEqual(kept);
        await store.annotations.keep(name, 'other', atMs + 1, '["other"]');
        expect(await store.annotations.readJudgements(name)).toBe(kept[1]);
        const without = { ...name, ply: 1 };
        await store.annotations.keep(without, '{}', atMs);
        expect(await store.annotations.readJudgements(without)).toBeNull();
        expect(await store.annotations.readJudgements({ ...name, matchId: nextId() })).toBeNull();
      });
    });
  });
}
