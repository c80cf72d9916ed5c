import { INITIAL_RATING, type Meeting } from 'bg-record/ratings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventTexts } from '../../src/domain/event-texts.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { abortFor } from '../support/abort-for.ts';
import { asInRow, event, finished, header, nextId, nextPub, record, shift } from './fixtures.ts';

const atMs = 1_790_000_100_000;

/** The contract of every store. `open` opens the same data each time. */
export function storageContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`storage on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const reopen = async () => {
      await store.close();
      store = await open();
    };

    describe('live matches', () => {
      it('returns header and events, also after reopening', async () => {
        const one = header();
        await store.matches.create(one);
        for (let n = 0; n < 5; n++) expect(await store.matches.append(one.id, event(n))).toBe('stored');
        await reopen();
        expect(await store.matches.live(one.id)).toEqual({ header: one, events: [0, 1, 2, 3, 4].map((n) => event(n)) });
        expect(await store.matches.live(nextId())).toBeNull();
      });

      it('returns a part of the events, and the state of a match', async () => {
        const one = header();
        await store.matches.create(one);
        expect(await store.matches.page(one.id, 0, 9)).toEqual(EventTexts.none);
        const events = Array.from({ length: 9 }, (_, n) => event(n));
        for (const each of events) await store.matches.append(one.id, each);
        for (const [from, count] of [
          [0, 4],
          [4, 4],
          [8, 4],
          [9, 4],
          [2 ** 40, 4],
          [0, 2 ** 40],
        ] as const) {
          const wanted = events.slice(from, from + count);
          expect((await store.matches.page(one.id, from, count))?.parse()).toEqual(wanted);
          const looked = await store.matches.look(one.id, from, count);
          expect({ ...looked, events: looked?.events.parse() }).toEqual({ header: one, length: 9, events: wanted });
        }
        expect(await store.matches.page(nextId(), 0, 4)).toBeNull();
        expect(await store.matches.look(nextId(), 0, 4)).toBeNull();
        expect(await store.matches.stateOf(one.id)).toBe('live');
        expect(await store.matches.stateOf(nextId())).toBeNull();
        await store.matches.finish(finished(one, atMs));
        expect(await store.matches.stateOf(one.id)).toBe('finished');
        expect(await store.matches.page(one.id, 0, 4)).toBeNull();
      });

      it('lists the oldest first', async () => {
        const [late, early] = [header({ created: 2000 }), header({ created: 1000 })];
        await store.matches.create(late);
        await store.matches.create(early);
        const ids = await store.matches.liveIds();
        expect(ids.slice(0, 2)).toEqual([early.id, late.id]);
      });

      it('lets one of twenty writers of the same event win', async () => {
        const one = header();
        await store.matches.create(one);
        const verdicts = await Promise.all(
          Array.from({ length: 20 }, (_, note) => store.matches.append(one.id, event(0, note))),
        );
        expect(verdicts.filter((verdict) => verdict === 'stored')).toHaveLength(1);
        const kept = await store.matches.live(one.id);
        expect(kept?.events).toEqual([event(0, verdicts.indexOf('stored'))]);
      });

      it('returns a separate result for each of many matches in one batch', async () => {
        const matches = Array.from({ length: 40 }, () => header());
        for (const one of matches) await store.matches.create(one);
        const unknown = nextId();
        const taken = matches[7]?.id ?? '';
        await store.matches.append(taken, event(0, 1));
        const verdicts = await Promise.all(
          [unknown, ...matches.map(({ id }) => id)].map((id) => store.matches.append(id, event(0, 2))),
        );
        expect(verdicts[0]).toBe('conflict');
        expect(verdicts.slice(1)).toEqual(matches.map(({ id }) => (id === taken ? 'conflict' : 'stored')));
      });

      it('stores nothing after an event that lost its number', async () => {
        const one = header();
        await store.matches.create(one);
        await store.matches.append(one.id, event(0));
        const verdicts = await Promise.all(
          [event(0, 5), event(1), event(2)].map((each) => store.matches.append(one.id, each)),
        );
        expect(verdicts).toEqual(['conflict', 'conflict', 'conflict']);
        expect((await store.matches.live(one.id))?.events).toEqual([event(0)]);
      });

      it('LN17 stores no event without the one before it, alone or among others', async () => {
        const [one, other] = [header(), header()];
        for (const each of [one, other]) await store.matches.create(each);
        expect(await store.matches.append(one.id, event(1))).toBe('conflict');
        await store.matches.append(one.id, event(0));
        expect(await store.matches.append(one.id, event(2))).toBe('conflict');
        const verdicts = await Promise.all([
          store.matches.append(other.id, event(0)),
          store.matches.append(one.id, event(3)),
          store.matches.append(other.id, event(1)),
        ]);
        expect(verdicts).toEqual(['stored', 'conflict', 'stored']);
        expect((await store.matches.live(one.id))?.events).toEqual([event(0)]);
        expect((await store.matches.live(other.id))?.events).toEqual([event(0), event(1)]);
      });

      it('keeps the order of a pipelined match', async () => {
        const one = header();
        await store.matches.create(one);
        const verdicts = await Promise.all(
          Array.from({ length: 600 }, (_, n) => store.matches.append(one.id, event(n))),
        );
        expect(new Set(verdicts)).toEqual(new Set(['stored']));
        expect((await store.matches.live(one.id))?.events.map(({ n }) => n)).toEqual(
          Array.from({ length: 600 }, (_, n) => n),
        );
      });

      it('YT19 leaves out a match that ends while it is read, and never shows a part of it', async () => {
        const correspondence = { clock: null, moveMs: 86_400_000, absenceMs: null, rated: false };
        for (let round = 0; round < 50; round++) {
          const one = header(correspondence);
          const { pub } = one.players[0];
          await store.matches.create(one);
          for (let n = 0; n < 3; n++) await store.matches.append(one.id, event(n));
          const reads = [1, 2, 3].map(() => [store.matches.turnsOf(pub), store.matches.live(one.id)] as const);
          await store.matches.abort(one.id, abortFor(null, atMs));
          for (const [list, match] of reads) {
            expect((await list).length).toBeLessThanOrEqual(1);
            const found = await match;
            if (found !== null) expect(found.events).toHaveLength(3);
          }
        }
      });
    });

    describe('keys of the server', () => {
      it('are listed for each live match that names another one', async () => {
        const [one, two, gone, own] = [nextPub(), nextPub(), nextPub(), nextPub()].map((server) => header({ server }));
        if (!one || !two || !gone || !own) throw new Error('four headers expected');
        for (const each of [one, two, gone, own]) await store.matches.create(each);
        await store.matches.abort(gone.id, abortFor(null, atMs));
        const servers = await store.matches.liveServers(own.server);
        const found = [one, two, gone, own].map(({ id }) => servers.get(id));
        expect(found).toEqual([one.server, two.server, undefined, undefined]);
        expect([await store.matches.header(one.id), await store.matches.header(gone.id)]).toEqual([one, null]);
      });

      it('have one statement each, the first that was stored', async () => {
        const [a, b, c] = [nextPub(), nextPub(), nextPub()];
        const statement = { previous: a, next: b, sig: a + a };
        await store.successions.keep(statement);
        await Promise.all([1, 2, 3].map(() => store.successions.keep({ previous: c, next: b, sig: c + c })));
        await store.successions.keep({ previous: a, next: c, sig: a + b });
        await reopen();
        const kept = (await store.successions.all()).filter(({ previous }) => [a, c].includes(previous));
        expect(kept.toSorted((x, y) => Number(x.next === c) - Number(y.next === c))).toEqual([
          statement,
          { previous: a, next: c, sig: a + b },
        ]);
      });
    });

    describe('bans', () => {
      it('are stored one per subject, the last one wins, until they are removed or expire', async () => {
        const [a, b, c] = [nextPub(), nextPub(), nextPub()];
        const ban = (subject: string, until: number | null, reason: string | null = null) => ({
          subject,
          until,
          reason,
          created: atMs,
        });
        await store.bans.put(ban(a, atMs + 1));
        await store.bans.put(ban(b, null, 'rude'));
        await store.bans.put(ban(c, atMs));
        await store.bans.put(ban(a, atMs + 2, 'very rude'));
        await reopen();
        const all = async () => (await store.bans.all()).filter(({ subject }) => [a, b, c].includes(subject));
        expect(await all()).toEqual(
          [ban(a, atMs + 2, 'very rude'), ban(b, null, 'rude'), ban(c, atMs)].toSorted((x, y) =>
            x.subject < y.subject ? -1 : 1,
          ),
        );
        await store.bans.expire(atMs);
        expect((await all()).map(({ subject }) => subject)).toEqual([a, b].toSorted());
        expect(await store.bans.remove(b)).toBe(true);
        expect(await store.bans.remove(b)).toBe(false);
        expect(await all()).toEqual([ban(a, atMs + 2, 'very rude')]);
      });
    });

    describe('a seat', () => {
      const bots = [false, true] as const;

      it('is found by its person in either seat, and not for bots', async () => {
        const [person, other, bot] = [nextPub(), nextPub(), nextPub()];
        const one = header({ pubs: [person, bot], bots, rated: false });
        const two = header({ pubs: [bot, other], bots: [true, false], rated: false });
        expect(await store.matches.create(one)).toBe('created');
        expect(await store.matches.create(two)).toBe('created');
        expect(await store.matches.seatsOf([person, bot, other, nextPub()])).toEqual(
          new Map([
            [person, one.id],
            [other, two.id],
          ]),
        );
        expect(await store.matches.seatsOf([])).toEqual(new Map());
        await reopen();
        expect(await store.matches.liveOf(person)).toBe(one.id);
        expect(await store.matches.liveOf(other)).toBe(two.id);
        expect(await store.matches.liveOf(bot)).toBeNull();
        expect(await store.matches.liveOf(nextPub())).toBeNull();
      });

      it('is unique per person: of twenty concurrent matches with one of two people, one begins', async () => {
        const busy = nextPub();
        const matches = Array.from({ length: 20 }, (_, index) =>
          header({ pubs: index % 2 === 0 ? [busy, nextPub()] : [nextPub(), busy] }),
        );
        const made = await Promise.all(matches.map((one) => store.matches.create(one)));
        expect(made.toSorted()).toEqual([...Array(19).fill('busy'), 'created']);
        const begun = matches[made.indexOf('created')];
        expect(await store.matches.liveOf(busy)).toBe(begun?.id);
        // The other players, whose matches did not begin, have no seats.
        for (const { id, players } of matches) {
          if (id !== begun?.id) expect(await store.matches.live(id)).toBeNull();
          for (const { pub } of players)
            expect(await store.matches.liveOf(pub)).toBe(pub === busy || id === begun?.id ? begun?.id : null);
        }
      });

      it('is free again after a finish and after an abort', async () => {
        const pubs = [nextPub(), nextPub()] as const;
        const [one, two, three] = [header({ pubs }), header({ pubs }), header({ pubs })];
        await store.matches.create(one);
        expect(await store.matches.create(two)).toBe('busy');
        await store.matches.finish(finished(one, atMs));
        expect(await store.matches.liveOf(pubs[0])).toBeNull();
        expect(await store.matches.create(two)).toBe('created');
        await store.matches.abort(two.id, abortFor(null, atMs));
        expect(await store.matches.create(three)).toBe('created');
        expect(await store.matches.liveOf(pubs[1])).toBe(three.id);
      });

      it('stays taken when a finish is rolled back', async () => {
        const one = header();
        const [{ pub }] = one.players;
        await store.matches.create(one);
        const rate = () => {
          throw new Error('no rating today');
        };
        await expect(store.matches.finish({ ...finished(one, atMs), rate })).rejects.toThrow('no rating today');
        expect(await store.matches.liveOf(pub)).toBe(one.id);
        expect(await store.matches.create(header({ pubs: [nextPub(), pub] }))).toBe('busy');
      });
    });

    describe('an abort', () => {
      it('with a length happens only at exactly this length, even during a concurrent append', async () => {
        for (let round = 0; round < 10; round++) {
          const one = header();
          await store.matches.create(one);
          await store.matches.append(one.id, event(0));
          expect(await store.matches.abort(one.id, abortFor(null, atMs), 0)).toBe('conflict');
          const [aborted, stored] = await Promise.all([
            store.matches.abort(one.id, abortFor(null, atMs), 1),
            store.matches.append(one.id, event(1)),
          ]);
          expect([aborted, stored].toSorted()).toEqual(
            aborted === 'aborted' ? ['aborted', 'conflict'] : ['conflict', 'stored'],
          );
          expect((await store.matches.live(one.id))?.events.length ?? null).toBe(aborted === 'aborted' ? null : 2);
        }
        expect(await store.matches.abort(nextId(), abortFor(null, atMs), 0)).toBe('conflict');
      });

      it('ends the match, and keeps the key to blame and the notice alone', async () => {
        const one = header();
        const [blamed, innocent] = one.players.map(({ pub }) => pub) as [string, string];
        await store.matches.create(one);
        await store.matches.append(one.id, event(0));
        const proof = { n: 1, head: '0'.repeat(64), reason: 'left', sig: '1'.repeat(128) };
        expect(await store.matches.aborted(one.id)).toBeNull();
        await store.matches.abort(one.id, { ...abortFor(blamed, atMs), proof });
        expect(await store.matches.aborted(one.id)).toEqual({ reason: 'left', proof });
        expect(await store.matches.live(one.id)).toBeNull();
        expect(await store.matches.append(one.id, event(1))).toBe('conflict');
        expect(await store.records.row(one.id)).toBeNull();
        expect(await store.matches.abortsSince(blamed, atMs)).toBe(1);
        expect(await store.matches.abortsSince(blamed, atMs + 1)).toBe(0);
        expect(await store.matches.abortsSince(innocent, 0)).toBe(0);
      });

      it('counts once when repeated, and may blame no player', async () => {
        const [one, two] = [header(), header()];
        const [blamed] = one.players.map(({ pub }) => pub) as [string, string];
        await store.matches.create(one);
        await store.matches.create(two);
        await store.matches.abort(one.id, abortFor(blamed, atMs));
        await store.matches.abort(one.id, abortFor(blamed, atMs + 1));
        await store.matches.abort(two.id, abortFor(null, atMs));
        expect(await store.matches.abortsSince(blamed, 0)).toBe(1);
        expect(await store.matches.live(two.id)).toBeNull();
        expect(await store.matches.aborted(two.id)).toEqual({ reason: 'left', proof: null });
      });
    });

    describe('a finish', () => {
      it('stores record, row, ratings and game counts in one transaction', async () => {
        const one = header();
        const [p0, p1] = one.players.map(({ pub }) => pub) as [string, string];
        await store.players.see(p0, 'Ann', atMs);
        await store.matches.create(one);
        await store.matches.append(one.id, event(0));
        const row = await store.matches.finish(finished(one, atMs, 1));
        const after = shift([INITIAL_RATING, INITIAL_RATING], atMs);
        const ratings = after.map((rating) => ({ before: asInRow(INITIAL_RATING), after: asInRow(rating) }));
        const { header: top, result, finalHash } = record(one, 1);
        expect(row).toEqual({ record: { header: top, result, finalHash }, finishedAt: atMs, ratings });
        await reopen();
        expect(await store.records.row(one.id)).toEqual(row);
        expect(await store.records.read(one.id)).toEqual(record(one, 1));
        expect(await store.matches.live(one.id)).toBeNull();
        expect(await store.matches.append(one.id, event(1))).toBe('conflict');
        const counts = { games: 1, wins: 0, ratedGames: 1, ratedWins: 0 };
        const ann = { pub: p0, name: 'Ann', rating: after[0], ...counts, country: null };
        expect(await store.players.get(p0)).toEqual(ann);
        expect(await store.players.get(p1)).toMatchObject({ rating: after[1], games: 1, wins: 1, ratedWins: 1 });
      });

      it('returns the same row when repeated, and changes nothing more', async () => {
        const one = header();
        const [p0] = one.players.map(({ pub }) => pub) as [string];
        await store.matches.create(one);
        const first = await store.matches.finish(finished(one, atMs));
        const player = await store.players.get(p0);
        expect(await store.matches.finish(finished(one, atMs + 1))).toEqual(first);
        expect(await store.players.get(p0)).toEqual(player);
      });

      it('rates every one of many matches that end at once between the same players', async () => {
        const pubs = [nextPub(), nextPub()] as const;
        const matches = Array.from({ length: 12 }, (_, index) =>
          header({ pubs: index % 2 === 0 ? pubs : [pubs[1], pubs[0]], bots: [true, true] }),
        );
        for (const one of matches) await store.matches.create(one);
        await Promise.all(
          matches
            .flatMap((one) => [finished(one, atMs), finished(one, atMs)])
            .map((each) => store.matches.finish(each)),
        );
        const rows = (await store.records.recentRows(12, pubs[0])).toReversed();
        expect(rows).toHaveLength(12);
        let expected = { [pubs[0]]: INITIAL_RATING, [pubs[1]]: INITIAL_RATING };
        let [isFirst, vouched]: [boolean, Record<string, boolean>] = [true, {}];
        for (const { record: ended, ratings } of rows) {
          const [a, b] = ended.header.players.map(({ pub }) => pub) as [string, string];
          const before = [expected[a] ?? INITIAL_RATING, expected[b] ?? INITIAL_RATING] as const;
          const meeting: Meeting = { isFirst, vouched: [vouched[a] ?? false, vouched[b] ?? false] };
          const after = shift(before, atMs, meeting);
          const inRow = (rating: typeof before) => rating.map(asInRow);
          expect(ratings?.map((one) => one.before)).toEqual(inRow(before));
          expect(ratings?.map((one) => one.after)).toEqual(inRow(after));
          vouched = { ...vouched, [a]: vouched[a] || after[0].known > before[0].known };
          vouched = { ...vouched, [b]: vouched[b] || after[1].known > before[1].known };
          isFirst = false;
          expected = { [a]: after[0], [b]: after[1] };
        }
        expect(vouched).toEqual({ [pubs[0]]: true, [pubs[1]]: true });
        for (const pub of pubs)
          expect(await store.players.get(pub)).toMatchObject({ rating: expected[pub], games: 12, wins: 6 });
      });

      it('does not change ratings in an unrated match', async () => {
        const one = header({ rated: false });
        await store.matches.create(one);
        const never = { ...finished(one, atMs), rate: () => expect.fail('an unrated match was rated') };
        expect((await store.matches.finish(never)).ratings).toBeNull();
        const [player] = one.players;
        expect(await store.players.get(player.pub)).toMatchObject({ rating: INITIAL_RATING, games: 1, wins: 1 });
      });

      it('is rolled back when the rating fails', async () => {
        const one = header();
        await store.matches.create(one);
        await store.matches.append(one.id, event(0));
        const broken = {
          ...finished(one, atMs),
          rate: () => {
            throw new Error('no rating today');
          },
        };
        await expect(store.matches.finish(broken)).rejects.toThrow('no rating today');
        expect((await store.matches.live(one.id))?.events).toEqual([event(0)]);
        expect(await store.records.row(one.id)).toBeNull();
        expect(await store.players.get(one.players[0].pub)).toBeNull();
      });

      it('refuses an aborted match', async () => {
        const one = header();
        await store.matches.create(one);
        await store.matches.abort(one.id, abortFor(null, atMs));
        await expect(store.matches.finish(finished(one, atMs))).rejects.toThrow('neither live nor finished');
      });
    });

    describe('dice', () => {
      it('of a finished match are added to the totals once', async () => {
        const before = await store.dice.totals();
        const one = header();
        await store.matches.create(one);
        await store.matches.finish(finished(one, atMs));
        await store.matches.finish(finished(one, atMs));
        const after = await store.dice.totals();
        expect(after.map((count, face) => count - (before[face] ?? 0))).toEqual([3, 1, 4, 1, 5, 9]);
      });
    });

    describe('records', () => {
      it('come newest first, of all players or of one', async () => {
        const pub = nextPub();
        const matches = [0, 1, 2].map((seat) =>
          header(seat === 1 ? { pubs: [nextPub(), pub] } : { pubs: [pub, nextPub()] }),
        );
        for (const one of matches) {
          await store.matches.create(one);
          await store.matches.finish(finished(one, atMs));
        }
        const newestFirst = matches.map(({ id }) => id).toReversed();
        expect(await store.records.recentIds(3)).toEqual(newestFirst);
        expect((await store.records.recentRows(2)).map((row) => row.record.header.id)).toEqual(newestFirst.slice(0, 2));
        expect((await store.records.recentRows(25, pub)).map((row) => row.record.header.id)).toEqual(newestFirst);
        const older = await store.records.recentRows(2, pub, newestFirst[0]);
        expect(older.map((row) => row.record.header.id)).toEqual(newestFirst.slice(1, 3));
        expect(await store.records.recentRows(2, pub, newestFirst.at(-1))).toEqual([]);
        expect(await store.records.recentRows(2, pub, nextId())).toEqual([]);
      });

      it('are not found by other ids', async () => {
        expect(await store.records.read(nextId())).toBeNull();
        expect(await store.records.gzip(nextId())).toBeNull();
        expect(await store.records.row(nextId())).toBeNull();
      });

      it('are told to each person once, and not to bots', async () => {
        const one = header({ bots: [false, true], rated: false });
        const [person, bot] = one.players;
        await store.matches.create(one);
        const row = await store.matches.finish(finished(one, atMs));
        expect(await store.records.untold(person.pub)).toEqual(row);
        expect(await store.records.untold(bot.pub)).toBeNull();
        await store.records.markTold(one.id, nextPub());
        expect(await store.records.untold(person.pub)).toEqual(row);
        await store.records.markTold(one.id, person.pub);
        expect(await store.records.untold(person.pub)).toBeNull();
      });

      it('count the rated matches of a pair in either order', async () => {
        const pubs = [nextPub(), nextPub()] as const;
        const matches = [header({ pubs }), header({ pubs: [pubs[1], pubs[0]] }), header({ pubs, rated: false })];
        for (const [index, one] of matches.entries()) {
          await store.matches.create(one);
          await store.matches.finish(finished(one, atMs + index));
        }
        expect(await store.matches.ratedSince(pubs, atMs)).toBe(2);
        expect(await store.matches.ratedSince([pubs[1], pubs[0]], atMs + 1)).toBe(1);
        expect(await store.matches.ratedSince([pubs[0], nextPub()], 0)).toBe(0);
      });
    });
  });
}
