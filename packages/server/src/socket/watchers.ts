/** Counts the watchers of each match by network, so that one network cannot make each event of a match cost the server thousands of messages. */
export class Watchers {
  readonly #most: number;
  /** By match and network. */
  readonly #counts = new Map<string, number>();

  /** `most`: the largest number of watchers of one network in one match. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a watcher. Returns a function that removes it again, or null if the network has too many. */
  enter(match: string, network: string): (() => void) | null {
    const name = `${match}/${network}`;
    const count = this.#counts.get(name) ?? 0;
    if (count >= this.#most) return null;
    this.#counts.set(name, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    };
  }

  /** Number of pairs of a match and a network in memory. */
  get size(): number {
    return this.#counts.size;
  }
}
