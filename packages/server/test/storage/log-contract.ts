import { seededRandom } from '@anchor/testkit/random';
import { decodeLogEntry, type LogEntry, type MatchEntry } from 'bg-record';
import {
  ed25519Signer,
  formatCheckpoint,
  hashLeaf,
  LogReader,
  LogWriter,
  MemoryStorage,
  openCheckpoint,
  storageSource,
  tilePath,
  tilesOfSize,
} from 'tlog-kit';
import { afterEach, describe, expect, it } from 'vitest';
import type { PublicLogStore } from '../../src/domain/ports/log.ts';
import { publishedLog } from '../../src/domain/public-log/published-log.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { abortFor } from '../support/abort-for.ts';
import { event, finished, header, nextId, nextPub } from './fixtures.ts';

const atMs = 1_790_000_100_000;
const origin = 'example.org/log';
const signer = ed25519Signer(origin, new Uint8Array(32).fill(7));

const analysis = (match = nextId()): LogEntry => ({
  type: 'analysis',
  match,
  engine: 'engine:1',
  ply: 2,
  report: 'ab'.repeat(32),
  worker: null,
  at: atMs,
});
const readEntry = (bytes: Uint8Array) => {
  const entry = decodeLogEntry(bytes);
  if (!entry.ok) throw new Error(entry.message);
  return entry.value;
};
const entriesOf = async (log: PublicLogStore) => (await log.entriesFrom(0, 10_000)).map(readEntry);
const textOf = (size: number) =>
  formatCheckpoint({ origin, size, root: new Uint8Array(32).fill(size), extensions: [] });
const must = <T>(result: { ok: true; value: T } | { ok: false; message: string }): T => {
  if (!result.ok) throw new Error(result.message);
  return result.value;
};

/** The contract of the storage of the public log. `open` opens new, empty data each time. */
export function logContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`the public log on ${name}`, () => {
    const opened: OpenStore[] = [];
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });
    const openNew = async () => {
      const store = await open();
      opened.push(store);
      return store;
    };
    const openCreated = async () => {
      const store = await openNew();
      await store.publicLog.commit(null, textOf(0));
      return store;
    };
    const finish = async (store: OpenStore, pubs = [nextPub(), nextPub()] as const, at = atMs) => {
      const one = header({ pubs });
      await store.matches.create(one);
      await store.matches.finish(finished(one, at));
      return one;
    };

    it('commits one of several checkpoints on the same one', async () => {
      const { publicLog: log } = await openNew();
      expect(await log.readCommitted()).toBeNull();
      expect(await log.commit(textOf(0), textOf(1))).toBe(false);
      const created = await Promise.all([0, 1, 2, 3].map((size) => log.commit(null, textOf(size))));
      expect(created.filter(Boolean)).toHaveLength(1);
      const first = textOf(created.indexOf(true));
      expect(await log.readCommitted()).toBe(first);
      const next = await Promise.all([11, 12, 13, 14].map((size) => log.commit(first, textOf(size))));
      expect(next.filter(Boolean)).toHaveLength(1);
      expect(await log.readCommitted()).toBe(textOf(11 + next.indexOf(true)));
      expect(await log.commit(first, textOf(20))).toBe(false);
      expect(await log.commit(null, textOf(20))).toBe(false);
    });

    it('commits nothing after a halt until it is resumed, and keeps the first reason', async () => {
      const { publicLog: log } = await openCreated();
      await log.halt('rolled-back: first');
      await log.halt('forked: second');
      expect(await log.haltReason()).toBe('rolled-back: first');
      expect(await log.commit(textOf(0), textOf(1))).toBe(false);
      expect([await log.resume(), await log.resume()]).toEqual([true, false]);
      expect(await log.haltReason()).toBeNull();
      expect(await log.commit(textOf(0), textOf(1))).toBe(true);
    });

    it('replaces a log: statements first, then all matches as imported ones, then what else was entered or waited', async () => {
      const store = await openCreated();
      const { publicLog: log } = store;
      const [entered, waiting] = [analysis(), analysis()];
      const played = await finish(store);
      await log.add(entered, atMs);
      await log.assign(10);
      await log.add(waiting, atMs);
      const [pub, sig] = ['ab'.repeat(32), 'cd'.repeat(64)];
      const key = 'example.org/log+033de0ae+Ac4zctda0e5eza';
      const named: LogEntry = { type: 'log-key', origin: 'example.org/log-2', key, server: pub, sig };
      const ended: LogEntry = { type: 'log-end', origin, key, size: 2, root: pub, at: atMs, server: pub, sig };
      await log.replace(textOf(0), [named, ended], atMs);
      expect([await log.hasEnded(origin), await log.hasEnded('example.org/log-2')]).toEqual([true, false]);
      expect([await log.readCommitted(), await log.readPublished(), await log.haltReason()]).toEqual([
        textOf(0),
        null,
        null,
      ]);
      expect(await log.assign(10)).toBe(5);
      const entries = await entriesOf(log);
      expect(entries.filter((entry) => entry.type !== 'match')).toEqual([named, ended, entered, waiting]);
      expect(entries[2]).toMatchObject({ type: 'match', id: played.id, imported: true });
    });

    it('has the files and notes of a log in memory, byte for byte, at every size', async () => {
      const { publicLog: log } = await openNew();
      const memory = new MemoryStorage();
      const writers = await Promise.all(
        [log, memory].map(async (storage) => must(await LogWriter.open({ origin, signer, storage }))),
      );
      const accept = (note: string | Uint8Array) => openCheckpoint(note, origin, [signer.key]);
      const reader = must(LogReader.resume({ origin, accept, source: storageSource(log) }, null));
      const random = seededRandom(5);
      for (let size = 0; size < 600; ) {
        const count = 1 + Math.floor(random() ** 3 * 200);
        for (let i = 0; i < count; i++) await log.add(analysis(), atMs);
        expect(await log.assign(10_000)).toBe(count);
        const batch = await log.entriesFrom(size, 10_000);
        expect(batch).toHaveLength(count);
        const partial = tilePath({ level: 'entries', index: Math.floor(size / 256), width: (size % 256) + 1 });
        expect(await log.read(partial), 'of no committed tree').toBeNull();
        const [own, other] = await Promise.all(writers.map(async (writer) => must(await writer.append(batch, size))));
        expect(own).toEqual(other);
        const view = must(await reader.update()).view;
        size += count;
        expect(view.checkpoint.size).toBe(size);
        for (const place of tilesOfSize(size)) {
          const path = tilePath(place);
          expect(Buffer.from((await log.read(path))!).equals(memory.files.get(path)!), path).toBe(true);
          if (place.level !== 0) continue;
          const bundle = tilePath({ ...place, level: 'entries' });
          expect(Buffer.from((await log.read(bundle))!).equals(memory.files.get(bundle)!), bundle).toBe(true);
        }
        // Also what the log served earlier.
        for (const [path, bytes] of memory.files)
          if (random() < 0.1) expect(Buffer.from((await log.read(path))!).equals(bytes), path).toBe(true);
      }
      expect(await log.readPublished()).toBe(await memory.readPublished());
      const last = (await log.publishedSize())! - 1;
      const [entry] = await log.entriesFrom(last, 5);
      expect(must(await reader.newest!.tree.leafHash(last))).toEqual(hashLeaf(entry!));
      for (const path of ['tile/5/000', 'tile/0/x999/x999/x999/x999/999', 'tile/entries/x001/000', 'tile/63/000.p/1'])
        expect(await log.read(path)).toBeNull();
    }, 60_000);

    it('keeps staged tiles under their checkpoint until a tree of that size is complete', async () => {
      const { publicLog: log } = await openCreated();
      const tiles = (fill: number) =>
        new Map([[tilePath({ level: 0, index: 0, width: 2 }), new Uint8Array(64).fill(fill)]]);
      for (const size of [2, 3, 3, 4]) await log.stage(textOf(size), tiles(size));
      expect(await log.readStaged(textOf(3))).toEqual(tiles(3));
      expect(await log.readStaged(textOf(9))).toBeNull();
      await log.unstage(textOf(3));
      expect([await log.readStaged(textOf(2)), await log.readStaged(textOf(3))]).toEqual([null, null]);
      expect(await log.readStaged(textOf(4))).toEqual(tiles(4));
    });

    it('TG23 lets several processes stage the same tree at once', async () => {
      const { publicLog: log } = await openCreated();
      const files = new Map(
        [0, 1, 2].map((index) => [tilePath({ level: 0, index, width: 256 }), new Uint8Array(256 * 32).fill(index)]),
      );
      await Promise.all(Array.from({ length: 8 }, () => log.stage(textOf(768), files)));
      expect(await log.readStaged(textOf(768))).toEqual(files);
    });

    it('does not replace a wider tile by a narrower one, nor a larger note by a smaller one', async () => {
      const { publicLog: log } = await openCreated();
      const bytes = Uint8Array.from({ length: 3 * 32 }, (_, i) => i);
      const tile = (width: number) => tilePath({ level: 1, index: 0, width });
      for (const width of [2, 3, 1]) await log.write(new Map([[tile(width), bytes.subarray(0, 32 * width)]]));
      for (const width of [1, 2, 3])
        expect([...(await log.read(tile(width)))!]).toEqual([...bytes.subarray(0, 32 * width)]);
      expect(await log.read(tile(4))).toBeNull();
      await Promise.all([3, 9, 5, 9, 1].map((size) => log.publish(`note ${size}`, size)));
      expect([await log.readPublished(), await log.publishedSize()]).toEqual(['note 9', 9]);
    });

    it('gives each entry one position, without gaps, to however many at once', async () => {
      const store = await openCreated();
      const { publicLog: log } = store;
      const pubs = Array.from({ length: 5 }, nextPub);
      const pair = (i: number) => [pubs[i % 5]!, pubs[(i + 1 + (i % 3)) % 5]!] as const;
      let isDone = false;
      const assigners = Array.from({ length: 3 }, async () => {
        while (!isDone) {
          await log.assign(3);
          await new Promise(setImmediate);
        }
      });
      const ids: string[] = [];
      await Promise.all(
        Array.from({ length: 6 }, async (_, lane) => {
          for (let i = 0; i < 8; i++) {
            const of = header({ pubs: pair(lane + 7 * i), bots: [true, true] });
            await store.matches.create(of);
            ids.push(of.id);
            await store.matches.finish(finished(of, atMs + i));
            if (i % 3 === 0) await log.add(analysis(of.id), atMs);
          }
        }),
      );
      isDone = true;
      await Promise.all(assigners);
      while (await log.isWaiting()) if ((await log.assign(100)) === 0) break;
      const entries = await entriesOf(log);
      const matches = entries.filter((entry) => entry.type === 'match');
      expect(matches.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect(entries).toHaveLength(48 + 18);
      for (const [place, entry] of entries.entries())
        if (entry.type === 'match') expect(await log.positionOf(entry.id)).toBe(place);
        else if (entry.type === 'analysis') expect(await log.positionOf(entry.match)).toBeLessThan(place);
      for (const pub of pubs) expectChain(matches, pub);
    }, 60_000);

    it('enters matches that had finished before it was created, in their order and marked', async () => {
      const store = await openNew();
      const { publicLog: log } = store;
      const pubs = [nextPub(), nextPub()] as const;
      const early = [await finish(store, pubs), await finish(store, pubs), await finish(store, pubs)];
      await expect(log.assign(9)).rejects.toThrow('not been created');
      await log.commit(null, textOf(0));
      const late = await finish(store, pubs);
      while ((await log.assign(2)) > 0);
      const entries = (await entriesOf(log)).filter((entry) => entry.type === 'match');
      expect(entries.map(({ id, imported }) => [id, imported])).toEqual([
        ...early.map(({ id }) => [id, true]),
        [late.id, false],
      ]);
      for (const pub of pubs) expectChain(entries, pub);
    });

    it('has an aborted match if a roll of it was accepted, and no other', async () => {
      const store = await openCreated();
      const { publicLog: log } = store;
      const [begun, left, closed] = [header(), header(), header()];
      for (const one of [begun, left, closed]) await store.matches.create(one);
      for (let n = 0; n < 3; n++) await store.matches.append(left.id, event(n));
      const roll = { ...event(0), type: 'roll', reveal: 'cd'.repeat(32) } as const;
      const { hops: _hops, ...rolled } = { hops: null, ...roll };
      for (const one of [begun, closed]) {
        await store.matches.append(one.id, rolled);
        await store.matches.append(one.id, event(1));
      }
      await store.matches.abort(left.id, abortFor(null, atMs));
      await store.matches.abort(begun.id, abortFor(begun.players[1].pub, atMs), 2);
      expect(await store.matches.abort(closed.id, abortFor(null, atMs), 1)).toBe('conflict');
      expect(await log.assign(9)).toBe(1);
      const [entry] = await entriesOf(log);
      expect(entry).toMatchObject({
        type: 'aborted',
        id: begun.id,
        events: 2,
        ended: atMs,
        blamed: begun.players[1].pub,
      });
      expect(await log.positionOf(begun.id)).toBe(0);
    });

    it('has one entry of a match, even if it was aborted in another process in the moment of its end', async () => {
      const store = await openCreated();
      const { publicLog: log } = store;
      const one = await finish(store);
      const { id, format, server, created, length, players, rated } = one;
      const match = { id, format, server, created, length, rated, players: [players[0].pub, players[1].pub] as const };
      const late = { ended: atMs, events: 3, head: 'ab'.repeat(32), blamed: null };
      await log.add({ type: 'aborted', ...match, ...late }, atMs);
      expect(await store.matches.abort(id, abortFor(null, atMs))).toBe('conflict');
      expect(await log.assign(9)).toBe(1);
      expect(await log.assign(9)).toBe(0);
      expect(await entriesOf(log)).toMatchObject([{ type: 'match', id }]);
    });

    it('gives statements about keys their positions before everything that waits', async () => {
      const { publicLog: log } = await openCreated();
      for (let i = 0; i < 4; i++) await log.add(analysis(), atMs);
      const key = { origin, key: 'example.org/log+01234567+abcd', server: 'cd'.repeat(32), sig: 'ef'.repeat(64) };
      await log.add({ type: 'log-key', ...key }, atMs);
      expect(await log.assign(3)).toBe(3);
      expect((await entriesOf(log)).map(({ type }) => type)).toEqual(['log-key', 'analysis', 'analysis']);
    });

    it('serves the files of the published tree, and not yet those of a larger one that is committed', async () => {
      const { publicLog: log } = await openNew();
      const writer = must(await LogWriter.open({ origin, signer, storage: log }));
      for (let i = 0; i < 3; i++) await log.add(analysis(), atMs);
      await log.assign(9);
      const entries = await log.entriesFrom(0, 9);
      must(await writer.append(entries.slice(0, 2)));
      const stopped = { ...log, publish: () => Promise.reject(new Error('killed')) };
      const other = must(await LogWriter.open({ origin, signer, storage: stopped }));
      await expect(other.append(entries.slice(2))).rejects.toThrow('killed');
      const { file } = publishedLog(log, '');
      for (const level of [0, 'entries'] as const) {
        const of = (width: number) => tilePath({ level, index: 0, width });
        expect(await log.read(of(3))).not.toBeNull();
        expect([await file(of(2)), await file(of(3))]).toEqual([await log.read(of(2)), null]);
      }
    });

    it('has a stored report once, with its hash', async () => {
      const store = await openCreated();
      const { publicLog: log } = store;
      const report = { matchId: nextId(), engineId: 'engine:1', ply: 2 };
      await Promise.all([1, 2, 3].map((n) => store.annotations.keep(report, `{"n":${n}}`, atMs)));
      await store.annotations.keep(report, 'another', atMs);
      expect(await log.assign(9)).toBe(1);
      await log.add(analysis(report.matchId), atMs);
      expect(await log.assign(9)).toBe(0);
      const kept = new TextEncoder().encode((await store.annotations.read(report))!);
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', kept)).toString('hex');
      expect(await entriesOf(log)).toMatchObject([{ type: 'analysis', match: report.matchId, report: hash }]);
    });

    it('tells what waits and since when', async () => {
      const store = await openCreated();
      const { publicLog: log } = store;
      await log.publish('note', 0);
      expect([await log.isWaiting(), await log.backlog()]).toEqual([false, { entries: 0, oldest: null }]);
      await finish(store, [nextPub(), nextPub()], atMs + 5);
      await log.add(analysis(), atMs + 3);
      expect([await log.isWaiting(), await log.backlog()]).toEqual([true, { entries: 2, oldest: atMs + 3 }]);
      await log.assign(9);
      expect([await log.isWaiting(), await log.backlog()]).toEqual([true, { entries: 2, oldest: atMs + 5 }]);
      await log.commit(textOf(0), textOf(2));
      expect(await log.isWaiting(), 'not published').toBe(true);
      await log.publish('note', 2);
      expect([await log.isWaiting(), await log.backlog()]).toEqual([false, { entries: 0, oldest: null }]);
    });

    it('counts imported matches, but not since when they wait', async () => {
      const store = await openNew();
      const { publicLog: log } = store;
      for (let i = 0; i < 2; i++) await finish(store);
      expect(await log.backlog()).toEqual({ entries: 2, oldest: null });
      await log.commit(null, textOf(0));
      expect(await log.backlog()).toEqual({ entries: 2, oldest: null });
      await log.assign(1);
      expect(await log.backlog()).toEqual({ entries: 2, oldest: null });
      await finish(store, [nextPub(), nextPub()], atMs + 7);
      expect(await log.backlog()).toEqual({ entries: 3, oldest: atMs + 7 });
    });

    it('belongs to one process until its claim ends', async () => {
      const { publicLog: log } = await openNew();
      const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => log.claim(owner, atMs, atMs + 10)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      const owner = 'abcd'[claims.indexOf(true)]!;
      expect(await log.claim('e', atMs + 9, atMs + 20)).toBe(false);
      expect(await log.claim(owner, atMs + 9, atMs + 20)).toBe(true);
      expect(await log.claim('e', atMs + 19, atMs + 30)).toBe(false);
      await log.release('e');
      expect(await log.claim('e', atMs + 19, atMs + 30)).toBe(false);
      await log.release(owner);
      expect(await log.claim('e', atMs + 19, atMs + 30)).toBe(true);
      expect(await log.claim('f', atMs + 30, atMs + 40)).toBe(true);
      expect(await log.claim('f', atMs + 90, atMs + 100), 'a clock that was ahead').toBe(true);
      expect(await log.claim('g', atMs + 31, atMs + 41)).toBe(true);
    });
  });
}

/** Each rated match of a player begins with the rating that the previous one ended with. */
function expectChain(matches: readonly MatchEntry[], pub: string): void {
  const changes = matches.flatMap(({ players, ratings }) => {
    const seat = players.indexOf(pub);
    return seat < 0 || !ratings ? [] : [ratings[seat === 0 ? 0 : 1]];
  });
  expect(changes.length).toBeGreaterThan(0);
  for (const [i, { before }] of changes.entries()) if (i > 0) expect(before).toEqual(changes[i - 1]?.after);
}
