import type { Flow } from './fair-queue.ts';

/** Those who wait, in the order of their turns: large networks, in each its small networks, in each the keys, and the tasks of a key. */
interface Waiting {
  readonly tasks: (() => void)[];
  /** By name. A part that has started a task moves to the end. */
  readonly parts: Map<string, Waiting>;
}

/**
 * Starts at most `perTurn` tasks in one turn of the event loop, so that what other sockets and threads have to say is heard in between. When
 * more want to start, networks take turns, each with one task at a time, and so do the keys of a network: a network with many keys gets no
 * more than one with a single player.
 */
export class Rounds {
  readonly #perTurn: number;
  readonly #waiting = noneWaiting();
  #started = 0;
  #isCounting = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Starts a task at once and returns true. If the task has to wait, returns false and does nothing. */
  startNow(): boolean {
    if (!isEmpty(this.#waiting) || this.#started >= this.#perTurn) return false;
    this.#count();
    return true;
  }

  /** Resolves when a task of this key in this network may start. A client without a key has the empty one. */
  async start(network: Flow, key = ''): Promise<void> {
    if (!this.startNow())
      await new Promise<void>((resolve) => wait(this.#waiting, [network.group, network.member, key], resolve));
  }

  #count(): void {
    this.#started += 1;
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isCounting = false;
    this.#started = 0;
    while (this.#started < this.#perTurn) {
      const start = take(this.#waiting);
      if (!start) return;
      this.#count();
      start();
    }
  }
}

function noneWaiting(): Waiting {
  return { tasks: [], parts: new Map() };
}

function isEmpty({ tasks, parts }: Waiting): boolean {
  return tasks.length === 0 && parts.size === 0;
}

function wait(waiting: Waiting, path: readonly string[], task: () => void): void {
  let place = waiting;
  for (const name of path) {
    const part = place.parts.get(name) ?? noneWaiting();
    place.parts.set(name, part);
    place = part;
  }
  place.tasks.push(task);
}

/** Removes and returns the next task. */
function take({ tasks, parts }: Waiting): (() => void) | undefined {
  const [first] = parts;
  if (!first) return tasks.shift();
  const [name, part] = first;
  parts.delete(name);
  const task = take(part);
  if (!isEmpty(part)) parts.set(name, part);
  return task;
}
