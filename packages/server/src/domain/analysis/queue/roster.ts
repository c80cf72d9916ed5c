/** Who asked or answered within this time counts as being there. */
export const PRESENT_MS = 5 * 60_000;
/** Worker ids are anybody’s choice, so that no more of them are remembered than this. */
const MAX_REMEMBERED = 10_000;

/** Workers that were seen, and those that are not believed any more. */
export class Roster {
  readonly #seen = new Map<string, number>();
  readonly #ignored = new Set<string>();

  see(workerId: string, now: number): void {
    this.#seen.delete(workerId);
    this.#seen.set(workerId, now);
    dropOldest(this.#seen);
  }

  /** Workers that are there. */
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
