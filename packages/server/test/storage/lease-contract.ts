import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnRow } from '../../src/domain/ports/leases.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { abortFor } from '../support/abort-for.ts';
import { event, finished, header, nextId, nextPub } from './fixtures.ts';

const atMs = 1_790_000_100_000;
const ALL = 10_000;
const SILENT_MS = 50;
/** A busy machine does not need this long for two statements. */
const LONG_MS = 2_000;

/** The contract of every store about leases, if several processes may use it. */
export function leaseContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`leases on ${name}`, () => {
    let store: OpenStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    // One process owns the matches that other tests have left.
    beforeEach(async () => {
      await store.leases.reset();
      const old = await process('old');
      for (let isDone = false; !isDone; ) {
        const free = (await store.leases.renew(old, Number.MAX_SAFE_INTEGER, ALL))?.free ?? [];
        for (const match of free) await store.leases.acquire(old.id, match);
        isDone = free.length === 0;
      }
    });

    const process = async (
      id = nextId(),
      address: string | null = null,
      beatAt = atMs,
      silentMs = SILENT_MS,
    ): Promise<OwnRow> => {
      const own = { id, address, beatAt };
      await store.leases.register(own, silentMs);
      return own;
    };
    const created = async (freeFrom = atMs) => {
      const one = header();
      expect(await store.matches.create(one, { freeFrom })).toBe('created');
      return one.id;
    };
    const ownedBy = async ({ id }: OwnRow) => {
      const match = await created();
      expect(await store.leases.acquire(id, match)).toEqual({ lostAt: null, datedUntil: null });
      return match;
    };
    const ownerOf = async (match: string) => (await store.leases.holdings([match])).get(match)?.owner?.id ?? null;
    /** Waits until the clock of the storage has gone on. */
    const silence = (ms = 2 * SILENT_MS) => new Promise((resolve) => setTimeout(resolve, ms));

    it('KT6 a match is acquired by one of several processes, and a second time only by its owner', async () => {
      for (let round = 0; round < 10; round++) {
        const all = await Promise.all(Array.from({ length: 4 }, () => process()));
        const match = await created();
        const got = await Promise.all(all.map(({ id }) => store.leases.acquire(id, match)));
        expect(got.filter((one) => one !== null)).toEqual([{ lostAt: null, datedUntil: null }]);
        const owner = all[got.findIndex((one) => one !== null)];
        expect(await ownerOf(match)).toBe(owner?.id);
        expect(await store.leases.acquire(owner?.id ?? '', match)).toEqual({ lostAt: null, datedUntil: null });
      }
    });

    it('KT7 a process without a row owns nothing', async () => {
      const match = await created();
      expect(await store.leases.acquire(nextId(), match)).toBe('expired');
      expect(await store.leases.renew({ id: nextId(), address: null, beatAt: atMs }, atMs, ALL)).toBeNull();
      expect(await ownerOf(match)).toBeNull();
    });

    it('KT8 a heartbeat reads the other processes and the matches that are free by then, the earliest first', async () => {
      const [one, other] = [await process(), await process(nextId(), 'there:7000')];
      const [late, early, later] = [await created(atMs + 20), await created(atMs + 10), await created(atMs + 30)];
      const beat = await store.leases.renew(one, atMs + 20, ALL);
      expect(beat?.free).toEqual([early, late]);
      expect(beat?.others.find(({ id }) => id === other.id)).toMatchObject({ address: 'there:7000' });
      expect(beat?.others.some(({ id }) => id === one.id)).toBe(false);
      expect((await store.leases.renew(one, atMs + 30, 1))?.free).toEqual([early]);
      expect(await store.leases.nextFree()).toBe(atMs + 10);
      for (const match of [late, early, later]) await store.leases.acquire(one.id, match);
      expect(await store.leases.nextFree()).toBeNull();
    });

    it('KT9 a process expires when the storage has not heard of it for long enough, and only then', async () => {
      const [dying, other] = [await process(), await process()];
      const match = await ownedBy(dying);
      expect(await store.leases.expire(dying.id, 60_000, atMs)).toBe(false);
      await silence(LONG_MS);
      await store.leases.renew(other, atMs, ALL);
      expect(await store.leases.expire(other.id, LONG_MS, atMs)).toBe(false);
      expect(await store.leases.expire(dying.id, LONG_MS, atMs + 7)).toBe(true);
      expect(await store.leases.expire(dying.id, LONG_MS, atMs)).toBe(false);
      expect(await ownerOf(match)).toBeNull();
      expect(await store.leases.nextFree()).toBe(atMs + 7);
      expect(await store.leases.renew(dying, atMs, ALL)).toBeNull();
      expect(await store.leases.acquire(other.id, match)).toEqual({ lostAt: atMs, datedUntil: null });
    });

    it('KT10 neither the clocks of processes nor their heartbeats of the future change who is silent', async () => {
      const ahead = await process(nextId(), null, atMs + 1_000_000);
      const behind = await process(nextId(), null, atMs - 1_000_000);
      await silence(LONG_MS);
      await store.leases.renew(behind, atMs, ALL);
      expect(await store.leases.expire(behind.id, LONG_MS, atMs)).toBe(false);
      expect(await store.leases.expire(ahead.id, LONG_MS, atMs)).toBe(true);
    });

    it('KT11 a process that starts on the address of another one ends that one’s row if it is silent', async () => {
      const before = await process(nextId(), 'here:7000');
      const match = await ownedBy(before);
      await process(nextId(), 'here:7000', atMs, 60_000);
      expect(await ownerOf(match)).toBe(before.id);
      await silence();
      await process(nextId(), 'here:7000');
      expect(await ownerOf(match)).toBeNull();
    });

    it('KT12 a match is released only at exactly its length, by its owner, and when no gap is noted', async () => {
      const [one, other] = [await process(), await process()];
      const match = await ownedBy(one);
      await store.matches.append(match, event(0));
      const release = { length: 1, freeFrom: atMs + 5, lostAt: null, datedUntil: atMs + 3 };
      expect(await store.leases.release(other.id, match, release)).toBe(false);
      expect(await store.leases.release(one.id, match, { ...release, length: 0 })).toBe(false);
      expect(await store.leases.release(one.id, match, release)).toBe(true);
      expect(await store.leases.acquire(other.id, match)).toEqual({ lostAt: null, datedUntil: atMs + 3 });
      expect(await store.leases.release(other.id, match, { ...release, lostAt: atMs + 4 })).toBe(true);
      expect(await store.leases.acquire(one.id, match)).toEqual({ lostAt: atMs + 4, datedUntil: atMs + 3 });
      expect(await store.leases.release(one.id, match, release)).toBe(false);
      await store.leases.resumed(other.id, [match]);
      expect(await store.leases.release(one.id, match, release), 'another process removes no note').toBe(false);
      await store.leases.resumed(one.id, [match]);
      expect(await store.leases.release(one.id, match, release)).toBe(true);
    });

    it('KT13 the first of several gaps is noted until the record marks it', async () => {
      const [first, second, third] = [await process(), await process(), await process()];
      const match = await ownedBy(first);
      await store.leases.leave(first.id, atMs + 1000, atMs);
      expect(await store.leases.acquire(second.id, match)).toMatchObject({ lostAt: atMs + 1000 });
      await store.leases.leave(second.id, atMs + 2000, atMs);
      expect(await store.leases.acquire(third.id, match)).toMatchObject({ lostAt: atMs + 1000 });
      await store.leases.resumed(third.id, [match]);
      await store.leases.leave(third.id, atMs + 3000, atMs);
      expect(await store.leases.acquire((await process()).id, match)).toMatchObject({ lostAt: atMs + 3000 });
    });

    it('KT4 no match is lost that a process acquires while it is expired', async () => {
      for (let round = 0; round < 20; round++) {
        const [dying, other] = [await process(), await process()];
        const matches = await Promise.all(Array.from({ length: 12 }, () => created()));
        await silence();
        const acquired = Promise.all(matches.map((match) => store.leases.acquire(dying.id, match)));
        const ends = [1, 2, 3].map(() => store.leases.expire(dying.id, SILENT_MS, atMs));
        await Promise.all([acquired, ...ends]);
        for (const match of matches) expect(await ownerOf(match)).toBeNull();
        for (const match of matches) expect(await store.leases.acquire(other.id, match)).not.toBeNull();
      }
    });

    it('KT14 a process either keeps its matches or is expired, never both, in a race', async () => {
      for (let round = 0; round < 8; round++) {
        const slow = await process();
        const match = await ownedBy(slow);
        await silence();
        const [isExpired, beat] = await Promise.all([
          store.leases.expire(slow.id, SILENT_MS, atMs),
          store.leases.renew(slow, atMs, 0),
        ]);
        expect(await ownerOf(match)).toBe(isExpired ? null : slow.id);
        if (!isExpired) expect(beat).not.toBeNull();
      }
    });

    it('KT15 a process leaves while two others expire it, without a deadlock', async () => {
      for (let round = 0; round < 15; round++) {
        const gone = await process();
        const matches = await Promise.all(Array.from({ length: 8 }, () => ownedBy(gone)));
        await silence();
        await Promise.all([
          store.leases.leave(gone.id, atMs, atMs),
          store.leases.expire(gone.id, SILENT_MS, atMs),
          store.leases.expire(gone.id, SILENT_MS, atMs),
        ]);
        for (const match of matches) expect(await ownerOf(match)).toBeNull();
      }
    });

    it('KT16 a process that knows that it is the only one frees the matches of all', async () => {
      const [one, other] = [await process(), await process(nextId(), null, atMs + 9)];
      const matches = [await ownedBy(one), await ownedBy(other)];
      await store.leases.reset();
      expect(await store.leases.renew(other, atMs, ALL)).toBeNull();
      const next = await process();
      expect((await store.leases.renew(next, atMs, ALL))?.free).toEqual(expect.arrayContaining(matches));
      expect(await store.leases.acquire(next.id, matches[1] ?? '')).toMatchObject({ lostAt: atMs + 9 });
    });

    it('KT17 a match with an owner is played and ends like any other', async () => {
      const one = await process();
      const played = header();
      await store.matches.create(played, { freeFrom: atMs });
      const aborted = await ownedBy(one);
      await store.leases.acquire(one.id, played.id);
      expect(await store.matches.append(played.id, event(0))).toBe('stored');
      await store.matches.finish(finished(played, atMs));
      await store.matches.abort(aborted, abortFor(null, atMs));
      expect(await store.leases.holdings([played.id, aborted])).toEqual(new Map());
      await store.leases.leave(one.id, atMs, atMs);
    });

    it('KT21 of several processes that acquire the lobby at once one owns it, until it releases it or is gone', async () => {
      for (const end of ['release', 'leave', 'expire'] as const) {
        const all = await Promise.all(Array.from({ length: 4 }, () => process()));
        const acquire = async () => {
          const owners = await Promise.all(all.map(({ id }) => store.leases.acquireNamed(id, 'lobby')));
          return new Set(owners.map((owner) => (owner === 'expired' ? owner : owner.id)));
        };
        const owners = await acquire();
        expect(owners.size).toBe(1);
        const owner = all.find(({ id }) => owners.has(id));
        if (!owner) throw new Error('none of them owns it');
        expect(await acquire()).toEqual(owners);
        const others = all.filter((one) => one !== owner);
        for (const { id } of others) await store.leases.releaseNamed(id, 'lobby');
        expect(await acquire()).toEqual(owners);
        if (end === 'release') await store.leases.releaseNamed(owner.id, 'lobby');
        if (end === 'leave') await store.leases.leave(owner.id, atMs, atMs);
        if (end === 'expire') {
          await silence();
          expect(await store.leases.expire(owner.id, SILENT_MS, atMs)).toBe(true);
        }
        const [next] = others;
        expect(await store.leases.acquireNamed(next?.id ?? '', 'lobby')).toMatchObject({ id: next?.id });
        await store.leases.reset();
      }
    });

    it('KT22 a process without a row does not own the lobby', async () => {
      expect(await store.leases.acquireNamed(nextId(), 'lobby')).toBe('expired');
    });

    it('KT23 a match of the lobby is created only while that process owns the lobby', async () => {
      const [one, other] = [await process(), await process()];
      await store.leases.acquireNamed(one.id, 'lobby');
      const [late, good] = [header(), header()];
      const by = ({ id }: OwnRow) => ({ freeFrom: atMs, lobbyOwner: id });
      expect(await store.matches.create(late, by(other))).toBe('not-owner');
      expect(await store.matches.header(late.id)).toBeNull();
      expect(await store.matches.create(good, by(one))).toBe('created');
      expect(await store.matches.create(header({ pubs: [nextPub(), good.players[0].pub] }), by(one))).toBe('busy');
      await store.leases.leave(one.id, atMs, atMs);
      expect(await store.matches.create(late, by(one))).toBe('not-owner');
    });

    it('KT24 numbers grow, whichever process asks', async () => {
      const numbers: number[] = [];
      for (let times = 0; times < 5; times++) numbers.push(await store.leases.number());
      expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true);
      const atOnce = await Promise.all(Array.from({ length: 20 }, () => store.leases.number()));
      expect(new Set([...numbers, ...atOnce]).size).toBe(25);
    });

    it('KT25 a process reads all others', async () => {
      const [one, other] = [await process(), await process(nextId(), 'there:7001')];
      const others = await store.leases.others(one.id);
      expect(others.find(({ id }) => id === other.id)).toMatchObject({ address: 'there:7001' });
      expect(others.some(({ id }) => id === one.id)).toBe(false);
    });
  });
}
