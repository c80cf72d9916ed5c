/** Concurrent reads: while one waits for the database, another encodes its answer. */
const AT_ONCE = 2;

/**
 * Schedules the expensive reads of all connections, two at a time, so that storing an event waits for two of them at most. The reads that
 * follow a proof of a key are among them, since a stranger can prove hundreds of keys at once. Networks take turns, so one that requests a lot
 * delays only itself. Each connection waits for an answer before its next request, which bounds the queue.
 */
export class ReadTurns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  /** Runs the read when it is the network's turn. */
  async run<T>(network: string, read: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1;
    else await new Promise<void>((resolve) => this.#wait(network, resolve));
    try {
      return await read();
    } finally {
      // Let sockets and stored events go first.
      setImmediate(() => this.#next());
    }
  }

  #wait(network: string, resolve: () => void): void {
    const queue = this.#waiting.get(network);
    if (queue) queue.push(resolve);
    else this.#waiting.set(network, [resolve]);
  }

  /** Starts the next read. A network with more reads moves to the end of the queue. */
  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [network, queue] = first;
    const resolve = queue.shift();
    this.#waiting.delete(network);
    if (queue.length > 0) this.#waiting.set(network, queue);
    resolve?.();
  }
}
