import { type Checkpoint, formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { appendLeaves, type TreeEdge } from './edge.ts';
import { equalBytes } from './encoding.ts';
import type { LogSource } from './fetching.ts';
import type { NoteSigner, VerifierKey } from './key.ts';
import { emptyRoot, hashLeaf } from './merkle.ts';
import { openNote, parseNote, signNote } from './note.ts';
import { openCheckpoint } from './open-checkpoint.ts';
import { attempt, Refusal, type Result, unwrap } from './result.ts';
import type { LogStorage } from './storage.ts';
import { encodeBundle, MAX_ENTRY_BYTES, TILE_WIDTH, type TilePlace, tilePath } from './tiles.ts';
import { TileTree } from './tree.ts';

export interface LogWriterOptions {
  /** The origin of the log. It never changes. */
  readonly origin: string;
  /** Signs the checkpoints. The name of its key should be the origin. */
  readonly signer: NoteSigner;
  readonly storage: LogStorage;
  /** Former keys of the log, by which known notes may be signed. */
  readonly formerKeys?: readonly VerifierKey[];
  /**
   * Notes of this log from outside the storage: a file that no backup restores, the last notes of witnesses. Storage that
   * was set back to an earlier state is found by them.
   */
  readonly knownNotes?: readonly string[];
  /**
   * Runs after a checkpoint is committed and signed, and before it is published: to store the note outside the storage,
   * and to collect cosignatures. Returns the note to publish, the given one with further signature lines or without.
   */
  readonly beforePublish?: (
    note: string,
    view: { readonly checkpoint: Checkpoint; readonly tree: TileTree },
  ) => Promise<string>;
}

/** The outcome of an append. */
export interface Appended {
  /** Position of the first entry of the batch. */
  readonly first: number;
  /** Number of entries of the log afterwards. */
  readonly size: number;
  /** The published note. */
  readonly note: string;
}

/** The state of a log between two appends. */
interface Head {
  readonly text: string;
  readonly root: Uint8Array;
  readonly edge: TreeEdge;
  /** The entries of the partial bundle. */
  readonly bundle: readonly Uint8Array[];
  readonly note: string;
}

/**
 * The sequencer of a log. For each batch it stages the new tiles, commits the checkpoint text by compare-and-swap, writes
 * the tiles, signs, and publishes. So the log never signs a checkpoint that was not committed, and never publishes one
 * whose tiles are missing. If two writers run, one of them loses the commit and has written nothing.
 *
 * After an exception of the storage the writer does not know what happened. The next call reads the log anew and completes
 * what was committed.
 */
export class LogWriter {
  readonly #options: LogWriterOptions;
  /** Null after a failure, until the log is read anew. */
  #head: Head | null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(options: LogWriterOptions, head: Head) {
    this.#options = options;
    this.#head = head;
  }

  /**
   * Opens a log, or creates it with an empty tree. Completes an append that was interrupted after its commit.
   * @returns `rolled-back` if a known note is larger than the committed tree: signing again would contradict it, so
   * restore the newer state or start a log with a new origin. `forked` if a known note is no earlier state of the committed
   * tree. `wrong-origin` and the failures of `parseCheckpoint` and `TileTree` for damaged storage; the failures of
   * `openCheckpoint` for a known note that this log did not sign.
   */
  static open(options: LogWriterOptions): Promise<Result<LogWriter>> {
    return attempt(async () => new LogWriter(options, await load(options)));
  }

  /** Number of committed entries; null after a failure, until the next append. */
  get size(): number | null {
    return this.#head?.edge.size ?? null;
  }

  /** The note that was published last; null after a failure, until the next append. */
  get note(): string | null {
    return this.#head?.note ?? null;
  }

  /**
   * Appends a batch and publishes a checkpoint of the larger tree. Calls run one after the other. A batch of no entries
   * publishes nothing new. The entries are copied.
   * @param at the position that the first entry must get. A caller that repeats a batch after an exception passes it, and so
   * never appends the batch twice.
   * @returns `wrong-position` if the log has another size; `entry-too-large`; `lost-race` if another writer committed first,
   * so that nothing was appended; and the failures of `open`
   */
  append(entries: readonly Uint8Array[], at?: number): Promise<Result<Appended>> {
    const own = entries.map((entry) => Uint8Array.from(entry));
    const run = this.#last.then(() => attempt(() => this.#append(own, at)));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #append(entries: readonly Uint8Array[], at: number | undefined): Promise<Appended> {
    const long = entries.findIndex((entry) => entry.length > MAX_ENTRY_BYTES);
    if (long >= 0) throw new Refusal('entry-too-large', `Entry ${long} of the batch is longer than 65,535 bytes.`);
    const head = this.#head ?? (await load(this.#options));
    this.#head = head;
    const first = head.edge.size;
    if (at !== undefined && at !== first)
      throw new Refusal('wrong-position', `The log has ${first} entries, so the batch cannot begin at ${at}.`);
    if (entries.length === 0) return { first, size: first, note: head.note };
    // Until the end of the append the state of the storage is uncertain.
    this.#head = null;
    this.#head = await grow(this.#options, head, entries);
    return { first, size: this.#head.edge.size, note: this.#head.note };
  }
}

/** Appends entries to a log with a known head. */
async function grow(options: LogWriterOptions, head: Head, entries: readonly Uint8Array[]): Promise<Head> {
  const { origin, storage } = options;
  const growth = appendLeaves(head.edge, entries.map(hashLeaf));
  const bundles = appendToBundles(head, entries);
  const files = new Map([...growth.tiles, ...bundles.files].map((file) => [tilePath(file), file.bytes]));
  const text = formatCheckpoint({ origin, size: growth.edge.size, root: growth.root, extensions: [] });
  await storage.stage(text, files);
  if (!(await storage.commit(head.text, text)))
    throw new Refusal('lost-race', 'Another writer committed a checkpoint first.');
  await storage.write(files);
  const note = await publish(options, text);
  await storage.unstage(text);
  return { text, root: growth.root, edge: growth.edge, bundle: bundles.partial, note };
}

interface Bundles {
  readonly files: readonly (TilePlace & { readonly bytes: Uint8Array })[];
  readonly partial: readonly Uint8Array[];
}

function appendToBundles({ edge, bundle }: Head, entries: readonly Uint8Array[]): Bundles {
  const files: (TilePlace & { readonly bytes: Uint8Array })[] = [];
  let index = Math.floor(edge.size / TILE_WIDTH);
  const all = [...bundle, ...entries];
  for (let from = 0; from < all.length; from += TILE_WIDTH, index++) {
    const part = all.slice(from, from + TILE_WIDTH);
    files.push({ level: 'entries', index, width: part.length, bytes: encodeBundle(part) });
  }
  return { files, partial: all.slice(all.length - (all.length % TILE_WIDTH)) };
}

/** Signs and publishes the committed checkpoint. Ed25519 gives the same signature each time, so repeating it is harmless. */
async function publish(options: LogWriterOptions, text: string): Promise<string> {
  const { signer, storage, beforePublish } = options;
  const checkpoint = unwrap(parseCheckpoint(text));
  const signed = await signNote(text, [signer]);
  const tree = new TileTree(checkpoint.size, checkpoint.root, storageSource(storage));
  const note = beforePublish ? await beforePublish(signed, { checkpoint, tree }) : signed;
  if (unwrap(openNote(note, [signer.key])).text !== text)
    throw new TypeError('beforePublish returned a note with another text');
  await storage.publish(note, checkpoint.size);
  return note;
}

async function load(options: LogWriterOptions): Promise<Head> {
  const { storage, origin } = options;
  const published = await storage.readPublished();
  const text = (await storage.readCommitted()) ?? (await create(options));
  const checkpoint = unwrap(parseCheckpoint(text));
  if (checkpoint.origin !== origin)
    throw new Refusal('wrong-origin', `The storage holds the log ${checkpoint.origin}, not ${origin}.`);
  const staged = await storage.readStaged(text);
  if (staged) await storage.write(staged);
  const tree = new TileTree(checkpoint.size, checkpoint.root, storageSource(storage));
  const edge = unwrap(await tree.edge());
  const bundle = await readPartialBundle(tree);
  const notes = [...(options.knownNotes ?? []), ...(published === null ? [] : [published])];
  for (const note of notes) await requireEarlier(options, note, tree);
  const isPublished = published !== null && unwrap(parseNote(published)).text === text;
  const note = isPublished ? published : await publish(options, text);
  if (staged) await storage.unstage(text);
  return { text, root: checkpoint.root, edge, bundle, note };
}

/** Commits the empty tree, unless another writer has just done so. Returns the committed text. */
async function create({ storage, origin }: LogWriterOptions): Promise<string> {
  const text = formatCheckpoint({ origin, size: 0, root: emptyRoot(), extensions: [] });
  if (await storage.commit(null, text)) return text;
  throw new Refusal('lost-race', 'Another writer created the log first.');
}

async function readPartialBundle(tree: TileTree): Promise<Uint8Array[]> {
  if (tree.size % TILE_WIDTH === 0) return [];
  return unwrap(await tree.entriesOfBundle(Math.floor(tree.size / TILE_WIDTH)));
}

/** Throws unless a note that this log signed is the committed tree or an earlier state of it. */
async function requireEarlier(options: LogWriterOptions, note: string, tree: TileTree): Promise<void> {
  const keys = [options.signer.key, ...(options.formerKeys ?? [])];
  const { size, root } = unwrap(openCheckpoint(note, options.origin, keys));
  if (size > tree.size)
    throw new Refusal(
      'rolled-back',
      `This log signed a checkpoint of ${size} entries, but its storage has ${tree.size}. Restore the newer state.`,
    );
  if (!equalBytes(unwrap(await tree.rootAt(size)), root))
    throw new Refusal('forked', `This log signed another tree of ${size} entries than its storage has.`);
}

/** Returns the source that reads a log from its storage, as a server does that answers the requests for it. */
export function storageSource(storage: LogStorage): LogSource {
  const read = (place: TilePlace) => storage.read(tilePath(place));
  return {
    async readCheckpoint() {
      const note = await storage.readPublished();
      if (note === null) throw new Refusal('unavailable', 'The log has no published checkpoint.');
      return note;
    },
    readTile: (level, index, width) => read({ level, index, width }),
    readEntries: (index, width) => read({ level: 'entries', index, width }),
  };
}
