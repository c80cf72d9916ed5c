/** The heartbeat of the process goes first, and the work of live matches before all other work. */
export type Lane = 'heartbeat' | 'match' | 'other';

/** Other work that has waited this long goes before the next work of matches, so that busy matches do not stop it. */
const PATIENCE_MS = 50;

interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

/**
 * Decides who uses the connection that writes. One statement or transaction runs at a time. Work of matches waits for one other at most, the
 * one that is running or has waited for PATIENCE_MS. The heartbeat waits for what is running and for nothing else.
 */
export class Turns {
  readonly #now: () => number;
  readonly #waiting: Readonly<Record<Lane, Waiting[]>> = { heartbeat: [], match: [], other: [] };
  /** The lane whose work is running, null if none is. */
  #running: Lane | null = null;
  #othersEnded = 0;

  /** `now` is a monotonic time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Number of pieces of other work that have ended. */
  get othersEnded(): number {
    return this.#othersEnded;
  }

  /** Resolves when the turn has come, to a function that ends it. */
  async take(lane: Lane): Promise<() => void> {
    if (this.#running === null) this.#running = lane;
    else await new Promise<void>((start) => this.#waiting[lane].push({ since: this.#now(), start }));
    return () => this.#next();
  }

  #next(): void {
    if (this.#running === 'other') this.#othersEnded += 1;
    const lane = this.#nextLane();
    const next = lane && this.#waiting[lane].shift();
    this.#running = next ? lane : null;
    next?.start();
  }

  #nextLane(): Lane | null {
    const { heartbeat, match, other } = this.#waiting;
    if (heartbeat.length > 0) return 'heartbeat';
    const [first] = other;
    if (!first) return match.length > 0 ? 'match' : null;
    const isDue = this.#running === 'match' && this.#now() - first.since >= PATIENCE_MS;
    return match.length > 0 && !isDue ? 'match' : 'other';
  }
}
