import { encodeLogEntry, type LogEntry, logEntryBytes, type MatchEntry, type MatchRecord, signLogKey } from 'bg-record';
import {
  ed25519Signer,
  formatProof,
  formatVkey,
  LogWriter,
  MemoryStorage,
  type NoteSigner,
  openCheckpoint,
  storageSource,
  TileTree,
} from 'tlog-kit';
import type { Fetch } from '../../src/platform/fetch-text.ts';
import { keys, makeHeader } from '../support/table.ts';

export const SITE = 'http://log.test';
const ORIGIN = 'log.test/log';
export const signer = ed25519Signer(ORIGIN, new Uint8Array(32).fill(9));
/** Another key for the same log. */
export const stranger = ed25519Signer(ORIGIN, new Uint8Array(32).fill(10));

/** One tree that the log signs. A log that shows two of them lies. */
export class Face {
  readonly storage: MemoryStorage;
  readonly entries: LogEntry[] = [];
  readonly #writer: LogWriter;

  readonly #by: NoteSigner;

  private constructor(storage: MemoryStorage, writer: LogWriter, by: NoteSigner) {
    this.storage = storage;
    this.#by = by;
    this.#writer = writer;
  }

  /** Makes a log of these entries, each under a checkpoint of its own. */
  static async of(entries: readonly LogEntry[], by = signer): Promise<Face> {
    const storage = new MemoryStorage();
    const opened = await LogWriter.open({ origin: by.key.name, signer: by, storage });
    if (!opened.ok) throw new Error(opened.message);
    const face = new Face(storage, opened.value, by);
    for (const entry of entries) await face.append(entry);
    return face;
  }

  async append(...entries: readonly LogEntry[]): Promise<void> {
    const done = await this.#writer.append(entries.map((entry) => logEntryBytes(encodeLogEntry(entry))));
    if (!done.ok) throw new Error(done.message);
    this.entries.push(...entries);
  }

  get note(): string {
    return this.#writer.note ?? '';
  }

  async proofOf(id: string): Promise<string | null> {
    const index = this.entries.findIndex((entry) => entry.type === 'match' && entry.id === id);
    return index < 0 ? null : this.proofAt(index);
  }

  async proofAt(index: number): Promise<string> {
    const opened = openCheckpoint(this.note, this.#by.key.name, [this.#by.key]);
    if (!opened.ok) throw new Error(opened.message);
    const tree = new TileTree(opened.value.size, opened.value.root, storageSource(this.storage));
    const hashes = await tree.inclusionProof(index);
    if (!hashes.ok) throw new Error(hashes.message);
    const extra = logEntryBytes(encodeLogEntry(this.entries[index]!));
    return formatProof({ index, hashes: hashes.value, checkpoint: this.note, extra });
  }
}

/** The statement of the server's key about the log's key: entry 0. */
export async function firstEntry(vkey = formatVkey(signer.key), origin = ORIGIN): Promise<LogEntry> {
  return signLogKey((await keys()).server, { origin, key: vkey });
}

export async function makeRecord(id: string, changes: Partial<MatchRecord> = {}): Promise<MatchRecord> {
  const header = await makeHeader({ id });
  const events = [{ at: header.created + 60_000 }] as unknown as MatchRecord['events'];
  const result = { winner: 0, score: [5, 2], reason: 'points' } as const;
  return { header, events, result, finalHash: 'ab'.repeat(32), sig: 'cd'.repeat(64), ...changes };
}

export function entryOf({ header, events, result, finalHash }: MatchRecord): MatchEntry {
  const { id, format, server, created, length, rated, players } = header;
  const { winner, score, reason } = result;
  return {
    type: 'match',
    id,
    format,
    server,
    created,
    length,
    rated,
    finalHash,
    players: [players[0].pub, players[1].pub],
    ended: events.at(-1)?.at ?? 0,
    result: { winner, score, reason },
    ratings: null,
    imported: false,
  };
}

/** Changes an answer on its way. Null takes it away. */
type Change = (path: string, body: Uint8Array) => Uint8Array | null;

/** The service as one browser sees it. */
export class Site {
  face: Face;
  change: Change = (_path, body) => body;
  isDown = false;
  vkey: string | null = formatVkey(signer.key);
  readonly asked: string[] = [];

  constructor(face: Face) {
    this.face = face;
  }

  readonly fetch: Fetch = async (url) => {
    const path = url.slice(SITE.length);
    this.asked.push(path);
    if (this.isDown) throw new TypeError('no network');
    const body = await this.#answer(path);
    const changed = body && this.change(path, body);
    return changed ? new Response(changed as Uint8Array<ArrayBuffer>) : new Response('not found', { status: 404 });
  };

  async #answer(path: string): Promise<Uint8Array | null> {
    const text = (value: string | null) => (value === null ? null : new TextEncoder().encode(value));
    if (path === '/log/vkey') return text(this.vkey && `${this.vkey}\n`);
    if (path === '/log/checkpoint') return text(this.face.note);
    const proof = /^\/records\/(.+)\.tlog-proof$/.exec(path);
    if (proof) return text(await this.face.proofOf(proof[1] ?? ''));
    return this.face.storage.read(path.slice('/log/'.length));
  }
}
