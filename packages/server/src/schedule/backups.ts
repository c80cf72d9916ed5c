import type { Result } from 'bg-rules';
import type { Alarms, Log, World } from '../domain/ports.ts';

/** A finished, verified backup. */
export interface Backup {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

export interface BackupScheduleParts {
  /** From the beginning of one backup to that of the next. */
  readonly everyMs: number;
  /** The newest backup there is, or null. */
  readonly newest: () => Backup | null;
  /** Makes one. */
  readonly make: () => Promise<Result<unknown>>;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

export const BACKUP_ALARM = 'backup';
/** A start has better things to do at first. */
const AFTER_START_MS = 60_000;
/** After a failure. */
const RETRY_MS = 10 * 60_000;

/** Backups at their time. When the next one is due follows from the newest there is, so that a restart changes nothing. */
export class BackupSchedule {
  readonly #parts: BackupScheduleParts;
  #failedAt: number | null = null;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
  }

  start(): void {
    const { world, everyMs, alarms } = this.#parts;
    alarms.set(BACKUP_ALARM, Math.max(this.#due, world.now() + Math.min(AFTER_START_MS, everyMs)));
  }

  /** The alarm has gone off. One that somebody else made meanwhile counts. */
  async wake(): Promise<void> {
    const { world, everyMs, alarms } = this.#parts;
    if (this.#due <= world.now()) await this.#make();
    const soon = world.now() + Math.min(RETRY_MS, everyMs);
    alarms.set(BACKUP_ALARM, this.#failedAt === null ? Math.max(this.#due, soon) : soon);
  }

  /** The newest backup, and whether the last try worked; null before the first. Without any, `at` is when the try failed. */
  get status(): (Backup & { readonly ok: boolean }) | null {
    const newest = this.#parts.newest();
    const ok = this.#failedAt === null;
    if (newest !== null) return { at: newest.at, bytes: newest.bytes, ok };
    return this.#failedAt === null ? null : { at: this.#failedAt, bytes: 0, ok };
  }

  get #due(): number {
    return (this.#parts.newest()?.at ?? 0) + this.#parts.everyMs;
  }

  async #make(): Promise<void> {
    const { world, make, log } = this.#parts;
    const began = world.now();
    const made = await make();
    this.#failedAt = made.ok ? null : began;
    if (made.ok) log.info({ ms: world.now() - began }, 'backup made');
    else log.error({ code: made.code, reason: made.message }, 'the backup failed');
  }
}
