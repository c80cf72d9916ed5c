import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../jobs/clock.ts';
import type { WorkerStatus } from '../jobs/status.ts';

const count = z.int().check(z.nonnegative());
/** The last millisecond that a date can have. */
const LAST_MS = 8.64e15;
const statistics = z.object({ sinceMs: count.check(z.lte(LAST_MS)), accepted: count, refused: count, givenUp: count });

/** The work of this machine since the file was made. */
type Statistics = z.infer<typeof statistics>;

/** Results are added to the file this often, so that a kill loses little. */
const KEEP_MS = 60_000;

/** The path of the statistics: the state folder of the systemd unit, else by the convention of the operating system. */
export function statisticsPath(env: Readonly<Record<string, string | undefined>>): string {
  const usual = env.XDG_STATE_HOME || env.LOCALAPPDATA || join(homedir(), '.local', 'state');
  return join(env.STATE_DIRECTORY || join(usual, 'bg-worker'), 'statistics.json');
}

/** Null if there are none, or the file holds something else. */
export function readStatistics(path: string): Statistics | null {
  try {
    return z.parse(statistics, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Adds what one worker does to the statistics in a file. They are for its owner only: a file that cannot be written stops nothing. */
export class StatisticsFile {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #say: (text: string) => void;
  #kept = { accepted: 0, refused: 0, givenUp: 0 };
  #hasFailed = false;

  constructor(path: string, clock: Clock, say: (text: string) => void) {
    this.#path = path;
    this.#clock = clock;
    this.#say = say;
  }

  /** Keeps the statistics until the signal aborts, and then a last time. */
  async keep(status: WorkerStatus, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(KEEP_MS, signal);
      this.#add(status);
    }
  }

  /** Several workers of a machine share the file, so each adds only what is new. */
  #add({ accepted, refused, givenUp }: WorkerStatus): void {
    const before = this.#kept;
    const isNew = accepted + refused + givenUp > before.accepted + before.refused + before.givenUp;
    if (!isNew) return;
    const known = readStatistics(this.#path) ?? { sinceMs: this.#clock.nowMs(), accepted: 0, refused: 0, givenUp: 0 };
    const sum = {
      sinceMs: known.sinceMs,
      accepted: known.accepted + accepted - before.accepted,
      refused: known.refused + refused - before.refused,
      givenUp: known.givenUp + givenUp - before.givenUp,
    };
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      const draft = `${this.#path}.${process.pid}`;
      writeFileSync(draft, `${JSON.stringify(sum)}\n`, { mode: 0o600 });
      renameSync(draft, this.#path);
      this.#kept = { accepted, refused, givenUp };
    } catch (error) {
      if (!this.#hasFailed)
        this.#say(
          `The statistics cannot be kept in ${this.#path} (${error instanceof Error ? error.message : error}).`,
        );
      this.#hasFailed = true;
    }
  }
}

/** One sentence for the owner. */
export function statisticsText({ sinceMs, accepted, refused, givenUp }: Statistics): string {
  const lost = [...(refused > 0 ? [`${refused} refused`] : []), ...(givenUp > 0 ? [`${givenUp} given up`] : [])];
  const day = new Date(sinceMs).toISOString().slice(0, 10);
  return `Since ${day} servers have accepted ${accepted} judgements of this machine${lost.length > 0 ? ` (${lost.join(', ')})` : ''}.`;
}
