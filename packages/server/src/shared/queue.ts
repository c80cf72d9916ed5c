/** Runs tasks one at a time, in call order. A failing task rejects only its own promise. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all tasks queued so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
