import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { formatCheckpoint } from '../src/checkpoint.ts';
import { appendLeaves, EMPTY_EDGE } from '../src/edge.ts';
import { toBase64, utf8 } from '../src/encoding.ts';
import { formatContradiction, parseContradiction, verifyContradiction } from '../src/evidence.ts';
import { fetchSource, type LogSource } from '../src/fetching.ts';
import { ed25519Signer } from '../src/key.ts';
import { hashLeaf } from '../src/merkle.ts';
import { signNote } from '../src/note.ts';
import { LogReader } from '../src/reader.ts';
import { MemoryStorage } from '../src/storage.ts';
import { tilePath } from '../src/tiles.ts';
import { storageSource } from '../src/writer.ts';
import { accept, code, entries, entryAt, makeLog, ORIGIN, plainRoot, signer, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

/** A log that shows whatever it wants: tiles of its newest tree, and any signed note. */
class LyingLog implements LogSource {
  readonly storage = new MemoryStorage();
  note = '';

  /** Shows the tree over these entries. */
  async show(all: readonly Uint8Array[]): Promise<string> {
    const { tiles, root } = appendLeaves(EMPTY_EDGE, all.map(hashLeaf));
    this.storage.files.clear();
    for (const tile of tiles) this.storage.files.set(tilePath(tile), tile.bytes);
    const text = formatCheckpoint({ origin: ORIGIN, size: all.length, root, extensions: [] });
    this.note = await signNote(text, [signer]);
    return this.note;
  }

  async readCheckpoint(): Promise<string> {
    return this.note;
  }

  readTile = (level: number, index: number, width: number) => this.storage.read(tilePath({ level, index, width }));
  readEntries = async () => null;
}

function readerOf(source: LogSource, kept: string | null = null, keep?: (note: string) => Promise<void>): LogReader {
  return value(LogReader.resume({ origin: ORIGIN, accept, source, ...(keep && { keep }) }, kept));
}

describe('a reader of an honest log', () => {
  it('follows it from checkpoint to checkpoint, and keeps each before it adopts it', async () => {
    const { storage, writer } = await makeLog(0);
    const kept: string[] = [];
    const reader = readerOf(storageSource(storage), null, async (note) => void kept.push(note));
    expect(reader.newest).toBe(null);
    expect(value(await reader.update()).relation).toBe('first');
    for (const [from, to] of [
      [0, 1],
      [1, 300],
      [300, 70_000],
    ] as const) {
      value(await writer.append(entries(from, to)));
      const { relation, view } = value(await reader.update());
      expect([relation, view.checkpoint.size]).toEqual(['newer', to]);
      expect(value(await view.tree.entry(to - 1))).toEqual(entryAt(to - 1));
      expect(value(await reader.update()).relation).toBe('same');
    }
    expect(kept).toHaveLength(4);
    // Another run of the program begins with what the first kept.
    const resumed = readerOf(storageSource(storage), kept[1]!);
    expect(resumed.newest!.checkpoint.size).toBe(1);
    expect(value(await resumed.update()).relation).toBe('newer');
    // Views of others are compared whatever their size.
    for (const note of kept.toReversed()) expect(value(await resumed.observe(note)).relation).toMatch(/same|older/);
    expect(resumed.newest!.checkpoint.size).toBe(70_000);
  });

  it('does not adopt what it could not keep', async () => {
    const { storage } = await makeLog(3);
    let isFull = true;
    const reader = readerOf(storageSource(storage), null, async () => {
      if (isFull) throw new Error('the disk is full');
    });
    await expect(reader.update()).rejects.toThrow('the disk is full');
    expect(reader.newest).toBe(null);
    isFull = false;
    expect(value(await reader.update()).relation).toBe('first');
  });

  it('refuses checkpoints that are not signed, of another log, or without tiles', async () => {
    const { storage } = await makeLog(3);
    const reader = readerOf(storageSource(storage));
    value(await reader.update());
    const text = (size: number, origin = ORIGIN) => `${origin}\n${size}\n${toBase64(plainRoot(size))}\n`;
    const stranger = ed25519Signer(ORIGIN, new Uint8Array(32).fill(4));
    const observe = async (note: string) => code(await reader.observe(note));
    expect(await observe(await signNote(text(4), [stranger]))).toBe('unknown-signers');
    expect(await observe(await signNote(text(4, 'example.com/other'), [signer]))).toBe('wrong-origin');
    expect(await observe(await signNote(text(4), [signer]))).toBe('unavailable');
    expect(await observe(await signNote(`${ORIGIN}\n0\n${toBase64(plainRoot(1))}\n`, [signer]))).toBe('wrong-root');
    expect(await observe('nothing')).toBe('note-form');
    expect(value(await reader.update()).relation).toBe('same');
    expect(
      code(LogReader.resume({ origin: 'o', accept, source: storageSource(storage) }, reader.newest!.checkpoint.note)),
    ).toBe('wrong-origin');
  });
});

describe('a reader of a log that contradicts itself', () => {
  /** The entries of the test log with one entry replaced. */
  const altered = (size: number, at: number) =>
    entries(0, size).map((entry, i) => (i === at ? utf8('altered') : entry));

  it.each([
    ['same size', 300, entries(0, 300), altered(300, 5)],
    ['an entry altered in a larger tree', 300, entries(0, 300), altered(600, 5)],
    ['the last entry altered', 257, entries(0, 257), altered(300, 256)],
    ['an older size that is a power of two', 256, entries(0, 256), altered(600, 100)],
    ['an entry dropped', 300, entries(0, 300), entries(1, 602)],
    ['two entries swapped', 2, entries(0, 2), [entryAt(1), entryAt(0), entryAt(2)]],
    ['a view of one entry', 1, entries(0, 1), altered(70_000, 0)],
  ])('finds the contradiction and proves it to others: %s', async (_, olderSize, before, after) => {
    const log = new LyingLog();
    const reader = readerOf(log);
    const first = await log.show(before);
    value(await reader.update());
    const second = await log.show(after);
    const result = await reader.update();
    expect(code(result)).toBe('contradiction');
    if (result.ok || !result.evidence) throw new Error('no evidence');
    expect([result.evidence.older, result.evidence.newer]).toEqual([first, second]);
    const read = value(parseContradiction(formatContradiction(result.evidence)));
    expect(read).toEqual(result.evidence);
    expect(value(verifyContradiction(read, ORIGIN, [signer.key]))).toEqual({
      origin: ORIGIN,
      olderSize,
      newerSize: after.length,
    });
    // The reader has halted, also when the log shows the first tree again.
    await log.show(before);
    expect(await reader.update()).toBe(result);
    expect(reader.newest!.checkpoint.note).toBe(first);
  });

  it('finds it in a smaller view of another client, too', async () => {
    const log = new LyingLog();
    const shownToOther = await log.show(altered(100, 50));
    const newest = await log.show(entries(0, 300));
    const reader = readerOf(log);
    value(await reader.update());
    const result = await reader.observe(shownToOther);
    if (result.ok || !result.evidence) throw new Error('no evidence');
    expect([result.evidence.older, result.evidence.newer]).toEqual([shownToOther, newest]);
    value(verifyContradiction(result.evidence, ORIGIN, [signer.key]));
  });

  it('finds no contradiction in a smaller, consistent view', async () => {
    const log = new LyingLog();
    const small = await log.show(entries(0, 100));
    await log.show(entries(0, 300));
    const reader = readerOf(log);
    value(await reader.update());
    expect(value(await reader.observe(small))).toMatchObject({ relation: 'older' });
  });

  it('blames no log for tiles that someone altered on the way', async () => {
    const log = new LyingLog();
    await log.show(entries(0, 300));
    const reader = readerOf(log);
    value(await reader.update());
    await log.show(entries(0, 600));
    const random = new SeededRandom(2);
    for (const [path, bytes] of log.storage.files) log.storage.files.set(path, flipBit(bytes, random));
    expect(code(await reader.update())).toBe('wrong-tile');
    await log.show(entries(0, 600));
    expect(value(await reader.update()).relation).toBe('newer');
  });
});

describe('evidence', () => {
  it('against an honest log proves nothing, however it is put together (seed 1)', async () => {
    const random = new SeededRandom(1);
    const { storage, writer } = await makeLog(100);
    const older = writer.note!;
    value(await writer.append(entries(100, 300)));
    const newer = writer.note!;
    const reader = readerOf(storageSource(storage));
    const { view } = value(await reader.update());
    const right = value(await view.tree.boundaryHashes(100));
    const judge = (one: string, other: string, hashes: readonly Uint8Array[]) =>
      code(verifyContradiction({ older: one, newer: other, hashes }, ORIGIN, [signer.key]));
    expect(judge(older, newer, right)).toBe('no-contradiction');
    expect(judge(newer, older, right)).toBe('no-contradiction');
    expect(judge(older, older, [])).toBe('no-contradiction');
    for (let i = 0; i < 50; i++) {
      const wrong = right.map((hash) => (random.below(3) === 0 ? flipBit(hash, random) : hash)).slice(random.below(2));
      expect(judge(older, newer, wrong)).toBe('no-contradiction');
    }
    const stranger = ed25519Signer(ORIGIN, new Uint8Array(32).fill(4));
    const forged = await signNote(`${ORIGIN}\n100\n${toBase64(plainRoot(99))}\n`, [stranger]);
    expect(judge(older, forged, [])).toBe('unknown-signers');
  });

  it.each(['', '[]', 'null', '{}', '{"type":"tlog-kit/contradiction@v1","older":"","newer":"","hashes":["AA=="]}'])(
    'is refused if it is malformed: %j',
    (text) => {
      expect(code(parseContradiction(text))).toBe('evidence-form');
    },
  );
});

describe('a log over HTTP', () => {
  async function serve<T>(
    files: (path: string) => Uint8Array | string | number,
    work: (url: string) => Promise<T>,
  ): Promise<T> {
    const server = createServer((request, response) => {
      const file = files(request.url!);
      if (typeof file === 'number') response.writeHead(file).end();
      else response.end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('is read and verified below its prefix', async () => {
    const { storage, writer } = await makeLog(700);
    const files = (path: string) =>
      path === '/log/checkpoint' ? writer.note! : (storage.files.get(path.replace('/log/', '')) ?? 404);
    await serve(files, async (url) => {
      const reader = readerOf(fetchSource(`${url}/log/`));
      const { view } = value(await reader.update());
      expect(value(await view.tree.entry(699))).toEqual(entryAt(699));
      expect(value(await view.tree.entriesOfBundle(0))).toHaveLength(256);
    });
  });

  it.each([
    ['unavailable', 404],
    ['unavailable', 500],
    ['answer-too-large', 'x'.repeat(300_000)],
    ['note-form', '<html></html>'],
  ] as const)('fails with %s when it answers %j', async (expected, answer) => {
    await serve(
      () => answer,
      async (url) => expect(code(await readerOf(fetchSource(url)).update())).toBe(expected),
    );
  });

  it('fails with unavailable when it does not answer in time, or not at all', async () => {
    const fetch = (_: string, { signal }: { signal?: AbortSignal }) =>
      new Promise<Response>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
    const source = fetchSource('http://log.example', { fetch, timeoutMs: 20 });
    expect(code(await readerOf(source).update())).toBe('unavailable');
    expect(code(await readerOf(fetchSource('http://127.0.0.1:1')).update())).toBe('unavailable');
  });
});
