/** Under npm, Ctrl-C sends the signal twice: from the terminal and from npm. Signals within this time count as one. */
export const SAME_SIGNAL_MS = 500;

/** Time limit for stopping. The next start recovers the work that is unfinished by then. */
const STOP_MS = 15_000;

const REQUESTS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const MISTAKES = ['uncaughtException', 'unhandledRejection'] as const;

/** The part of `process` that is used. */
interface ProcessLike {
  on(request: (typeof REQUESTS)[number] | (typeof MISTAKES)[number], listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

interface EndingParts {
  readonly own: ProcessLike;
  readonly now: () => number;
  /** Closes everything. Called once. */
  readonly stop: () => Promise<void>;
  readonly log: { fatal(fields: object, message: string): void };
}

/**
 * Ends the process when requested (exit code 0) or after an uncaught error (exit code 1): everything acknowledged is stored, so a fresh
 * process is safer than one in an unknown state. Both stop the service first, within a time limit. A second request ends the process at once.
 */
export function handleProcessEnd(parts: EndingParts): void {
  const ending = new Ending(parts);
  for (const request of REQUESTS) parts.own.on(request, () => ending.ask());
  for (const mistake of MISTAKES) parts.own.on(mistake, (error) => ending.fail(error));
}

class Ending {
  readonly #own: ProcessLike;
  readonly #now: () => number;
  readonly #stop: () => Promise<void>;
  readonly #log: { fatal(fields: object, message: string): void };
  #askedAt: number | null = null;
  #isStopping = false;
  #code = 0;

  constructor(parts: EndingParts) {
    this.#own = parts.own;
    this.#now = parts.now;
    this.#stop = parts.stop;
    this.#log = parts.log;
  }

  ask(): void {
    if (this.#askedAt !== null && this.#now() - this.#askedAt > SAME_SIGNAL_MS) this.#own.exit(1);
    this.#askedAt ??= this.#now();
    void this.#leave();
  }

  fail(err: unknown): void {
    this.#code = 1;
    this.#log.fatal({ err }, 'unexpected error; shutting down');
    void this.#leave();
  }

  async #leave(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const patience = setTimeout(() => this.#own.exit(1), STOP_MS);
    try {
      await this.#stop();
    } catch (err) {
      this.#code = 1;
      this.#log.fatal({ err }, 'shutdown failed');
    }
    clearTimeout(patience);
    this.#own.exit(this.#code);
  }
}
