/** Numbers that are read from the storage: one question is under way at a time, and who asks meanwhile shares the next one. */
export class SharedReads {
  readonly #read: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: { readonly names: Set<string>; readonly answer: Promise<ReadonlyMap<string, number>> } | null = null;

  constructor(read: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>) {
    this.#read = read;
  }

  /** The number as it was stored at some moment after this call; undefined where there is none. */
  async read(name: string): Promise<number | undefined> {
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
