/** What the server was like when it was last asked. */
export type Door =
  | { readonly kind: 'open' }
  | { readonly kind: 'unreachable'; readonly sinceMs: number; readonly message: string }
  | { readonly kind: 'limited'; readonly untilMs: number };

const WINDOW_MS = 60_000;

/** Everything that is told about a running worker: counts since its start, and the state it is in. */
export class Tally {
  door: Door = { kind: 'open' };
  /** The last request for work was answered with none. */
  noWork = false;
  /** When the hourly limit lets more work in; null while it does. */
  hourlyUntilMs: number | null = null;
  /** Engines that think now. */
  running = 0;
  /** Engines that are being started again after a failure. */
  restarting = 0;
  /** Results that the server took. */
  accepted = 0;
  /** Results that the server did not take, or that came too late for it. */
  refused = 0;
  /** Jobs that no engine could do. */
  givenUp = 0;
  /** Jobs whose lease was nearly over before an engine was free. */
  stale = 0;
  #done = 0;
  #recent: number[] = [];
  readonly #tell: (text: string) => void;

  /** `tell` gets a sentence whenever something happens that the owner may want to know. */
  constructor(tell: (text: string) => void = () => {}) {
    this.#tell = tell;
  }

  /** Jobs that engines finished. */
  get done(): number {
    return this.#done;
  }

  finished(nowMs: number): void {
    this.#done++;
    this.#recent.push(nowMs);
  }

  /** Jobs a second over the last minute, or since the start of this minute's first. */
  perSecond(nowMs: number): number {
    this.#recent = this.#recent.filter((atMs) => nowMs - atMs < WINDOW_MS);
    const sinceMs = Math.max(1000, nowMs - (this.#recent[0] ?? nowMs));
    return (this.#recent.length * 1000) / sinceMs;
  }

  note(text: string): void {
    this.#tell(text);
  }
}
