import type { Alarms, World } from '../ports/world.ts';

/** The pauses of requests that wait for something. */
export class Pauses {
  readonly #prefix: string;
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #ends = new Set<() => void>();
  #count = 0;
  #isOver = false;

  /** `prefix`: the beginning of the names of its alarms. */
  constructor(prefix: string, { alarms, world }: { readonly alarms: Alarms; readonly world: World }) {
    this.#prefix = prefix;
    this.#alarms = alarms;
    this.#world = world;
  }

  /** Resolves after this time, or at once when `endAll` was called. `end` ends this pause. */
  begin(ms: number): { readonly over: Promise<void>; readonly end: () => void } {
    if (this.#isOver) return { over: Promise.resolve(), end: () => undefined };
    const name = `${this.#prefix}/${++this.#count}`;
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = () => {
        this.#ends.delete(end);
        this.#alarms.clear(name);
        resolve();
      };
    });
    this.#ends.add(end);
    this.#alarms.set(name, this.#world.now() + ms, end);
    return { over, end };
  }

  /** Ends all pauses, and those that begin later at once. */
  endAll(): void {
    this.#isOver = true;
    for (const end of [...this.#ends]) end();
  }
}
