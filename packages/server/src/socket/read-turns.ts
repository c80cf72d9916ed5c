/** Reads that go on at the same time: while one waits for the database, another is turned into an answer. */
const AT_ONCE = 2;

/**
 * Lets the expensive reads of all connections pass a few at a time, so that an event that has to be stored waits behind two of them at
 * most, however many are asked for. Networks take turns: one that asks for much delays itself. Each connection waits for its own answer
 * before its next request, which bounds what waits here.
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
      // sockets and stored events have their turn first
      setImmediate(() => this.#next());
    }
  }

  #wait(network: string, resolve: () => void): void {
    const queue = this.#waiting.get(network);
    if (queue) queue.push(resolve);
    else this.#waiting.set(network, [resolve]);
  }

  /** A network that has more to ask goes to the end of the line. */
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
