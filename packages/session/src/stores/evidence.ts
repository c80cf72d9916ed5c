import type { Aborted, EvidenceCode, LogEndEntry, LogKeyEntry, Receipt, SignedEvent, Transcript } from 'bg-record';
import type { Player } from 'bg-rules';
import { requestResult, transactionDone, writeTransaction } from '../platform/database.ts';

export const EVIDENCE_FORMAT = 'bg-evidence/1';

/** One line of the device's log, by its own clock. It is the player's word, not proof. */
export interface LogEntry {
  readonly at: number;
  readonly what: string;
}

/** Everything that this device stores about one fault, as one file. */
export interface EvidenceFile {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly match: string;
  readonly seat: Player | null;
  /** A stable code for the reason why the page stopped or stored this. */
  readonly code: EvidenceCode;
  readonly said: string;
  /** One transcript, or two that contradict each other. */
  readonly transcripts: readonly (Transcript & { readonly receipts?: readonly Receipt[] })[];
  readonly aborted: Aborted | null;
  /** The end as the server announced it. */
  readonly finished: Readonly<Record<string, unknown>> | null;
  /** The events that this device has signed and the history does not contain, or that a false receipt names. */
  readonly sentEvents: readonly SignedEvent[];
  readonly log: readonly LogEntry[];
  /** The statements of the public log, if the fault is the log's. */
  readonly publicLog?: LogEvidence;
}

/** The part of the evidence that is about the public log. */
export interface LogEvidence {
  /** The statement of the server's key about the key of the log. */
  readonly statement: LogKeyEntry;
  /** Two checkpoints that no tree connects, in the form of tlog-kit. Null if an entry differs from the record. */
  readonly contradiction: unknown;
  /** The proof that the differing entry is in the log, with the entry. Null for two checkpoints. */
  readonly proof: string | null;
  /** The newest checkpoint of a former log that this device has verified, and the service's statement about its end. */
  readonly ended?: { readonly note: string; readonly end: LogEndEntry };
}

/** Evidence, stored on this device until the player deletes it. */
export interface Evidence {
  readonly key: IDBValidKey;
  readonly file: EvidenceFile;
}

/** A stored row. */
interface Stored {
  readonly file: EvidenceFile;
}

export class EvidenceStore {
  readonly #database: Promise<IDBDatabase>;

  constructor(database: Promise<IDBDatabase>) {
    this.#database = database;
  }

  /** Returns the evidence, newest first. Returns an empty list if the browser stores nothing. */
  async list(): Promise<Evidence[]> {
    const database = await this.#database.catch(() => null);
    if (!database) return [];
    const store = database.transaction('evidence').objectStore('evidence');
    const keys = requestResult<IDBValidKey[]>(store.getAllKeys());
    const kept = await requestResult<Stored[]>(store.getAll());
    const named = await keys;
    return kept.map(({ file }, i) => ({ file, key: named[i] ?? i })).reverse();
  }

  async add(file: EvidenceFile): Promise<void> {
    await storeEvidence(await this.#database, file);
  }

  /** Stores transcripts of a match that is not being played. */
  async keep(match: string, why: Why, transcripts: readonly Transcript[]): Promise<void> {
    await storeEvidence(await this.#database, bareFile(match, why, transcripts));
  }

  async remove(key: IDBValidKey): Promise<void> {
    const transaction = writeTransaction(await this.#database, 'evidence');
    transaction.objectStore('evidence').delete(key);
    await transactionDone(transaction);
  }
}

/**
 * Stores a file. The same transcripts with the same fault are stored once, because the fault reappears whenever the
 * page is loaded.
 */
export async function storeEvidence(database: IDBDatabase, file: EvidenceFile): Promise<void> {
  const transaction = writeTransaction(database, 'evidence');
  const store = transaction.objectStore('evidence');
  const kept = await requestResult<Stored[]>(store.getAll());
  if (kept.some((stored) => isSameFault(stored.file, file))) return;
  store.add({ file });
  await transactionDone(transaction);
}

export function isSameFault(a: EvidenceFile, b: EvidenceFile): boolean {
  return factsOf(a) === factsOf(b);
}

/** The facts of a file as a text. Two files with equal facts are about the same fault. */
export function factsOf({ match, code, transcripts, publicLog }: EvidenceFile): string {
  return JSON.stringify([match, code, transcripts.map(({ header, events }) => ({ header, events })), publicLog]);
}

interface Why {
  readonly code: EvidenceCode;
  readonly message: string;
}

/** A file that has nothing but the transcripts and the reason why they are stored. */
export function bareFile(match: string, { code, message }: Why, transcripts: readonly Transcript[]): EvidenceFile {
  const nothing = { seat: null, aborted: null, finished: null, sentEvents: [], log: [] } as const;
  return { format: EVIDENCE_FORMAT, match, code, said: message, transcripts, ...nothing };
}
