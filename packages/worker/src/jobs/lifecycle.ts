import { setMaxListeners } from 'node:events';
import type { Ending } from './types.ts';

/**
 * The life cycle of one run of a worker. It ends by request (finishing: the worker takes no more jobs and
 * submits its results), by abort, or because continuing is pointless.
 */
export class Lifecycle {
  readonly #finishing = new AbortController();
  readonly #aborted = new AbortController();
  #ending: Ending | null = null;

  constructor() {
    // Each engine adds a listener, and there may be many engines.
    setMaxListeners(0, this.#finishing.signal, this.#aborted.signal);
  }

  /** Aborts when the worker should take no more jobs. */
  get finishing(): AbortSignal {
    return this.#finishing.signal;
  }

  /** Aborts when everything must stop. */
  get aborted(): AbortSignal {
    return this.#aborted.signal;
  }

  /** The reason for ending without a request. Null if the run was asked to end. */
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

  /** Ends the run for a reason. The first reason is kept. */
  end(ending: Ending): void {
    this.#ending ??= ending;
    this.abort();
  }
}
