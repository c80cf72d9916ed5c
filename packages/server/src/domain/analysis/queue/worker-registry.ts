/** A worker counts as present for this long after its last request. */
export const PRESENT_MS = 5 * 60_000;
/** Anyone can invent worker ids, so the number remembered is limited. */
const MAX_REMEMBERED = 10_000;

/** Workers seen recently, and workers that are no longer trusted. */
export class WorkerRegistry {
  readonly #seen = new Map<string, number>();
  readonly #ignored = new Set<string>();

  see(workerId: string, now: number): void {
    this.#seen.delete(workerId);
    this.#seen.set(workerId, now);
    dropOldest(this.#seen);
  }

  /** Number of present workers. */
  present(now: number): number {
    for (const [workerId, at] of this.#seen) {
      if (now - at < PRESENT_MS) break;
      this.#seen.delete(workerId);
    }
    return this.#seen.size;
  }

  ignore(workerId: string): void {
    this.#ignored.add(workerId);
    dropOldest(this.#ignored);
  }

  isIgnored(workerId: string): boolean {
    return this.#ignored.has(workerId);
  }

  get ignored(): number {
    return this.#ignored.size;
  }
}

function dropOldest(list: Map<string, number> | Set<string>): void {
  const [oldest] = list.keys();
  if (list.size > MAX_REMEMBERED && oldest !== undefined) list.delete(oldest);
}
