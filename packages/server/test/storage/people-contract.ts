import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INITIAL_RATING } from '../../src/domain/players/rating.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { finished, header, nextId, nextPub } from './fixtures.ts';

const atMs = 1_790_000_100_000;

/** What every store promises about players and their invitations. */
export function peopleContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`players and invitations on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describe('players', () => {
      it('come by what they have at least, those with enough games, a page at a time', async () => {
        const matches = Array.from({ length: 3 }, () => header());
        for (const one of matches) {
          await store.matches.create(one);
          await store.matches.finish(finished(one, atMs, 1));
        }
        await store.players.see(nextPub(), 'No games', atMs);
        const all = await store.players.byConservative(1, 0, 10_000);
        const ratings = all.map(({ rating }) => rating.rating - 2 * rating.rd);
        expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
        expect(all.every(({ games }) => games >= 1)).toBe(true);
        const pubs = new Set(all.map(({ pub }) => pub));
        for (const { pub } of matches.flatMap(({ players }) => players)) expect(pubs.has(pub)).toBe(true);
        expect([
          ...(await store.players.byConservative(1, 0, 4)),
          ...(await store.players.byConservative(1, 4, 10_000)),
        ]).toEqual(all);
        expect(await store.players.byConservative(2, 0, 10_000)).toEqual(all.filter(({ games }) => games >= 2));
      });

      it('are found by how their keys begin', async () => {
        const start = 'f00d'.repeat(4);
        const pubs = ['0', '9', 'f'].map((last) => `${start}${last.repeat(48)}`);
        for (const pub of pubs) await store.players.see(pub, 'Name', atMs);
        await store.players.see(`f00e${'0'.repeat(60)}`, 'Another', atMs);
        const found = await store.players.startingWith(start, 10);
        expect(found.map(({ pub }) => pub).toSorted()).toEqual(pubs);
        expect(await store.players.startingWith(start, 2)).toHaveLength(2);
        expect((await store.players.startingWith(`${start}f`, 2)).map(({ pub }) => pub)).toEqual([pubs[2]]);
        expect(await store.players.startingWith('f00c'.repeat(4), 2)).toEqual([]);
      });

      it('begin with the initial rating and keep their name until another is given', async () => {
        const pub = nextPub();
        const fresh = { pub, name: 'Zoë', rating: INITIAL_RATING, games: 0, wins: 0 };
        expect(await store.players.get(pub)).toBeNull();
        expect(await store.players.see(pub, 'Zoë', atMs)).toEqual(fresh);
        expect(await store.players.see(pub, null, atMs)).toEqual(fresh);
        expect(await store.players.see(pub, "x'; DROP TABLE players", atMs)).toEqual({
          ...fresh,
          name: "x'; DROP TABLE players",
        });
        expect(await store.players.get(pub)).toMatchObject({ name: "x'; DROP TABLE players" });
      });

      it('are made once by many at the same time', async () => {
        const pub = nextPub();
        const seen = await Promise.all(Array.from({ length: 10 }, () => store.players.see(pub, 'Ann', atMs)));
        expect(new Set(seen.map((player) => JSON.stringify(player))).size).toBe(1);
      });
    });

    describe('invitations', () => {
      const invite = (by: string, created = atMs) => ({ code: nextId(), by, terms: '{"length":3}', created });

      it('are kept until one of many takes them', async () => {
        const one = invite(nextPub());
        await store.invites.put(one);
        expect(await store.invites.get(one.code)).toEqual(one);
        expect(await store.invites.countBy(one.by)).toBe(1);
        const taken = await Promise.all(Array.from({ length: 10 }, () => store.invites.take(one.code)));
        expect(taken.filter(Boolean)).toHaveLength(1);
        expect(await store.invites.get(one.code)).toBeNull();
        expect(await store.invites.countBy(one.by)).toBe(0);
      });

      it('expire by age', async () => {
        const [old, young] = [invite(nextPub(), 1000), invite(nextPub(), 2000)];
        await store.invites.put(old);
        await store.invites.put(young);
        expect(await store.invites.expire(2000)).toBe(1);
        expect(await store.invites.get(old.code)).toBeNull();
        expect(await store.invites.get(young.code)).toEqual(young);
      });
    });
  });
}
