import { encodeLogEntry, type LogEntry, logEntryBytes } from 'bg-record';
import {
  ed25519Signer,
  formatProof,
  LogWriter,
  MemoryStorage,
  type NoteSigner,
  openCheckpoint,
  storageSource,
  TileTree,
} from 'tlog-kit';

export const ORIGIN = 'lying.example/log';
export const LOG_SEED = 'fedcba9876543210'.repeat(4);
export const logSigner: NoteSigner = ed25519Signer(ORIGIN, Buffer.from(LOG_SEED, 'hex'));

/** One tree that the key of the log signs. A service that shows two of them lies. */
export interface Shown {
  readonly note: string;
  file(path: string): Promise<Uint8Array | null>;
  proof(match: string): Promise<string | null>;
}

/** A tree of any entries in memory, with each earlier state of it. */
export class LogFace implements Shown {
  readonly entries: readonly LogEntry[];
  readonly note: string;
  readonly #storage: MemoryStorage;

  private constructor(entries: readonly LogEntry[], note: string, storage: MemoryStorage) {
    this.entries = entries;
    this.note = note;
    this.#storage = storage;
  }

  static async of(entries: readonly LogEntry[]): Promise<LogFace> {
    const storage = new MemoryStorage();
    const opened = await LogWriter.open({ origin: ORIGIN, signer: logSigner, storage });
    if (!opened.ok) throw new Error(opened.message);
    for (const entry of entries) {
      const appended = await opened.value.append([logEntryBytes(encodeLogEntry(entry))]);
      if (!appended.ok) throw new Error(appended.message);
    }
    return new LogFace(entries, opened.value.note ?? '', storage);
  }

  file(path: string): Promise<Uint8Array | null> {
    return this.#storage.read(path);
  }

  /** The proof of the last entry of a match. */
  async proof(match: string): Promise<string | null> {
    const index = this.entries.findLastIndex((entry) => entry.type === 'match' && entry.id === match);
    const entry = this.entries[index];
    if (!entry) return null;
    const opened = openCheckpoint(this.note, ORIGIN, [logSigner.key]);
    if (!opened.ok) throw new Error(opened.message);
    const tree = new TileTree(opened.value.size, opened.value.root, storageSource(this.#storage));
    const hashes = await tree.inclusionProof(index);
    if (!hashes.ok) throw new Error(hashes.message);
    const extra = logEntryBytes(encodeLogEntry(entry));
    return formatProof({ index, hashes: hashes.value, checkpoint: this.note, extra });
  }
}
