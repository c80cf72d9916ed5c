import { describe, expect, it } from 'vitest';
import { toBase64 } from '../src/encoding.ts';
import { ed25519Signer } from '../src/key.ts';
import { openNote, signNote } from '../src/note.ts';
import { LogReader } from '../src/reader.ts';
import { type LogFiles, type LogStorage, MemoryStorage } from '../src/storage.ts';
import { TileTree } from '../src/tree.ts';
import { LogWriter, storageSource } from '../src/writer.ts';
import { accept, code, entries, entryAt, makeLog, ORIGIN, plainRoot, signer, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

const open = (storage: LogStorage, more: Partial<Parameters<typeof LogWriter.open>[0]> = {}) =>
  LogWriter.open({ origin: ORIGIN, signer, storage, ...more });

/** Passes calls on to a storage. `before` and `after` of each call may throw, as a process that is killed there would. */
class Interruptible implements LogStorage {
  readonly #inner: LogStorage;
  readonly #step: (name: string) => Promise<void>;

  constructor(inner: LogStorage, step: (name: string) => Promise<void>) {
    this.#inner = inner;
    this.#step = step;
  }

  async #call<T>(name: string, work: () => Promise<T>): Promise<T> {
    await this.#step(`before ${name}`);
    const result = await work();
    await this.#step(`after ${name}`);
    return result;
  }

  readCommitted = () => this.#call('readCommitted', () => this.#inner.readCommitted());
  commit = (previous: string | null, next: string) => this.#call('commit', () => this.#inner.commit(previous, next));
  stage = (text: string, files: LogFiles) => this.#call('stage', () => this.#inner.stage(text, files));
  readStaged = (text: string) => this.#call('readStaged', () => this.#inner.readStaged(text));
  unstage = (text: string) => this.#call('unstage', () => this.#inner.unstage(text));
  read = (path: string) => this.#call('read', () => this.#inner.read(path));
  readPublished = () => this.#call('readPublished', () => this.#inner.readPublished());
  publish = (note: string, size: number) => this.#call('publish', () => this.#inner.publish(note, size));

  /** Writes file by file, so that a crash can leave a part of them. */
  async write(files: LogFiles): Promise<void> {
    for (const file of files) await this.#call('write', () => this.#inner.write(new Map([file])));
  }
}

/** Reads the whole published log as a stranger does, and returns its entries as text. */
async function readAll(storage: LogStorage): Promise<string[]> {
  const reader = value(LogReader.resume({ origin: ORIGIN, accept, source: storageSource(storage) }, null));
  const { view } = value(await reader.update());
  const all: string[] = [];
  for (let bundle = 0; all.length < view.checkpoint.size; bundle++)
    all.push(...value(await view.tree.entriesOfBundle(bundle)).map((entry) => new TextDecoder().decode(entry)));
  return all;
}

const names = (from: number, to: number) => entries(from, to).map((entry) => new TextDecoder().decode(entry));

describe('a writer', () => {
  it('publishes an empty log, and each batch with a checkpoint that anyone can verify', async () => {
    const storage = new MemoryStorage();
    const writer = value(await open(storage));
    expect(writer.size).toBe(0);
    expect(await readAll(storage)).toEqual([]);
    let from = 0;
    for (const count of [1, 1, 253, 1, 1, 600, 0, 3]) {
      const appended = value(await writer.append(entries(from, from + count)));
      expect(appended).toEqual({ first: from, size: from + count, note: writer.note });
      from += count;
      expect(await readAll(storage)).toEqual(names(0, from));
      expect(value(accept(appended.note)).root).toEqual(plainRoot(from));
    }
  });

  it('goes on where it stopped', async () => {
    const { storage } = await makeLog(300);
    const writer = value(await open(storage));
    value(await writer.append(entries(300, 700)));
    expect(await readAll(storage)).toEqual(names(0, 700));
  });

  it('appends batches that are given at once one after the other', async () => {
    const { storage, writer } = await makeLog(0);
    const results = await Promise.all([0, 1, 2, 3, 4].map((i) => writer.append(entries(10 * i, 10 * i + 10))));
    expect(results.map((result) => value(result).first)).toEqual([0, 10, 20, 30, 40]);
    expect(await readAll(storage)).toEqual(names(0, 50));
  });

  it('copies the entries', async () => {
    const { storage, writer } = await makeLog(0);
    const entry = entryAt(0);
    const appended = writer.append([entry]);
    entry.fill(0);
    value(await appended);
    value(await writer.append([entryAt(1)]));
    expect(await readAll(storage)).toEqual(names(0, 2));
  });

  it('refuses a batch at another position and entries that are too long', async () => {
    const { storage, writer } = await makeLog(3);
    expect(code(await writer.append([entryAt(3)], 2))).toBe('wrong-position');
    expect(code(await writer.append([entryAt(3)], 4))).toBe('wrong-position');
    expect(code(await writer.append([entryAt(3), new Uint8Array(65_536)]))).toBe('entry-too-large');
    value(await writer.append([new Uint8Array(65_535)], 3));
    expect(await readAll(storage)).toHaveLength(4);
  });

  it('writes every path with one content only', async () => {
    const storage = new MemoryStorage();
    const writer = value(await open(storage));
    const random = new SeededRandom(8);
    let size = 0;
    const seen = new Map<string, string>();
    while (size < 2000) {
      const count = 1 + random.below(200);
      value(await writer.append(entries(size, size + count)));
      size += count;
      for (const [path, bytes] of storage.files) {
        expect(seen.get(path) ?? toBase64(bytes)).toBe(toBase64(bytes));
        seen.set(path, toBase64(bytes));
      }
    }
  });

  it('does not accept another text or an unsigned note from beforePublish', async () => {
    const { storage } = await makeLog(3);
    const other = await signNote('another text\n', [signer]);
    const writer = value(await open(storage, { beforePublish: async () => other }));
    await expect(writer.append([entryAt(3)])).rejects.toThrow('another text');
    const honest = value(await open(storage));
    expect(honest.size).toBe(4);
    expect(await readAll(storage)).toEqual(names(0, 4));
  });
});

describe('a writer whose storage was set back or damaged', () => {
  it('stops if a known note is larger than the storage', async () => {
    const { storage, writer } = await makeLog(5);
    const backup = (await storage.readCommitted())!;
    value(await writer.append(entries(5, 9)));
    const restored = new MemoryStorage();
    await restored.commit(null, backup);
    await restored.write(storage.files);
    expect(code(await open(restored, { knownNotes: [writer.note!] }))).toBe('rolled-back');
    await restored.publish(writer.note!, 9);
    expect(code(await open(restored))).toBe('rolled-back');
    expect(code(await open(new MemoryStorage(), { knownNotes: [writer.note!] }))).toBe('rolled-back');
  });

  it('stops if a known note is of another tree, at the same size and at a smaller one', async () => {
    const { storage } = await makeLog(300);
    for (const size of [300, 200, 1]) {
      const note = await signNote(`${ORIGIN}\n${size}\n${toBase64(plainRoot(size + 1))}\n`, [signer]);
      expect(code(await open(storage, { knownNotes: [note] }))).toBe('forked');
      const right = await signNote(`${ORIGIN}\n${size}\n${toBase64(plainRoot(size))}\n`, [signer]);
      value(await open(storage, { knownNotes: [right] }));
    }
  });

  it('knows notes of its former keys, and refuses those of strangers', async () => {
    const { storage } = await makeLog(300);
    const next = ed25519Signer(ORIGIN, new Uint8Array(32).fill(66));
    expect(code(await open(storage, { signer: next }))).toBe('unknown-signers');
    const writer = value(await open(storage, { signer: next, formerKeys: [signer.key] }));
    const { note } = value(await writer.append([entryAt(300)]));
    value(openNote(note, [next.key]));
  });

  it('stops if the storage holds another log, or a file was altered or lost', async () => {
    const { storage } = await makeLog(300);
    expect(code(await open(storage, { origin: 'example.com/other' }))).toBe('wrong-origin');
    const random = new SeededRandom(1);
    for (const [path, expected] of [
      ['tile/0/001.p/44', 'wrong-tile'],
      ['tile/1/000.p/1', 'wrong-tile'],
      ['tile/entries/001.p/44', 'wrong-entry|bundle-form'],
    ] as const) {
      const bytes = storage.files.get(path)!;
      storage.files.set(path, flipBit(bytes, random));
      expect(expected.split('|')).toContain(code(await open(storage)));
      storage.files.delete(path);
      expect(code(await open(storage))).toBe('unavailable');
      storage.files.set(path, bytes);
    }
    value(await open(storage));
  });
});

describe('a writer that is killed', () => {
  /** Appends a batch once, however often its calls fail: what a caller with numbered entries does. */
  async function appendOnce(storage: LogStorage, from: number, to: number): Promise<void> {
    const writer = value(await open(storage));
    if (writer.size === to) return;
    value(await writer.append(entries(from, to), from));
  }

  it('at any step leaves a log that the next one completes, and contradicts nothing that was published', async () => {
    let steps = Number.POSITIVE_INFINITY;
    let kills = 0;
    const seen = new Set<string>();
    for (let killAt = 0; killAt < steps; killAt++) {
      const storage = new MemoryStorage();
      await appendOnce(storage, 0, 250);
      const reader = value(LogReader.resume({ origin: ORIGIN, accept, source: storageSource(storage) }, null));
      value(await reader.update());
      let step = 0;
      const killed = new Interruptible(storage, async (name) => {
        if (step++ !== killAt) return;
        seen.add(name);
        throw new Error('killed');
      });
      try {
        await appendOnce(killed, 250, 600);
        steps = step;
      } catch (error) {
        expect(error).toEqual(new Error('killed'));
        kills++;
      }
      // All published data is complete and consistent, also before the next start.
      value(await reader.update());
      expect([250, 600]).toContain((await readAll(storage)).length);
      await appendOnce(storage, 250, 600);
      value(await reader.update());
      expect(await readAll(storage)).toEqual(names(0, 600));
      expect(code(await reader.observe((await storage.readPublished())!))).toBe('accepted');
    }
    expect(kills).toBe(steps);
    for (const name of ['stage', 'commit', 'write', 'publish', 'unstage'])
      for (const when of ['before', 'after']) expect(seen).toContain(`${when} ${name}`);
  });

  it('and goes on in the same process reads the log anew', async () => {
    const storage = new MemoryStorage();
    let failing = '';
    const flaky = new Interruptible(storage, async (name) => {
      if (name === failing) throw new Error('no connection');
    });
    const writer = value(await open(flaky));
    value(await writer.append(entries(0, 10)));
    let from = 10;
    for (failing of [
      'before commit',
      'after commit',
      'before write',
      'before publish',
      'after publish',
      'after stage',
    ]) {
      const name = failing;
      await expect(writer.append(entries(from, from + 7), from), name).rejects.toThrow('no connection');
      expect(writer.size).toBe(null);
      failing = '';
      const again = await writer.append(entries(from, from + 7), from);
      // The batch is in the log exactly once: appended now, or found there.
      expect(['before commit', 'after stage']).toEqual(
        again.ok ? expect.arrayContaining([name]) : expect.not.arrayContaining([name]),
      );
      if (!again.ok) expect(again.code).toBe('wrong-position');
      from += 7;
      expect(await readAll(storage)).toEqual(names(0, from));
    }
  });
});

describe('two writers at once', () => {
  // A scheduler with a seed chooses which of the writers makes its next step.
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'make one log, in any order of steps (seed %i)',
    async (seed) => {
      const random = new SeededRandom(seed);
      const storage = new MemoryStorage();
      await open(storage);
      const waiting: (() => void)[] = [];
      let running = 3;
      const published: string[] = [];
      const beforePublish = async (note: string) => {
        published.push(note);
        return note;
      };
      const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
      const works = ['a', 'b', 'c'].map(async (name) => {
        const own = new Interruptible(storage, turn);
        const opened = await open(own, { beforePublish });
        const done: string[] = [];
        if (opened.ok) {
          for (let i = 0; i < 4; i++) {
            const entry = `${name}${i}`;
            const result = await opened.value.append([new TextEncoder().encode(entry)]);
            if (result.ok) done.push(entry);
            else expect(result.code).toBe('lost-race');
          }
        }
        running--;
        return done;
      });
      while (running > 0) {
        await new Promise((resolve) => setImmediate(resolve));
        if (waiting.length > 0) waiting.splice(random.below(waiting.length), 1)[0]!();
      }
      const done = (await Promise.all(works)).flat();
      expect(done.length).toBeGreaterThan(0);
      value(await open(storage));
      expect((await readAll(storage)).sort()).toEqual(done.sort());
      // No two notes that were signed contradict each other.
      const { size, root } = value(accept((await storage.readPublished())!));
      const tree = new TileTree(size, root, storageSource(storage));
      for (const note of published) {
        const checkpoint = value(accept(note));
        expect(value(await tree.rootAt(checkpoint.size))).toEqual(checkpoint.root);
      }
    },
  );
});
