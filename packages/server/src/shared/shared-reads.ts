/** Batches lookups by name: one read is in flight at a time, and calls that arrive meanwhile share the next one. */
export class SharedReads<T> {
  readonly #read: (names: readonly string[]) => Promise<ReadonlyMap<string, T>>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: { readonly names: Set<string>; readonly answer: Promise<ReadonlyMap<string, T>> } | null = null;

  constructor(read: (names: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
    this.#read = read;
  }

  /** The value at some moment after this call. Undefined when there is none. */
  async read(name: string): Promise<T | undefined> {
    this.#next ??= this.#begin();
    const { names, answer } = this.#next;
    names.add(name);
    return (await answer).get(name);
  }

  #begin() {
    const names = new Set<string>();
    const answer = this.#underWay.then(() => {
      this.#next = null;
      return this.#read([...names]);
    });
    this.#underWay = answer.catch(() => undefined);
    return { names, answer };
  }
}
