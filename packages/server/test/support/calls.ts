/** Counts the calls of a part of the storage that have not been answered. */
export class Calls {
  #open = 0;

  get open(): number {
    return this.#open;
  }

  of<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (...args: unknown[]) => this.#count(value.apply(target, args)) : value;
      },
    });
  }

  #count(answer: unknown): unknown {
    if (!(answer instanceof Promise)) return answer;
    this.#open += 1;
    return answer.finally(() => {
      this.#open -= 1;
    });
  }
}
