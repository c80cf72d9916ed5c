/** A round-robin schedule of matches with the jobs they wait for. */
export class RoundRobin {
  readonly #matches = new Map<string, Set<string>>();

  get isEmpty(): boolean {
    return this.#matches.size === 0;
  }

  /** Changes the matches that wait for a job. */
  move(key: string, before: readonly string[], after: readonly string[]): void {
    for (const match of before) if (!after.includes(match)) this.#remove(match, key);
    for (const match of after) if (!before.includes(match)) this.#add(match, key);
  }

  /** Yields free jobs, one per match in turn. A match that was served moves to the end. */
  *byTurns(isFree: (key: string) => boolean): Iterable<string> {
    let turns = [...this.#matches].map(([match, keys]) => ({ match, keys: keys.values() }));
    while (turns.length > 0) {
      const left: typeof turns = [];
      for (const turn of turns) {
        const key = nextFree(turn.keys, isFree);
        if (key === undefined) continue;
        this.#toEnd(turn.match);
        yield key;
        left.push(turn);
      }
      turns = left;
    }
  }

  #toEnd(match: string): void {
    const keys = this.#matches.get(match);
    if (!keys) return;
    this.#matches.delete(match);
    this.#matches.set(match, keys);
  }

  #add(match: string, key: string): void {
    const keys = this.#matches.get(match) ?? new Set();
    this.#matches.set(match, keys.add(key));
  }

  #remove(match: string, key: string): void {
    const keys = this.#matches.get(match);
    keys?.delete(key);
    if (keys?.size === 0) this.#matches.delete(match);
  }
}

/** Continues where the last call stopped, and skips jobs that have been removed since. */
function nextFree(keys: Iterator<string>, isFree: (key: string) => boolean): string | undefined {
  for (let next = keys.next(); !next.done; next = keys.next()) if (isFree(next.value)) return next.value;
  return undefined;
}
