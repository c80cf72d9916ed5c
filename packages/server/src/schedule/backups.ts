import type { Result } from 'bg-rules';
import type { Alarms, Log, World } from '../domain/ports/world.ts';

/** A complete, verified backup. */
export interface Backup {
  /** Start of the backup, milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

interface BackupScheduleParts {
  /** Interval between the starts of two backups, in milliseconds. */
  readonly everyMs: number;
  /** Returns the newest backup, or null. */
  readonly newest: () => Backup | null;
  /** Makes a backup. */
  readonly make: () => Promise<Result<unknown>>;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

export const BACKUP_ALARM = 'backup';
/** Delay after a start of the server, which is busy at first. */
const AFTER_START_MS = 60_000;
/** Delay after a failure. */
const RETRY_MS = 10 * 60_000;

/** Schedules backups. The next time follows from the newest backup, so a restart does not change it. */
export class BackupSchedule {
  readonly #parts: BackupScheduleParts;
  #failedAt: number | null = null;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#setAlarm(Math.max(this.#due, this.#parts.world.now() + Math.min(AFTER_START_MS, this.#parts.everyMs)));
  }

  #setAlarm(at: number): void {
    this.#parts.alarms.set(BACKUP_ALARM, at, () => this.#makeIfDue());
  }

  /** Makes a backup unless one was made by hand in the meantime. */
  async #makeIfDue(): Promise<void> {
    if (this.#due <= this.#parts.world.now()) await this.#attempt();
    const soon = this.#parts.world.now() + Math.min(RETRY_MS, this.#parts.everyMs);
    this.#setAlarm(this.#failedAt === null ? Math.max(this.#due, soon) : soon);
  }

  /**
   * The newest backup, and if the last attempt succeeded. Null before the first. Without any backup, `at` is the time of the failed
   * attempt.
   */
  get status(): (Backup & { readonly ok: boolean }) | null {
    const newest = this.#parts.newest();
    const ok = this.#failedAt === null;
    if (newest !== null) return { at: newest.at, bytes: newest.bytes, ok };
    return this.#failedAt === null ? null : { at: this.#failedAt, bytes: 0, ok };
  }

  get #due(): number {
    return (this.#parts.newest()?.at ?? 0) + this.#parts.everyMs;
  }

  async #attempt(): Promise<void> {
    const began = this.#parts.world.now();
    const made = await this.#parts.make();
    this.#failedAt = made.ok ? null : began;
    if (made.ok) this.#parts.log.info({ ms: this.#parts.world.now() - began }, 'backup made');
    else this.#parts.log.warn({ code: made.code, reason: made.message }, 'the backup failed; it is tried again');
  }
}
