import { setMaxListeners } from 'node:events';
import type { Ending } from './types.ts';

/**
 * One run of a worker, and how it may end: asked to finish (takes no more work, hands in what it holds), told to abort, or
 * by something that makes going on senseless.
 */
export class Shift {
  readonly #finishing = new AbortController();
  readonly #aborted = new AbortController();
  #ending: Ending | null = null;

  constructor() {
    // one for every engine, which may be many
    setMaxListeners(0, this.#finishing.signal, this.#aborted.signal);
  }

  /** Given once no more work is to be taken. */
  get finishing(): AbortSignal {
    return this.#finishing.signal;
  }

  /** Given once everything must stop. */
  get aborted(): AbortSignal {
    return this.#aborted.signal;
  }

  /** Why it ended by itself; null when it was asked to. */
  get ending(): Ending | null {
    return this.#ending;
  }

  finish(): void {
    this.#finishing.abort();
  }

  abort(): void {
    this.#finishing.abort();
    this.#aborted.abort();
  }

  /** Ends it for good; the first reason counts. */
  end(ending: Ending): void {
    this.#ending ??= ending;
    this.abort();
  }
}
