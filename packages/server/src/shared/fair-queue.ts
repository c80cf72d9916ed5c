/** The party that a task is charged to. Members of a group share the group's share. */
export interface Flow {
  /** An address, or a large network (a /48 of IPv6). */
  readonly group: string;
  /** An address or a small network (a /64 of IPv6) within the group, or a key. */
  readonly member: string;
  /** True for a key that is known to the service. Such members give their group a larger share. */
  readonly isKnown?: boolean;
}

/** A place among the running tasks. */
export interface Turn {
  /**
   * Gives the place up while the task waits for something else than the storage, and then waits for another place. Resolves to null, without a
   * place, if too many tasks wait by then.
   */
  during<T>(waiting: () => Promise<T>): Promise<T | null>;
  /** Ends the task. A second call does nothing. */
  end(): void;
}

interface FairQueueParts {
  /** Number of tasks that run at the same time. */
  readonly atOnce: number;
  /** Number of tasks that may wait. */
  readonly most: number;
  /**
   * A number that grows while the storage works for these tasks. A task that runs while it does not grow for HOLD_MS is waiting for something
   * else, such as a volunteer or the rest of a request, or the storage hangs. The task then gives its place up.
   */
  readonly worked: () => number;
  /** A monotonic time in milliseconds. */
  readonly now?: () => number;
}

/** How often a running task is looked at. */
const HOLD_MS = 100;
/** The expected cost of a task that has not ended, in milliseconds. */
const EXPECTED_MS = 1;

/** The known members of a group that count: otherwise a network gets shares by making keys. */
const MOST_KNOWN = 3;

interface Waiting {
  readonly start: (turn: Turn | null) => void;
}

/**
 * Lets a few tasks run at a time and shares their time fairly: the next task is one of the group that has used the least, and within the group
 * of the member that has used the least. The cost of a task is measured: the time from its start to its end. No one waits while a place is free,
 * so a group is slowed down only while others want the same places. A group gets a share more for each of its first known members. An idle
 * group saves nothing up. When too many wait, the group with the
 * most waiting tasks loses its newest.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #most: number;
  readonly #worked: () => number;
  readonly #now: () => number;
  readonly #groups = new Shares<Group>();
  #running = 0;
  #waiting = 0;

  constructor({ atOnce, most, worked, now = () => performance.now() }: FairQueueParts) {
    this.#atOnce = atOnce;
    this.#most = most;
    this.#worked = worked;
    this.#now = now;
  }

  /** Number of tasks that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Runs the task in its turn. Resolves to null if too many tasks wait. */
  async run<T>(flow: Flow, task: () => Promise<T>): Promise<T | null> {
    const turn = await this.turn(flow);
    if (turn === null) return null;
    try {
      return await task();
    } finally {
      turn.end();
    }
  }

  /** Resolves when the turn of a task of this flow has come, or to null if too many tasks wait. */
  turn(flow: Flow): Promise<Turn | null> {
    const isFree = this.#running < this.#atOnce;
    if (!isFree && this.#waiting >= this.#most && !this.#makeRoom(flow.group)) return Promise.resolve(null);
    const group = this.#groups.enter(flow.group, () => ({
      members: new Shares<Waiting[]>(),
      known: new Set<string>(),
      waiting: 0,
    }));
    if (flow.isKnown && group.known.size < MOST_KNOWN) group.known.add(flow.member);
    const member = group.members.enter(flow.member, () => []);
    if (isFree) return Promise.resolve(this.#start(flow));
    return new Promise((start) => {
      this.#waiting += 1;
      group.waiting += 1;
      member.push({ start });
    });
  }

  #start(flow: Flow): Turn {
    const startedAt = this.#now();
    const group = this.#groups.get(flow.group);
    const shares = 1 + (group?.known.size ?? 0);
    this.#groups.begin(flow.group, EXPECTED_MS / shares);
    group?.members.begin(flow.member, EXPECTED_MS);
    this.#running += 1;
    let isHeld = true;
    let hasEnded = false;
    const giveUp = () => {
      if (!isHeld) return;
      isHeld = false;
      clearInterval(holding);
      const more = this.#now() - startedAt - EXPECTED_MS;
      this.#groups.end(flow.group, more / shares);
      group?.members.end(flow.member, more);
      // Sockets that are ready and stored events go first.
      setImmediate(() => this.#next());
    };
    let worked = this.#worked();
    const holding = setInterval(() => {
      const before = worked;
      worked = this.#worked();
      if (worked === before) giveUp();
    }, HOLD_MS).unref();
    let later: Turn | null = null;
    return {
      during: async (waiting) => {
        if (later) return later.during(waiting);
        giveUp();
        const result = await waiting();
        later = await this.turn(flow);
        if (hasEnded) later?.end();
        return later && result;
      },
      end() {
        if (hasEnded) return;
        hasEnded = true;
        giveUp();
        later?.end();
      },
    };
  }

  /** Gives the place of a task that has ended to the next one. */
  #next(): void {
    this.#running -= 1;
    const [groupName, group] = this.#groups.least((one) => one.waiting > 0) ?? [];
    if (groupName === undefined || !group) {
      if (this.#running === 0) this.#groups.clear();
      return;
    }
    const [member, queue] = group.members.least((one) => one.length > 0) ?? [];
    const next = queue?.shift();
    if (member === undefined || !next) throw new Error('a group of the queue has lost a task');
    group.waiting -= 1;
    this.#waiting -= 1;
    next.start(this.#start({ group: groupName, member }));
  }

  /** Refuses the newest task of the group with the most waiting tasks, if that has more than `newcomer`. */
  #makeRoom(newcomer: string): boolean {
    const own = this.#groups.get(newcomer)?.waiting ?? 0;
    const largest = this.#groups.most((group) => group.waiting);
    if (!largest || largest.waiting <= own + 1) return false;
    const refused = largest.members.most((queue) => queue.length)?.pop();
    if (!refused) return false;
    largest.waiting -= 1;
    this.#waiting -= 1;
    refused.start(null);
    return true;
  }
}

interface Group {
  readonly members: Shares<Waiting[]>;
  /** The known members that count. */
  readonly known: Set<string>;
  waiting: number;
}

interface Share<T> {
  readonly value: T;
  /** Time used, in virtual milliseconds: it never lies behind that of the parties that are served. */
  used: number;
  /** Number of running tasks. */
  running: number;
}

/** Number of parties from which on those that have nothing to lose are removed. */
const TIDY_AT = 1_000;

/** The parties that share something, and what each has used (start-time fair queueing). */
class Shares<T> {
  readonly #shares = new Map<string, Share<T>>();
  /** The time used by the party that was served last, before that. */
  #used = 0;
  #tidyAt = TIDY_AT;

  get(name: string): T | undefined {
    return this.#shares.get(name)?.value;
  }

  /** The party with this name, which begins with what those that are served have used. */
  enter(name: string, make: () => T): T {
    const known = this.#shares.get(name);
    const share = known ?? { value: make(), used: this.#used, running: 0 };
    share.used = Math.max(share.used, this.#used);
    this.#shares.set(name, share);
    return share.value;
  }

  /** Charges the expected cost of a task that begins. */
  begin(name: string, ms: number): void {
    const share = this.#shares.get(name);
    if (!share) return;
    share.used += ms;
    share.running += 1;
  }

  /** Charges what a task has cost beyond that, when it ends. */
  end(name: string, ms: number): void {
    const share = this.#shares.get(name);
    if (!share) return;
    share.used += ms;
    share.running -= 1;
  }

  /** Of the parties that want something, the one that has used the least; of several, the one that was served longest ago. */
  least(wants: (value: T) => boolean): readonly [string, T] | null {
    let best: readonly [string, Share<T>] | null = null;
    for (const entry of this.#shares) {
      const [, share] = entry;
      if (wants(share.value) && (best === null || share.used < best[1].used)) best = entry;
    }
    if (best === null) return null;
    const [name, share] = best;
    this.#used = Math.max(this.#used, share.used);
    this.#shares.delete(name);
    this.#tidy(wants);
    this.#shares.set(name, share);
    return [name, share.value];
  }

  /** The value with the largest number. */
  most(count: (value: T) => number): T | null {
    let largest: T | null = null;
    for (const { value } of this.#shares.values())
      if (largest === null || count(value) > count(largest)) largest = value;
    return largest;
  }

  clear(): void {
    this.#shares.clear();
    this.#used = 0;
  }

  /** Removes the parties that run and want nothing and would begin anew with what they have used. */
  #tidy(wants: (value: T) => boolean): void {
    if (this.#shares.size < this.#tidyAt) return;
    for (const [name, { value, used, running }] of this.#shares)
      if (running === 0 && !wants(value) && used <= this.#used) this.#shares.delete(name);
    this.#tidyAt = Math.max(TIDY_AT, 2 * this.#shares.size);
  }
}
