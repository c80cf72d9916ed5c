import { INITIAL_RATING } from 'bg-record/ratings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoundedPlayer, StoredInvite } from '../../src/domain/ports/players.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { finished, header, nextId, nextPub } from './fixtures.ts';

const atMs = 1_790_000_100_000;

const byPub = (a: BoundedPlayer, b: BoundedPlayer) => (a.pub < b.pub ? -1 : 1);
const comparePlaces = (a: BoundedPlayer, b: BoundedPlayer) =>
  b.atMost - a.atMost || b.rating.rating - a.rating.rating || b.ratedGames - a.ratedGames || byPub(a, b);

/** The contract of every store about players and invitations. */
export function peopleContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`players and invitations on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    async function pages(minGames: number, count: number): Promise<readonly BoundedPlayer[]> {
      const all: BoundedPlayer[] = [];
      for (;;) {
        const page = await store.players.byAtMost(minGames, count, all.at(-1));
        all.push(...page);
        if (page.length < count) return all;
      }
    }

    describe('players', () => {
      it('are listed by the upper bound of the conservative rating, those with enough games, by pages', async () => {
        const matches = Array.from({ length: 3 }, () => header());
        for (const one of matches) {
          await store.matches.create(one);
          await store.matches.finish(finished(one, atMs, 1));
        }
        for (let n = 0; n < 5; n++) await store.players.see(nextPub(), 'No games', atMs);
        for (const minGames of [0, 1, 2]) {
          const all = await store.players.byAtMost(minGames, 10_000);
          expect(all).toEqual(all.toSorted(comparePlaces));
          expect(all.every(({ ratedGames }) => ratedGames >= minGames)).toBe(true);
          expect(await pages(minGames, 1)).toEqual(all);
          expect(await pages(minGames, 4)).toEqual(all);
          expect(await store.players.countWithGames(minGames, 10_000)).toBe(all.length);
          expect(await store.players.withGames(minGames, 10_000)).toHaveLength(all.length);
        }
        const pubs = new Set((await store.players.byAtMost(1, 10_000)).map(({ pub }) => pub));
        for (const { pub } of matches.flatMap(({ players }) => players)) expect(pubs.has(pub)).toBe(true);
        expect(await store.players.countWithGames(0, 2)).toBe(2);
        expect(await store.players.withGames(0, 2)).toHaveLength(2);
      });

      it('are lowered in that order, unless their rating has changed in the meantime', async () => {
        const [one, two] = [header(), header()];
        for (const each of [one, two]) {
          await store.matches.create(each);
          await store.matches.finish(finished(each, atMs, 1));
        }
        const pubs = [one.players[0].pub, two.players[0].pub];
        const find = async () =>
          (await store.players.byAtMost(0, 10_000)).filter(({ pub }) => pubs.includes(pub)).toSorted(byPub);
        const [first, second] = await find();
        if (!first || !second) throw new Error('two players');
        const changed = { ...second, rating: { ...second.rating, at: atMs - 1 } };
        await store.players.lower([
          { ...first, atMost: 123.456_789_012_345_67 },
          { ...changed, atMost: 5 },
        ]);
        expect(await find()).toEqual([{ ...first, atMost: 123.456_789_012_345_67 }, second]);
        await store.players.lower([{ ...first, atMost: 500 }]);
        expect((await find())[0]?.atMost).toBe(123.456_789_012_345_67);
        await store.players.lower([]);
      });

      it('are found by the beginnings of their keys', async () => {
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

      it('begin with the initial rating and keep their name until they get another one', async () => {
        const pub = nextPub();
        const fresh = {
          pub,
          name: 'Zoë',
          rating: INITIAL_RATING,
          games: 0,
          wins: 0,
          ratedGames: 0,
          ratedWins: 0,
          country: null,
        };
        expect(await store.players.get(pub)).toBeNull();
        expect(await store.players.see(pub, 'Zoë', atMs)).toEqual(fresh);
        expect(await store.players.see(pub, "x'; DROP TABLE players", atMs)).toEqual({
          ...fresh,
          name: "x'; DROP TABLE players",
        });
        expect(await store.players.get(pub)).toMatchObject({ name: "x'; DROP TABLE players" });
      });

      it('are found together, those that are stored', async () => {
        const pubs = [nextPub(), nextPub(), nextPub()];
        for (const pub of pubs.slice(0, 2)) await store.players.see(pub, 'Name', atMs);
        const found = await store.players.among(pubs);
        expect(found.map(({ pub }) => pub).toSorted()).toEqual(pubs.slice(0, 2).toSorted());
        expect(await store.players.among([])).toEqual([]);
      });

      it('are created once by concurrent callers', async () => {
        const pub = nextPub();
        const seen = await Promise.all(Array.from({ length: 10 }, () => store.players.see(pub, 'Ann', atMs)));
        expect(new Set(seen.map((player) => JSON.stringify(player))).size).toBe(1);
      });
    });

    describe('invitations', () => {
      const invite = (by: string, created = atMs, changes: Partial<StoredInvite> = {}): StoredInvite => ({
        code: nextId(),
        by,
        terms: '{"length":3}',
        created,
        until: created,
        isPosted: false,
        to: null,
        friend: null,
        state: 'open',
        ...changes,
      });
      const put = async (...invites: readonly StoredInvite[]) => {
        for (const one of invites) await store.invites.put(one);
      };

      it('are kept until one of several callers removes them', async () => {
        const one = invite(nextPub());
        await store.invites.put(one);
        expect(await store.invites.get(one.code)).toEqual(one);
        expect(await store.invites.countBy(one.by, one.created)).toBe(1);
        expect(await store.invites.countBy(one.by, one.created + 1)).toBe(0);
        const removed = await Promise.all(Array.from({ length: 10 }, () => store.invites.remove(one)));
        expect(removed.filter(Boolean)).toHaveLength(1);
        expect(await store.invites.get(one.code)).toBeNull();
        expect(await store.invites.countBy(one.by, one.created)).toBe(0);
      });

      it('are changed or removed only as they were read, by one of several callers', async () => {
        const [one, friends] = [invite(nextPub()), [nextPub(), nextPub(), nextPub()]];
        await store.invites.put(one);
        const changes = friends.map((friend) => store.invites.change(one, { state: 'accepted', friend }));
        const changed = await Promise.all(changes);
        expect(changed.filter(Boolean)).toHaveLength(1);
        const friend = friends[changed.indexOf(true)] ?? '';
        const accepted: StoredInvite = { ...one, state: 'accepted', friend };
        expect(await store.invites.get(one.code)).toEqual(accepted);
        expect(await store.invites.remove(one)).toBe(false);
        expect(await store.invites.remove(accepted)).toBe(true);
      });

      it('end with the match that comes of them, or neither happens', async () => {
        const one = invite(nextPub());
        await store.invites.put(one);
        const [sitting, free] = [header(), header()];
        await store.matches.create(sitting);
        const busy = header({ pubs: [nextPub(), sitting.players[0].pub] });
        expect(await store.matches.create(busy, { invite: one })).toBe('busy');
        expect(await store.invites.get(one.code)).toEqual(one);
        expect(await store.matches.create(free, { invite: { ...one, friend: nextPub() } })).toBe('not-open');
        const several = Array.from({ length: 5 }, () => header());
        const made = await Promise.all(several.map((match) => store.matches.create(match, { invite: one })));
        expect(made.toSorted()).toEqual(['created', ...Array(4).fill('not-open')]);
        expect(await store.invites.get(one.code)).toBeNull();
        for (const [index, { id }] of several.entries())
          expect((await store.matches.header(id))?.id ?? null).toBe(made[index] === 'created' ? id : null);
        expect(await store.matches.header(free.id)).toBeNull();
      });

      it('get other terms from one of several callers only, whatever has changed besides, and keep them', async () => {
        const one = invite(nextPub());
        await store.invites.put(one);
        const { state, friend } = one;
        const texts = ['a', 'b', 'c'];
        const changed = await Promise.all(texts.map((terms) => store.invites.change(one, { state, friend, terms })));
        expect(changed.filter(Boolean)).toHaveLength(1);
        const terms = texts[changed.indexOf(true)] ?? '';
        expect(await store.invites.get(one.code)).toEqual({ ...one, terms });
        // This caller has read the invitation before.
        expect(await store.invites.change(one, { state: 'accepted', friend: one.by })).toBe(true);
        expect(await store.invites.get(one.code)).toEqual({ ...one, terms, state: 'accepted', friend: one.by });
        expect(await store.invites.change({ ...one, terms }, { state, friend, terms: 'd' })).toBe(false);
      });

      it('are listed and counted for their author and for the challenged player, the newest first', async () => {
        const [alice, bob, carol] = [nextPub(), nextPub(), nextPub()];
        const link = invite(alice, 5000);
        const accepted = invite(alice, 6000, { state: 'accepted', friend: bob });
        const challenge = invite(alice, 7000, { to: bob });
        const declined = invite(alice, 8000, { to: bob, state: 'declined' });
        const withdrawn = invite(alice, 9000, { to: carol, state: 'withdrawn' });
        await put(challenge, link, withdrawn, accepted, declined);
        expect(await store.invites.sentBy(alice, 0, 10)).toEqual([declined, challenge, accepted, link]);
        expect(await store.invites.sentBy(alice, 6000, 2)).toEqual([declined, challenge]);
        expect(await store.invites.receivedBy(bob, 0, 10)).toEqual([challenge, accepted]);
        expect(await store.invites.receivedBy(bob, 7000, 10)).toEqual([challenge]);
        expect(await store.invites.receivedBy(bob, 0, 1)).toEqual([challenge]);
        expect(await store.invites.receivedBy(carol, 0, 10)).toEqual([]);
        expect(await store.invites.countReceived(bob, 0)).toBe(2);
        expect(await store.invites.countReceived(bob, 6001)).toBe(1);
        expect(await store.invites.countBy(alice, 0)).toBe(3);
        expect(await store.invites.countChallenges({ by: alice, since: 0 })).toBe(3);
        expect(await store.invites.countChallenges({ by: alice, since: 7001 })).toBe(2);
        expect(await store.invites.countChallenges({ by: alice, since: 0, to: bob })).toBe(2);
        expect(await store.invites.countChallenges({ since: 0, to: bob })).toBe(2);
        expect(await store.invites.countChallenges({ since: 0, to: alice })).toBe(0);
        expect((await store.invites.concerned([alice, bob, carol, nextPub()])).toSorted()).toEqual(
          [alice, bob].toSorted(),
        );
        expect(await store.invites.concerned([])).toEqual([]);
      });

      it('are open games that everybody sees until somebody accepts or they end, the newest first', async () => {
        const [alice, bob] = [nextPub(), nextPub()];
        const future = atMs + 1e12;
        const posted = (by: string, at: number, changes: Partial<StoredInvite> = {}) =>
          invite(by, future + at, { until: future + at + 10, isPosted: true, ...changes });
        const [first, second, others] = [posted(alice, 0), posted(alice, 5), posted(bob, 7)];
        const accepted = posted(alice, 6, { state: 'accepted', friend: bob });
        await put(second, first, invite(alice, future + 8), accepted, others);
        expect(await store.invites.posted(future + 9, 10)).toEqual([others, second, first]);
        expect(await store.invites.posted(future + 9, 2)).toEqual([others, second]);
        expect(await store.invites.posted(future + 11, 10)).toEqual([others, second]);
        expect(await store.invites.countPosted(alice, future + 9)).toBe(3);
        expect(await store.invites.countPosted(alice, future + 11)).toBe(2);
        expect(await store.invites.countPosted(bob, future)).toBe(1);
      });

      it('expire by age', async () => {
        const [old, young] = [invite(nextPub(), 1000), invite(nextPub(), 2000)];
        await put(old, young);
        expect(await store.invites.expire(2000)).toBe(1);
        expect(await store.invites.get(old.code)).toBeNull();
        expect(await store.invites.get(young.code)).toEqual(young);
      });
    });
  });
}
