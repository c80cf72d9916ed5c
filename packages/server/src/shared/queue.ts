/** Runs tasks one at a time, in call order. A failing task rejects only its own promise. */
export class Queue {
  #last: Promise<void> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    // Does not keep the result, which can be large, until the next task.
    this.#last = done.then(nothing, nothing);
    return done;
  }

  /** Resolves when all tasks queued so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

function nothing(): void {}
