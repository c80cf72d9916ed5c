import { setImmediate as nextTurn } from 'node:timers/promises';
import { seededRandom } from '@anchor/testkit/random';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FairQueue, type Flow, type Turn } from '../../src/shared/fair-queue.ts';

interface Load {
  readonly flow: Flow;
  /** Number of tasks that wait at any time. */
  readonly waiting: number;
  /** Duration of the next task, in milliseconds. */
  readonly ms: () => number;
}

interface Running {
  readonly load: Load;
  readonly endsAt: number;
  readonly turn: Turn;
}

/** Runs loads on a queue in virtual time. Each load starts another task when one has ended. */
class Simulation {
  now = 0;
  readonly queue: FairQueue;
  readonly usedMs = new Map<Load, number>();
  readonly longestWaitMs = new Map<Load, number>();
  readonly refused = new Map<Load, number>();
  readonly #running: Running[] = [];

  constructor(atOnce: number, most = 10_000) {
    this.queue = new FairQueue({ atOnce, most, worked: () => performance.now(), now: () => this.now });
  }

  ask(load: Load): void {
    const askedAt = this.now;
    void this.queue.turn(load.flow).then((turn) => {
      if (turn === null) {
        this.refused.set(load, (this.refused.get(load) ?? 0) + 1);
        return;
      }
      this.longestWaitMs.set(load, Math.max(this.longestWaitMs.get(load) ?? 0, this.now - askedAt));
      const ms = load.ms();
      this.usedMs.set(load, (this.usedMs.get(load) ?? 0) + ms);
      this.#running.push({ load, endsAt: this.now + ms, turn });
    });
  }

  /** Runs until this time. `again` says what to do when a task of the load has ended. */
  async until(ms: number, again: (load: Load) => void = (load) => this.ask(load)): Promise<void> {
    for (await nextTurn(); this.now < ms; await nextTurn()) {
      this.#running.sort((a, b) => a.endsAt - b.endsAt);
      const next = this.#running.shift();
      if (!next) return;
      this.now = next.endsAt;
      next.turn.end();
      again(next.load);
    }
  }
}

const network = (n: number, member = 'm'): Flow => ({ group: `g${n}`, member });

afterEach(() => vi.useRealTimers());

describe('FairQueue', () => {
  it('FQ1 gives groups with different tasks and numbers of requests the same time, by seed', async () => {
    for (const seed of [1, 2, 3]) {
      const random = seededRandom(seed);
      const simulation = new Simulation(1 + (seed % 2));
      const loads = Array.from({ length: 5 }, (_, n): Load => {
        const most = 1 + Math.floor(random() * 30);
        return { flow: network(n), waiting: 2 + Math.floor(random() * 40), ms: () => 1 + random() * most };
      });
      for (const load of loads) for (let n = 0; n < load.waiting; n++) simulation.ask(load);
      await simulation.until(6_000);
      const used = loads.map((load) => simulation.usedMs.get(load) ?? 0);
      // Two tasks of a group may run at the same time.
      expect(Math.max(...used) - Math.min(...used), `seed ${seed}: ${used.map(Math.round)}`).toBeLessThan(130);
    }
  });

  it('FQ2 gives the members of a group together no more than another group', async () => {
    const simulation = new Simulation(1);
    const many = Array.from({ length: 20 }, (_, n): Load => ({ flow: network(1, `m${n}`), waiting: 3, ms: () => 5 }));
    const alone: Load = { flow: network(2), waiting: 3, ms: () => 5 };
    for (const load of [...many, alone]) for (let n = 0; n < load.waiting; n++) simulation.ask(load);
    await simulation.until(8_000);
    const [together, other] = [
      many.reduce((sum, load) => sum + (simulation.usedMs.get(load) ?? 0), 0),
      simulation.usedMs.get(alone),
    ];
    expect(together / (other ?? 0)).toBeCloseTo(1, 1);
    const each = many.map((load) => simulation.usedMs.get(load) ?? 0);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(10);
  });

  it('FQ3 lets a group that asks rarely wait for a round of the others at most', async () => {
    const simulation = new Simulation(2);
    const floods = Array.from({ length: 20 }, (_, n): Load => ({ flow: network(n), waiting: 90, ms: () => 5 }));
    const rare: Load = { flow: network(99), waiting: 1, ms: () => 5 };
    for (const load of floods) for (let n = 0; n < load.waiting; n++) simulation.ask(load);
    await simulation.until(1_000);
    for (let n = 1; n <= 40; n++) {
      simulation.ask(rare);
      await simulation.until(1_000 + n * 100, (load) => load !== rare && simulation.ask(load));
    }
    expect(simulation.usedMs.get(rare)).toBe(40 * 5);
    expect(simulation.longestWaitMs.get(rare)).toBeLessThanOrEqual((20 * 5) / 2 + 5);
  });

  it('FQ4 starts a task at once while a place is free, and one of the same group too', async () => {
    const simulation = new Simulation(2);
    const load: Load = { flow: network(1), waiting: 1, ms: () => 5 };
    simulation.ask(load);
    simulation.ask(load);
    simulation.ask(load);
    expect(simulation.queue.waiting).toBe(1);
    await simulation.until(100, () => undefined);
    expect(simulation.usedMs.get(load)).toBe(15);
  });

  it('FQ5 saves nothing up for a group that was idle', async () => {
    const simulation = new Simulation(1);
    const [busy, late]: Load[] = [1, 2].map((n) => ({ flow: network(n), waiting: 5, ms: () => 5 }));
    if (!busy || !late) throw new Error('two loads');
    for (let n = 0; n < busy.waiting; n++) simulation.ask(busy);
    await simulation.until(1_000);
    for (let n = 0; n < late.waiting; n++) simulation.ask(late);
    const before = simulation.usedMs.get(busy) ?? 0;
    await simulation.until(1_200);
    expect((simulation.usedMs.get(busy) ?? 0) - before).toBeGreaterThanOrEqual(90);
  });

  it('FQ6 refuses the newest task of the group with the most when too many wait, and none of a small group', async () => {
    const simulation = new Simulation(1, 50);
    const flood: Load = { flow: network(1), waiting: 80, ms: () => 5 };
    const small: Load = { flow: network(2), waiting: 10, ms: () => 5 };
    for (let n = 0; n < flood.waiting; n++) simulation.ask(flood);
    for (let n = 0; n < small.waiting; n++) simulation.ask(small);
    await simulation.until(1_000, () => undefined);
    expect(simulation.refused.get(small)).toBeUndefined();
    expect(simulation.usedMs.get(small)).toBe(50);
    expect(simulation.refused.get(flood)).toBe(80 + 10 - 50 - 1);
    expect(simulation.queue.waiting).toBe(0);
  });

  it('FQ7 takes the place of a task that waits for something else than the storage', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let worked = 0;
    const queue = new FairQueue({ atOnce: 1, most: 10, worked: () => worked });
    const first = await queue.turn(network(1));
    let started = false;
    const second = queue.turn(network(2)).then((turn) => {
      started = true;
      return turn;
    });
    for (let n = 0; n < 5; n++) {
      worked += 1;
      vi.advanceTimersByTime(100);
    }
    await nextTurn();
    await nextTurn();
    expect(started).toBe(false);
    vi.advanceTimersByTime(100);
    const turn = await second;
    // The end of the first task frees no second place.
    first?.end();
    const third = queue.turn(network(3));
    await nextTurn();
    expect(queue.waiting).toBe(1);
    turn?.end();
    expect(await third).not.toBeNull();
  });

  it('FQ8 frees the place of a task that fails', async () => {
    const queue = new FairQueue({ atOnce: 1, most: 10, worked: () => performance.now() });
    await expect(queue.run(network(1), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await queue.run(network(2), async () => 'done')).toBe('done');
  });

  it('FQ20 gives a network with known keys four shares at most, and other networks their own', async () => {
    const simulation = new Simulation(1);
    const keys = Array.from(
      { length: 100 },
      (_, n): Load => ({
        flow: { group: 'attacker', member: `key${n}`, isKnown: true },
        waiting: 3,
        ms: () => 5,
      }),
    );
    const others = [1, 2].map((n): Load => ({ flow: network(n), waiting: 3, ms: () => 5 }));
    for (const load of [...keys, ...others]) for (let n = 0; n < load.waiting; n++) simulation.ask(load);
    await simulation.until(12_000);
    const ofKeys = keys.reduce((sum, load) => sum + (simulation.usedMs.get(load) ?? 0), 0);
    for (const other of others) expect(ofKeys / (simulation.usedMs.get(other) ?? 0)).toBeCloseTo(4, 0);
  });

  it('FQ21 gives the place of a task that waits for something else to others, and then lets it wait for a turn', async () => {
    const queue = new FairQueue({ atOnce: 1, most: 10, worked: () => performance.now() });
    const first = await queue.turn(network(1));
    let arrive = (_: string) => {};
    const arrived = new Promise<string>((resolve) => {
      arrive = resolve;
    });
    let body: string | null = null;
    const receiving = first
      ?.during(() => arrived)
      .then((text) => {
        body = text;
      });
    const second = await queue.turn(network(2));
    arrive('body');
    for (let n = 0; n < 3; n++) await nextTurn();
    expect([queue.waiting, body]).toEqual([1, null]);
    second?.end();
    await receiving;
    expect(body).toBe('body');
    let started = false;
    const third = queue.turn(network(3)).then((turn) => {
      started = true;
      return turn;
    });
    for (let n = 0; n < 3; n++) await nextTurn();
    expect(started).toBe(false);
    first?.end();
    expect(await third).not.toBeNull();
  });

  it('FQ24 tells a task that too many tasks wait when it wants its turn again', async () => {
    const queue = new FairQueue({ atOnce: 1, most: 0, worked: () => performance.now() });
    const first = await queue.turn(network(1));
    let second: Turn | null = null;
    const again = first?.during(async () => {
      for (let n = 0; n < 3; n++) await nextTurn();
      second = await queue.turn(network(2));
      return 'body';
    });
    expect(await again).toBeNull();
    expect(second).not.toBeNull();
  });

  it('FQ22 charges a task that runs while many other networks come and go', async () => {
    const simulation = new Simulation(2);
    const slow: Load = { flow: network(0), waiting: 1, ms: () => 3_000 };
    const busy: Load = { flow: network(1), waiting: 3, ms: () => 2 };
    let newcomers = 10;
    simulation.ask(slow);
    for (let n = 0; n < busy.waiting; n++) simulation.ask(busy);
    await simulation.until(3_050, (load) => {
      if (load === slow || load === busy) simulation.ask(load);
      if (load === busy)
        for (let n = 0; n < 2; n++) simulation.ask({ flow: network(newcomers++), waiting: 1, ms: () => 0.1 });
    });
    expect(newcomers).toBeGreaterThan(2_000);
    // The slow network asks again at once, and has used more than the busy one so far.
    expect(simulation.usedMs.get(slow)).toBe(3_000);
  });
});
