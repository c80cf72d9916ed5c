/** Runs tasks one after the other, in the order of asking. A task that fails concerns only its caller. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when everything asked so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
