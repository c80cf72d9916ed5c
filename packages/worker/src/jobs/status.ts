/** The state of the server at the last request. */
type ServerState =
  | { readonly kind: 'open' }
  | { readonly kind: 'unreachable'; readonly sinceMs: number; readonly message: string }
  | { readonly kind: 'limited'; readonly untilMs: number };

const WINDOW_MS = 60_000;

/** Statistics of a running worker: counters since its start, and its current state. */
export class WorkerStatus {
  serverState: ServerState = { kind: 'open' };
  /** True if the last request for jobs returned none. */
  noWork = false;
  /** Time at which the hourly limit allows more jobs. Null if it does now. */
  hourlyUntilMs: number | null = null;
  /** The length of the queue if it is too short for this worker, and the least at which it works. Null if it works. */
  shortQueue: { readonly depth: number; readonly least: number } | null = null;
  /** Number of engines that are working. */
  running = 0;
  /** Number of engines that are being restarted. */
  restarting = 0;
  /** Number of results that the server accepted. */
  accepted = 0;
  /** Number of results that the server did not accept, or that were too late. */
  refused = 0;
  /** Number of jobs given up because of engine failures. */
  givenUp = 0;
  /** Number of jobs whose lease nearly expired before an engine was free. */
  stale = 0;
  #done = 0;
  #recent: number[] = [];
  readonly #print: (text: string) => void;

  /** @param print called with a sentence for the owner when something notable happens */
  constructor(print: (text: string) => void = () => {}) {
    this.#print = print;
  }

  /** Number of jobs that engines finished. */
  get done(): number {
    return this.#done;
  }

  finished(nowMs: number): void {
    this.#done++;
    this.#recent.push(nowMs);
  }

  /** Jobs per second over the last minute. */
  perSecond(nowMs: number): number {
    this.#recent = this.#recent.filter((atMs) => nowMs - atMs < WINDOW_MS);
    const sinceMs = Math.max(1000, nowMs - (this.#recent[0] ?? nowMs));
    return (this.#recent.length * 1000) / sinceMs;
  }

  note(text: string): void {
    this.#print(text);
  }
}
