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
  readonly #parts: EndingParts;
  #askedAt: number | null = null;
  #isStopping = false;
  #code = 0;

  constructor(parts: EndingParts) {
    this.#parts = parts;
  }

  ask(): void {
    if (this.#askedAt !== null && this.#parts.now() - this.#askedAt > SAME_SIGNAL_MS) this.#parts.own.exit(1);
    this.#askedAt ??= this.#parts.now();
    void this.#leave();
  }

  fail(err: unknown): void {
    this.#code = 1;
    this.#parts.log.fatal({ err }, 'unexpected error; shutting down');
    void this.#leave();
  }

  async #leave(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const patience = setTimeout(() => this.#parts.own.exit(1), STOP_MS);
    try {
      await this.#parts.stop();
    } catch (err) {
      this.#code = 1;
      this.#parts.log.fatal({ err }, 'shutdown failed');
    }
    clearTimeout(patience);
    this.#parts.own.exit(this.#code);
  }
}
