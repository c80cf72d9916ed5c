import { decodeLogEntry } from 'bg-record';
import {
  type Fetch,
  formatVkey,
  LogWriter,
  type LogWriterOptions,
  type NoteSigner,
  openCheckpoint,
  parseCheckpoint,
  parseNote,
  type SignedCheckpoint,
  storageSource,
  TileTree,
} from 'tlog-kit';
import type { PublicLogStore } from '../ports/log.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import { Cosigning, type LogWitness, type WitnessObserver } from './cosigning.ts';

/** The newest head that this service signed, outside the database and its backups. */
export interface HeadStore {
  /** The signed note that was kept last. Null when there is none. */
  read(): Promise<string | null>;
  /** Resolves when the note is durable. Does not replace a note of a larger tree of the same origin. */
  keep(note: string): Promise<void>;
}

interface SequencerParts {
  readonly store: PublicLogStore;
  readonly origin: string;
  readonly signer: NoteSigner;
  readonly head: HeadStore;
  /** Asked for cosignatures of each published checkpoint. */
  readonly witnesses?: {
    readonly all: readonly LogWitness[];
    readonly fetch: Fetch;
    readonly observer?: WitnessObserver | undefined;
  };
  readonly processId: string;
  /** True if no other process works on the same data. */
  readonly isExclusive: boolean;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** Interval at which a process looks for waiting entries. Entries are in a checkpoint within 2 s as a target. */
export const LOOK_MS = 500;
export const LOG_ALARM = 'public-log';
/** The same after a failure. Short, so that results are in the log within 2 s after a fault is over. */
const RETRY_MS = 1_000;
/** A failure that lasts is reported this often. */
const REPORT_MS = 10_000;
/** A claim ends after this time without work, when its process has died. It only saves work, so a slow owner may lose it. */
const CLAIM_MS = 1_000;
/** Largest number of entries in one checkpoint, so that the database is never held for long. */
export const BATCH = 256;
/** Batches in one turn. The next look continues. */
const BATCHES = 16;

/** Failures that say that the database is not the one that was signed. They stop the log in all processes. */
const OF_DATABASE: readonly string[] = ['rolled-back', 'forked'];
/** Failures after which signing again could contradict what was signed. The others come from the settings of one process. */
const FINAL: readonly string[] = [
  ...OF_DATABASE,
  'unknown-signers',
  'wrong-origin',
  'bad-signature',
  'other-first-entry',
];

const HALTED =
  'the public log has stopped signing: the database does not hold what this service has signed. Matches continue. Restore the newer database; see "The public log" in docs/operating.md';

/**
 * Brings waiting entries into the public log: one process at a time, in batches. The claim saves work; the compare-and-swap of the
 * storage is what keeps two processes apart. Matches never wait for it.
 */
export class Sequencer {
  readonly #parts: SequencerParts;
  readonly #cosigning: Cosigning | null;
  #writer: LogWriter | null = null;
  /** The newest note that this process has seen. */
  #newest: string | null = null;
  /** The notes and the checkpoint that the last check has compared. */
  #checked: string | null = null;
  #running: Promise<void> | null = null;
  #hasFailed = false;
  /** The time before which another failure is not reported. */
  #quietUntil = 0;
  #isHalted = false;
  /** True while another process, or this one before its start, has stopped the log. */
  #isHaltedElsewhere = false;
  /** The reason that this process could not store yet. */
  #unstoredHalt: string | null = null;
  #isStopped = false;

  constructor(parts: SequencerParts) {
    this.#parts = parts;
    const { store, log, world, witnesses } = parts;
    this.#cosigning = witnesses
      ? new Cosigning({ ...witnesses, witnesses: witnesses.all, store, log, now: () => world.now() })
      : null;
  }

  /** True after a failure that signing again could turn into a contradiction, also of another process. Only the operator can end it. */
  get isHalted(): boolean {
    return this.#isHalted || this.#isHaltedElsewhere;
  }

  /** Looks for waiting entries from now on. */
  start(): void {
    this.#lookIn(LOOK_MS);
  }

  #lookIn(ms: number): void {
    if (!this.#isStopped) this.#parts.alarms.set(LOG_ALARM, this.#parts.world.now() + ms, () => this.#lookAgain());
  }

  /** Resolves when no batch is in progress. Ends the claim, so that another process continues at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#parts.alarms.clear(LOG_ALARM);
    await this.#running?.catch(() => undefined);
    await this.#cosigning?.stop();
    await this.#parts.store
      .release(this.#parts.processId)
      .catch((err) =>
        this.#parts.log.error({ err }, 'could not leave the public log to others, which wait a second for it'),
      );
  }

  /** Brings what waits into the log, up to a limit. Rejects when the storage fails; the next look tries again. */
  look(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #lookAgain(): Promise<void> {
    try {
      this.#hasFailed = false;
      await this.look();
    } catch (err) {
      this.#report({ err });
    }
    // In the background: a witness that does not answer delays no checkpoint.
    this.#cosign().catch((err) => this.#parts.log.error({ err }, 'could not publish cosignatures of the public log'));
    this.#lookIn(this.#hasFailed ? RETRY_MS : LOOK_MS);
  }

  /** Reports a failure, but not at each try. */
  #report(about: object): void {
    this.#hasFailed = true;
    const now = this.#parts.world.now();
    // A clock that was set back delays no report.
    if (now < this.#quietUntil && this.#quietUntil <= now + REPORT_MS) return;
    this.#quietUntil = now + REPORT_MS;
    this.#parts.log.error(about, 'could not extend the public log; it is tried again');
  }

  async #work(): Promise<void> {
    try {
      await this.#extend();
    } catch (error) {
      // The state of the database is uncertain, and another database may have taken its place.
      this.#writer = null;
      throw error;
    }
  }

  async #extend(): Promise<void> {
    if (this.#isHalted) return this.#storeHalt();
    if ((await this.#isHaltedByOthers()) || !(await this.#isIntact())) return this.#storeHalt();
    if (!(await this.#parts.store.isWaiting()) || !(await this.#claim())) return;
    const writer = this.#writer ?? (await this.#open());
    if (!writer) return this.#storeHalt();
    for (let batch = 0; !this.#isStopped && batch < BATCHES; batch++) {
      if (batch > 0 && !(await this.#claim())) return;
      await this.#parts.store.assign(BATCH);
      if (!(await this.#append(writer))) return this.#storeHalt();
    }
  }

  /** Stores why this process has stopped, so that no process signs on that has not seen what this one saw. */
  async #storeHalt(): Promise<void> {
    if (this.#unstoredHalt === null) return;
    await this.#parts.store.halt(this.#unstoredHalt);
    this.#unstoredHalt = null;
  }

  /** Follows the other processes: until the operator lets the log be signed again, this process signs nothing. */
  async #isHaltedByOthers(): Promise<boolean> {
    const reason = await this.#parts.store.haltReason();
    const isNew = reason !== null && !this.#isHaltedElsewhere;
    this.#isHaltedElsewhere = reason !== null;
    if (reason === null) return false;
    this.#writer = null;
    if (isNew)
      this.#parts.log.error(
        { reason, origin: this.#parts.origin },
        `${HALTED}. Another process, or this one before its start, has found it`,
      );
    return true;
  }

  /** Claims the log, or renews the claim. */
  #claim(): Promise<boolean> {
    const now = this.#parts.world.now();
    // The claim of a process that ended without releasing it does not hold up the only process.
    return this.#parts.store.claim(
      this.#parts.processId,
      this.#parts.isExclusive ? Number.MAX_SAFE_INTEGER : now,
      now + CLAIM_MS,
    );
  }

  /**
   * Checks that the database holds what this service has signed, as far as notes outside the database tell, even if no entry waits.
   * Keeps the published note, which another process may have signed. Returns false if the check failed.
   */
  async #isIntact(): Promise<boolean> {
    // In this order the committed checkpoint is at least as large as the notes, whatever other processes do meanwhile.
    const known = await this.#knownNotes();
    const published = await this.#parts.store.readPublished();
    const committed = await this.#parts.store.readCommitted();
    if (this.#writer && textOf(this.#writer.note) !== committed) this.#writer = null;
    const state = JSON.stringify([known, published, committed]);
    if (state === this.#checked) return true;
    const size = committed === null ? 0 : sizeOf(committed);
    const newest = published === null ? null : this.#openNote(published);
    if (published !== null && newest === null) return false;
    for (const note of known) {
      const signed = this.#openNote(note);
      if (signed === null) return false;
      if (signed.size > size) {
        const message = `${this.#parts.origin} signed a checkpoint of ${signed.size} entries, but the database has ${size}`;
        return this.#refused({ code: 'rolled-back', message }) !== null;
      }
      if (newest && note !== published && !(await this.#isEarlier(signed, newest))) return false;
    }
    if (published !== null) {
      await this.#parts.head.keep(published);
      this.#see(published);
    }
    this.#checked = state;
    return true;
  }

  #openNote(note: string): SignedCheckpoint | null {
    const opened = openCheckpoint(note, this.#parts.origin, [this.#parts.signer.key]);
    return opened.ok ? opened.value : this.#refused(opened);
  }

  /** False if a signed tree is no earlier state of the published one. A larger tree is compared when the log is opened. */
  async #isEarlier(signed: SignedCheckpoint, published: SignedCheckpoint): Promise<boolean> {
    if (signed.size > published.size) return true;
    const tree = new TileTree(published.size, published.root, storageSource(this.#parts.store));
    const root = await tree.rootAt(signed.size);
    if (!root.ok) return this.#refused(root) !== null;
    if (Buffer.from(root.value).equals(signed.root)) return true;
    const message = `the published tree does not continue the signed one of ${signed.size} entries`;
    return this.#refused({ code: 'forked', message }) !== null;
  }

  /** The newest notes outside the database: that of the file, and that of this process. */
  async #knownNotes(): Promise<readonly string[]> {
    const kept = await this.#parts.head.read();
    const notes = [kept !== null && (await this.#isOfEndedLog(kept)) ? null : kept, this.#newest];
    return [...new Set(notes.filter((note) => note !== null))];
  }

  /** True for a note of a former log that the operator has ended: it says nothing about the present one. */
  async #isOfEndedLog(note: string): Promise<boolean> {
    const checkpoint = parseCheckpoint(textOf(note));
    if (!checkpoint.ok || checkpoint.value.origin === this.#parts.origin) return false;
    return this.#parts.store.hasEnded(checkpoint.value.origin);
  }

  /** Remembers a note, unless this process has seen one of a larger tree. */
  #see(note: string): void {
    if (this.#newest === null || sizeOf(textOf(this.#newest)) <= sizeOf(textOf(note))) this.#newest = note;
  }

  /** Asks the witnesses. A witness that has cosigned what this database does not continue stops the log. */
  async #cosign(): Promise<void> {
    if (this.isHalted || this.#isStopped) return;
    const disagreement = await this.#cosigning?.run();
    if (!disagreement) return;
    this.#refused(disagreement);
    await this.#storeHalt();
  }

  /** Opens the log, or creates it. Completes what a killed process left undone. */
  async #open(): Promise<LogWriter | null> {
    await this.#cosign();
    if (this.#isHalted) return null;
    const opened = await LogWriter.open(await this.#options());
    if (!opened.ok) return this.#refused(opened);
    this.#writer = opened.value;
    return opened.value;
  }

  async #options(): Promise<LogWriterOptions> {
    return {
      origin: this.#parts.origin,
      signer: this.#parts.signer,
      storage: this.#parts.store,
      knownNotes: await this.#knownNotes(),
      beforePublish: async (note) => {
        await this.#parts.head.keep(note);
        this.#see(note);
        return note;
      },
    };
  }

  /** Appends the next entries that have positions. Returns false when there are none, or when it failed. */
  async #append(writer: LogWriter): Promise<boolean> {
    const { size } = writer;
    if (size === null) throw new Error('a writer is used after a failure');
    const entries = await this.#parts.store.entriesFrom(size, BATCH);
    if (entries.length === 0) return false;
    if (size === 0 && !this.#beginsOwnLog(entries[0])) return false;
    const appended = await writer.append(entries, size);
    return appended.ok || this.#refused(appended) !== null;
  }

  /** False if the first entry names the key of another process, whose settings differ. Readers would refuse the log. */
  #beginsOwnLog(bytes: Uint8Array | undefined): boolean {
    const first = bytes && decodeLogEntry(bytes);
    if (!first?.ok || first.value.type !== 'log-key' || first.value.key === formatVkey(this.#parts.signer.key))
      return true;
    const message = `the first entry of the log would name the key ${first.value.key}, which another process has`;
    return this.#refused({ code: 'other-first-entry', message }) !== null;
  }

  #refused({ code, message }: { readonly code: string; readonly message: string }): null {
    this.#writer = null;
    // Another process was faster.
    if (code === 'lost-race' || code === 'wrong-position') return null;
    if (!FINAL.includes(code)) {
      this.#report({ code, reason: message });
      return null;
    }
    this.#isHalted = true;
    if (OF_DATABASE.includes(code)) this.#unstoredHalt = `${code}: ${message}`;
    this.#parts.log.error({ code, reason: message, origin: this.#parts.origin }, HALTED);
    return null;
  }
}

/** The text of a note that this service has stored. */
function textOf(note: string | null): string {
  const parsed = parseNote(note ?? '');
  if (!parsed.ok) throw new Error(`a stored note of the public log is damaged: ${parsed.message}`);
  return parsed.value.text;
}

function sizeOf(text: string): number {
  const checkpoint = parseCheckpoint(text);
  if (!checkpoint.ok) throw new Error(`the stored public log is damaged: ${checkpoint.message}`);
  return checkpoint.value.size;
}
