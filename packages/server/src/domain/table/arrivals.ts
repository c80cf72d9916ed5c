/**
 * The frames of players in a match that have arrived here and are not handled yet. An event may be in each of them, which will be dated by
 * its arrival, so the owner of the match must know since when the oldest waits.
 */
export class Arrivals {
  /** By key, in order of arrival. */
  readonly #waiting = new Map<string, Set<{ readonly at: number }>>();

  /** A frame of this key arrived at `at`, in milliseconds since the epoch. Returns a function that says that it has been handled. */
  add(pub: string, at: number): () => void {
    const frame = { at };
    const frames = this.#waiting.get(pub) ?? new Set();
    this.#waiting.set(pub, frames.add(frame));
    return () => {
      frames.delete(frame);
      if (frames.size === 0 && this.#waiting.get(pub) === frames) this.#waiting.delete(pub);
    };
  }

  /** When the oldest frame of this key arrived. Null if none waits. */
  oldest(pub: string): number | null {
    const [first] = this.#waiting.get(pub) ?? [];
    return first?.at ?? null;
  }
}
