/** Runs a task now and then at an interval. A run that takes longer is not joined by another one. */
export class Repeat {
  readonly #task: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  /** @param task must not reject */
  constructor(task: () => Promise<void>, everyMs: number) {
    this.#task = task;
    this.#everyMs = everyMs;
  }

  /** Resolves after the first run. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#run(), this.#everyMs).unref();
    await this.#run();
  }

  /** Resolves when no run is in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #run(): Promise<void> {
    this.#running ??= this.#task().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
