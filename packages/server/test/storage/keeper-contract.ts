import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { event, finished, header, nextId } from './fixtures.ts';

const atMs = 1_790_000_100_000;
const ALL = 10_000;

/** The contract of every store about keepers of live matches. */
export function keeperContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`keepers on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    // One keeper takes the matches that other tests have left.
    beforeEach(async () => {
      await store.keepers.giveUpAll();
      await store.keepers.enrol('old', Number.MAX_SAFE_INTEGER);
      await store.keepers.claim('old', atMs, ALL);
    });

    const keeper = async (until = atMs + 6000) => {
      const id = nextId();
      await store.keepers.enrol(id, until);
      return id;
    };
    const claimed = async (...asked: Parameters<OpenStore['keepers']['claim']>) =>
      (await store.keepers.claim(...asked))?.matches.map(({ match }) => match) ?? null;
    const matches = async (count: number, kept?: string) => {
      const ids: string[] = [];
      for (let made = 0; made < count; made++) {
        const one = header({ created: 1000 + made });
        expect(await store.matches.create(one, kept)).toBe('created');
        ids.push(one.id);
      }
      return ids;
    };

    it('get free matches, the oldest first and as many as they ask for', async () => {
      const ids = await matches(5);
      const one = await keeper();
      expect(await claimed(one, atMs, 2)).toEqual(ids.slice(0, 2));
      expect(await claimed(one, atMs, ALL)).toEqual(ids.slice(2));
      expect(await claimed(one, atMs, ALL)).toEqual([]);
    });

    it('get each match once, with concurrent claims', async () => {
      const ids = await matches(60);
      const claimers = await Promise.all(Array.from({ length: 12 }, () => keeper()));
      const rounds = [7, 7, 7, 7, 7, 7, 7, 7, ALL];
      const all = await Promise.all(
        claimers.map(async (one) => {
          const got: string[] = [];
          for (const most of rounds) got.push(...((await claimed(one, atMs, most)) ?? ['declared dead']));
          return got;
        }),
      );
      expect(all.flat().toSorted()).toEqual(ids.toSorted());
    });

    it('keep their matches while they send heartbeats', async () => {
      const [one, other] = [await keeper(), await keeper(atMs + 60_000)];
      await matches(1, one);
      expect(await claimed(other, atMs + 5999, ALL)).toEqual([]);
      expect(await store.keepers.renew(one, atMs + 8000)).toBe(true);
      expect(await claimed(other, atMs + 6000, ALL)).toEqual([]);
    });

    it('lose all matches when their lease ends, and are told so', async () => {
      const [one, other] = [await keeper(), await keeper(atMs + 60_000)];
      const ids = [...(await matches(3, one))];
      expect(await claimed(other, atMs + 6000, ALL)).toEqual(ids);
      expect(await store.keepers.renew(one, atMs + 12_000)).toBe(false);
      expect(await store.matches.create(header(), one)).toBe('no-keeper');
      await store.keepers.giveUp(other, atMs);
      expect(await claimed(one, atMs + 6000, ALL)).toBeNull();
      await store.keepers.enrol(other, atMs + 60_000);
      expect(await claimed(other, atMs + 6000, ALL)).toEqual(ids);
      await store.keepers.enrol(one, atMs + 12_000);
      expect(await claimed(one, atMs + 6000, ALL)).toEqual([]);
      expect(await store.matches.create(header(), one)).toBe('created');
    });

    it('KT2 are declared dead as early as the claimer says, and tell when the next one may die', async () => {
      await store.keepers.giveUpAll();
      const other = await keeper(atMs + 60_000);
      await claimed(other, atMs, ALL);
      const look = (deadUntil: number) => store.keepers.claim(other, atMs, ALL, deadUntil);
      expect(await look(atMs)).toEqual({ matches: [], othersUntil: null });
      const [match] = await matches(1, await keeper(atMs + 6000));
      await keeper(atMs + 9000);
      expect(await look(atMs + 5999)).toEqual({ matches: [], othersUntil: atMs + 6000 });
      expect(await look(atMs + 6000)).toMatchObject({ matches: [{ match }], othersUntil: atMs + 9000 });
    });

    it('KT3 take a match that was handed over without a gap in time, and learn since when it had no keeper after that', async () => {
      const handOver = async () => {
        const from = await keeper(atMs + 60_000);
        const [id = ''] = await matches(1, from);
        const parking = { length: 0, wakeAt: atMs + 1000, keptUntil: atMs + 6000 };
        expect(await store.keepers.park(from, id, parking)).toBe(true);
        return id;
      };
      const to = await keeper(atMs + 60_000);
      const early = await handOver();
      expect(await claimed(to, atMs + 999, ALL)).toEqual([]);
      const taken = { match: early, keptUntil: null, isParked: true };
      expect(await store.keepers.adopt(to, early, atMs + 999)).toEqual(taken);
      expect(await store.keepers.adopt(to, early, atMs + 999)).toBeNull();
      const late = await handOver();
      expect(await store.keepers.adopt(to, late, atMs + 1000)).toMatchObject({ match: late, keptUntil: atMs + 6000 });
      const lost = await handOver();
      const got = await store.keepers.claim(to, atMs + 1000, ALL);
      expect(got?.matches).toEqual([{ match: lost, keptUntil: atMs + 6000, isParked: true }]);
    });

    it('KT4 lose no match that they create while they are declared dead', async () => {
      for (let round = 0; round < 20; round++) {
        const [dying, other] = [await keeper(), await keeper(atMs + 60_000)];
        await matches(3, dying);
        const late = Array.from({ length: 12 }, (_, made) => header({ created: 2000 + made }));
        const made = Promise.all(late.map((one) => store.matches.create(one, dying)));
        const deaths = [1, 2, 3].map(() => claimed(other, atMs + 6000, ALL));
        const created = (await made).flatMap((result, at) => (result === 'created' ? [late[at]?.id] : []));
        const got = [...(await Promise.all(deaths)), await claimed(other, atMs + 6000, ALL)].flat();
        expect(got).toEqual(expect.arrayContaining(created));
        expect(got).toHaveLength(created.length + 3);
      }
    });

    it('KT5 take parked matches when they are due, the earliest first, after those without a time', async () => {
      const [one, other] = [await keeper(), await keeper(atMs + 60_000)];
      const [first = '', second = '', third = '', lost = ''] = await matches(4, one);
      const park = (id: string, wakeAt: number) => store.keepers.park(one, id, { length: 0, wakeAt, keptUntil: null });
      expect(await park(first, atMs + 20)).toBe(true);
      expect(await park(second, atMs + 30)).toBe(true);
      expect(await park(third, atMs + 10)).toBe(true);
      expect(await store.keepers.nextWake()).toBe(atMs + 10);
      await store.keepers.giveUp(one, atMs);
      const without = { match: lost, keptUntil: atMs, isParked: false };
      expect(await store.keepers.claim(other, atMs + 20, 1)).toMatchObject({ matches: [without] });
      expect(await claimed(other, atMs + 20, 1)).toEqual([third]);
      expect(await claimed(other, atMs + 20, ALL)).toEqual([first]);
      expect(await store.keepers.nextWake()).toBe(atMs + 30);
      const parked = { match: second, keptUntil: null, isParked: true };
      expect(await store.keepers.claim(other, atMs + 30, ALL)).toMatchObject({ matches: [parked] });
      expect(await store.keepers.nextWake()).toBeNull();
    });

    it('lose nothing by the death of another keeper, nor by concurrent claims', async () => {
      const living = await Promise.all(Array.from({ length: 4 }, () => keeper(atMs + 60_000)));
      const dead = await keeper();
      const own = [];
      for (const one of living) own.push(...(await matches(2, one)));
      const orphans = await matches(20, dead);
      const now = atMs + 6000;
      const [got, kept] = await Promise.all([
        Promise.all(living.map((one) => claimed(one, now, ALL))),
        Promise.all(living.map((one) => store.keepers.renew(one, now + 60_000))),
      ]);
      expect(got.flat().toSorted()).toEqual(orphans.toSorted());
      expect(kept).toEqual([true, true, true, true]);
      expect(own.some((id) => got.flat().includes(id))).toBe(false);
    });

    it('either keep their matches or are declared dead, never both, in a race', async () => {
      for (let round = 0; round < 8; round++) {
        const [slow, other] = [await keeper(), await keeper(atMs + 60_000)];
        const [id] = await matches(1, slow);
        const [got, kept] = await Promise.all([
          claimed(other, atMs + 6000, ALL),
          store.keepers.renew(slow, atMs + 12_000),
        ]);
        expect(kept ? [] : [id]).toEqual(got);
        await store.keepers.giveUp(slow, atMs);
        await claimed('old', atMs, ALL);
      }
    });

    it('free their matches when they give up, one or all', async () => {
      const [one, other, next] = [await keeper(), await keeper(), await keeper()];
      const [first, second] = [await matches(2, one), await matches(1, other)];
      await store.keepers.giveUp(one, atMs);
      expect(await claimed(next, atMs, ALL)).toEqual(first);
      await store.keepers.giveUpAll();
      expect(await store.keepers.renew(other, atMs)).toBe(false);
      await store.keepers.enrol(next, atMs + 6000);
      expect(await claimed(next, atMs, ALL)).toEqual(expect.arrayContaining([...first, ...second]));
    });

    it('give up while two others declare them dead, without a deadlock', async () => {
      for (let round = 0; round < 15; round++) {
        const dead = await keeper(atMs);
        const ids = await matches(8, dead);
        const [one, other] = [await keeper(), await keeper()];
        const [, ...got] = await Promise.all([
          store.keepers.giveUp(dead, atMs),
          claimed(one, atMs, ALL),
          claimed(other, atMs, ALL),
        ]);
        const late = await claimed(one, atMs, ALL);
        expect([...got, late].flat().toSorted()).toEqual(ids.toSorted());
      }
    });

    it('do not affect matches: a kept match is played and ends like any other', async () => {
      const one = await keeper();
      const [kept, aborted] = [header(), header()];
      for (const each of [kept, aborted]) await store.matches.create(each, one);
      expect(await store.matches.append(kept.id, event(0))).toBe('stored');
      await store.matches.finish(finished(kept, atMs));
      await store.matches.abort(aborted.id, null, atMs);
      await store.keepers.giveUp(one, atMs);
      expect(await claimed(await keeper(), atMs, ALL)).toEqual([]);
    });

    it('learn for each match until when its last keeper counted as alive, however it lost the match', async () => {
      const next = await keeper(atMs + 600_000);
      const untilOf = async (now: number) =>
        (await store.keepers.claim(next, now, ALL))?.matches.map(({ keptUntil }) => keptUntil);
      const dead = await keeper(atMs + 6000);
      await matches(2, dead);
      await store.keepers.renew(dead, atMs + 8000);
      expect(await untilOf(atMs + 8000)).toEqual([atMs + 8000, atMs + 8000]);
      const leaving = await keeper(atMs + 60_000);
      await matches(1, leaving);
      await store.keepers.giveUp(leaving, atMs + 9000);
      expect(await untilOf(atMs + 9000)).toEqual([atMs + 9000]);
      await matches(1, await keeper(atMs + 70_000));
      await store.keepers.giveUpAll();
      await store.keepers.enrol(next, atMs + 600_000);
      const again = await store.keepers.claim(next, atMs, ALL);
      expect(again?.matches.filter(({ keptUntil }) => keptUntil === atMs + 70_000)).toHaveLength(1);
    });

    it('learn of the first of several gaps until the record marks it', async () => {
      const first = await keeper(atMs + 6000);
      const [id = ''] = await matches(1, first);
      const pass = async (from: string, at: number) => {
        await store.keepers.giveUp(from, at);
        const to = await keeper(atMs + 600_000);
        const got = await store.keepers.claim(to, atMs, ALL);
        return { to, keptUntil: got?.matches.find(({ match }) => match === id)?.keptUntil };
      };
      const second = await pass(first, atMs + 1000);
      expect(second.keptUntil).toBe(atMs + 1000);
      const third = await pass(second.to, atMs + 2000);
      expect(third.keptUntil).toBe(atMs + 1000);
      await store.keepers.resumed(second.to, [id]);
      const fourth = await pass(third.to, atMs + 3000);
      expect(fourth.keptUntil, 'a former keeper removes no note').toBe(atMs + 1000);
      await store.keepers.resumed(fourth.to, [id]);
      expect((await pass(fourth.to, atMs + 4000)).keptUntil).toBe(atMs + 4000);
    });
  });
}
