/** A terminal's Ctrl-C reaches us twice under npm: from the terminal and handed on. Within this time it is one. */
export const SAME_SIGNAL_MS = 500;

/** How long stopping may take before what is left is left to the next start. */
const STOP_MS = 15_000;

const REQUESTS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const MISTAKES = ['uncaughtException', 'unhandledRejection'] as const;

/** What this needs of a process. */
export interface ProcessLike {
  on(request: (typeof REQUESTS)[number] | (typeof MISTAKES)[number], listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

export interface EndingParts {
  readonly own: ProcessLike;
  readonly now: () => number;
  /** Closes everything; called once. */
  readonly stop: () => Promise<void>;
  readonly log: { fatal(fields: object, message: string): void };
}

/**
 * Ends the process when it is asked to, with 0, or after a mistake of ours, with 1: everything that matters is stored, so a fresh process
 * is better than one of which we no longer know the state. Both close what is open first, for a while. A second request ends it at once.
 */
export function endWell(parts: EndingParts): void {
  const ending = new Ending(parts);
  for (const request of REQUESTS) parts.own.on(request, () => ending.ask());
  for (const mistake of MISTAKES) parts.own.on(mistake, (error) => ending.confess(error));
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
    const { own, now } = this.#parts;
    if (this.#askedAt !== null && now() - this.#askedAt > SAME_SIGNAL_MS) own.exit(1);
    this.#askedAt ??= now();
    void this.#leave();
  }

  confess(err: unknown): void {
    this.#code = 1;
    this.#parts.log.fatal({ err }, 'unexpected error; ending');
    void this.#leave();
  }

  async #leave(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const { own, stop, log } = this.#parts;
    const patience = setTimeout(() => own.exit(1), STOP_MS);
    try {
      await stop();
    } catch (err) {
      this.#code = 1;
      log.fatal({ err }, 'stopping failed');
    }
    clearTimeout(patience);
    own.exit(this.#code);
  }
}
