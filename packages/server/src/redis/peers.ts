/** After this many heartbeats are missing, messages of the process are assumed to be lost. */
const SILENT_BEATS = 3;

interface PeersParts {
  readonly processId: string;
  readonly beatMs: number;
  /** A process without a heartbeat for this long counts as dead. */
  readonly lifeMs: number;
}

/** The processes whose changes have been read, with the time at which each was last heard. */
export class Peers {
  readonly #parts: PeersParts;
  readonly #heardAt = new Map<string, number>();

  constructor(parts: PeersParts) {
    this.#parts = parts;
  }

  /** A change of the process has been read. `isOld`: it may have been written long ago. */
  hear(process: string, isOld: boolean): void {
    if (!isOld) this.#heardAt.set(process, performance.now());
    else if (!this.has(process)) this.#heardAt.set(process, Number.NEGATIVE_INFINITY);
  }

  /** The process has stopped or is dead. */
  remove(process: string): void {
    this.#heardAt.delete(process);
  }

  has(process: string): boolean {
    return this.#heardAt.has(process);
  }

  /** Milliseconds since this process last heard itself. Infinite before the first time. */
  get silenceMs(): number {
    return this.#silenceOf(this.#parts.processId);
  }

  /** True if this process heard itself recently. */
  get isHeard(): boolean {
    return this.silenceMs <= SILENT_BEATS * this.#parts.beatMs;
  }

  /** True if this process and all living ones were heard recently. */
  get isWhole(): boolean {
    const silentMs = SILENT_BEATS * this.#parts.beatMs;
    return this.isHeard && this.living.every((process) => this.#silenceOf(process) <= silentMs);
  }

  /** The other processes that were heard within a lifetime. */
  get living(): readonly string[] {
    return this.#others.filter((process) => this.#silenceOf(process) <= this.#parts.lifeMs);
  }

  get dead(): readonly string[] {
    return this.#others.filter((process) => this.#silenceOf(process) > this.#parts.lifeMs);
  }

  get #others(): readonly string[] {
    return [...this.#heardAt.keys()].filter((process) => process !== this.#parts.processId);
  }

  #silenceOf(process: string): number {
    return performance.now() - (this.#heardAt.get(process) ?? Number.NEGATIVE_INFINITY);
  }
}
