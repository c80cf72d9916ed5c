import { LogWriter, type LogWriterOptions, type NoteSigner } from 'tlog-kit';
import type { PublicLogStore } from '../ports/log.ts';
import type { Alarms, Log, World } from '../ports/world.ts';

/** The newest head that this service signed, outside the database and its backups. */
export interface HeadKeeper {
  /** The signed note that was kept last. Null when there is none. */
  read(): Promise<string | null>;
  /** Resolves when the note is durable. */
  keep(note: string): Promise<void>;
}

export interface SequencerParts {
  readonly store: PublicLogStore;
  readonly origin: string;
  readonly signer: NoteSigner;
  readonly head: HeadKeeper;
  readonly processId: string;
  /** True if no other process works on the same data. */
  readonly isAlone: boolean;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** Interval at which a process looks for waiting entries. Entries are in a checkpoint within 2 s as a target. */
export const LOOK_MS = 500;
export const LOG_ALARM = 'public-log';
/** The same after a failure. */
const RETRY_MS = 10_000;
/** A claim ends after this time without work, when its process has died. */
const CLAIM_MS = 10_000;
/** Largest number of entries in one checkpoint, so that the database is never held for long. */
export const BATCH = 256;
/** Batches in one turn. The next look continues. */
const BATCHES = 16;

/** Failures after which signing again could contradict what was signed. */
const FINAL: readonly string[] = ['rolled-back', 'forked', 'unknown-signers', 'wrong-origin', 'bad-signature'];

/**
 * Brings waiting entries into the public log: one process at a time, in batches. The claim saves work; the compare-and-swap of the
 * storage is what keeps two processes apart. Matches never wait for it.
 */
export class Sequencer {
  readonly #parts: SequencerParts;
  #writer: LogWriter | null = null;
  /** The newest note that this process has seen. */
  #newest: string | null = null;
  #running: Promise<void> | null = null;
  #hasFailed = false;
  #isHalted = false;
  #isStopped = false;

  constructor(parts: SequencerParts) {
    this.#parts = parts;
  }

  /** True after a failure that signing again could turn into a contradiction. Only the operator can end it. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  /** Looks for waiting entries from now on. */
  start(): void {
    this.#lookIn(LOOK_MS);
  }

  #lookIn(ms: number): void {
    const { alarms, world } = this.#parts;
    if (!this.#isStopped) alarms.set(LOG_ALARM, world.now() + ms, () => this.#lookAgain());
  }

  /** Resolves when no batch is in progress. Ends the claim, so that another process continues at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#parts.alarms.clear(LOG_ALARM);
    await this.#running?.catch(() => undefined);
    await this.#parts.store.release(this.#parts.processId);
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
      this.#hasFailed = true;
      this.#parts.log.error({ err }, 'could not extend the public log; it is tried again');
    }
    this.#lookIn(this.#hasFailed ? RETRY_MS : LOOK_MS);
  }

  async #work(): Promise<void> {
    const { store, world, processId, isAlone } = this.#parts;
    if (this.#isHalted || !(await store.isWaiting())) return;
    const now = world.now();
    // The claim of a process that ended without releasing it does not hold up the only process.
    if (!(await store.claim(processId, isAlone ? Number.MAX_SAFE_INTEGER : now, now + CLAIM_MS))) return;
    const writer = this.#writer ?? (await this.#open());
    for (let batch = 0; writer && !this.#isStopped && batch < BATCHES; batch++) {
      await store.assign(BATCH);
      if (!(await this.#append(writer))) return;
    }
  }

  /** Opens the log, or creates it. Completes what a killed process left undone. */
  async #open(): Promise<LogWriter | null> {
    const opened = await LogWriter.open(await this.#options());
    if (!opened.ok) return this.#refused(opened);
    this.#writer = opened.value;
    return opened.value;
  }

  async #options(): Promise<LogWriterOptions> {
    const { store, origin, signer, head } = this.#parts;
    const kept = await head.read();
    return {
      origin,
      signer,
      storage: store,
      knownNotes: [kept, this.#newest].filter((note) => note !== null),
      async beforePublish(note) {
        await head.keep(note);
        return note;
      },
    };
  }

  /** Appends the next entries that have positions. Returns false when there are none, or when it failed. */
  async #append(writer: LogWriter): Promise<boolean> {
    // Reads the log anew after a failure.
    const present = await writer.append([]);
    if (!present.ok) return this.#refused(present) !== null;
    const { size, note } = present.value;
    this.#newest = note;
    const entries = await this.#parts.store.entriesFrom(size, BATCH);
    if (entries.length === 0) return false;
    const appended = await writer.append(entries, size);
    if (!appended.ok) return this.#refused(appended) !== null;
    this.#newest = appended.value.note;
    return true;
  }

  #refused({ code, message }: { readonly code: string; readonly message: string }): null {
    const { log, origin } = this.#parts;
    this.#writer = null;
    // Another process was faster.
    if (code === 'lost-race' || code === 'wrong-position') return null;
    if (!FINAL.includes(code)) {
      this.#hasFailed = true;
      log.error({ code, reason: message }, 'could not extend the public log; it is tried again');
      return null;
    }
    this.#isHalted = true;
    log.error(
      { code, reason: message, origin },
      'the public log has stopped signing: the database does not hold what this service has signed. Matches continue. Restore the newer database; see "The public log" in docs/operating.md',
    );
    return null;
  }
}
