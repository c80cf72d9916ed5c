import type { Key } from 'bg-record';
import { Bot } from '../../src/domain/bot/bot.ts';
import type { BotDecider } from '../../src/domain/bot/decide.ts';
import { STRENGTHS } from '../../src/domain/bot/server-bots.ts';
import { Bus } from '../../src/domain/bus.ts';
import { Leases } from '../../src/domain/leases/leases.ts';
import { Links } from '../../src/domain/rooms/links.ts';
import { Rooms } from '../../src/domain/rooms/rooms.ts';
import type { ServerKeys } from '../../src/domain/server-keys.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { plainDecider } from './analysis.ts';
import { Calls } from './calls.ts';
import { FakeHub } from './fake-network.ts';
import { FakeAlarms, FakeLog, type FakeWorld } from './fake-world.ts';

/** The matches of one process. */
export interface Process {
  /** Also the address of its links. */
  readonly name: string;
  readonly rooms: Rooms;
  readonly bus: Bus;
  readonly alarms: FakeAlarms;
  readonly log: FakeLog;
  readonly bot: Bot;
  /** Number of decisions of the bot here. */
  readonly thoughts: () => number;
}

interface ClusterParts {
  readonly store: OpenStore;
  readonly world: FakeWorld;
  readonly serverKey: Key;
  readonly botKey: Key;
}

export const keysOf = (present: Key, ...former: readonly Key[]): ServerKeys => ({ present, former, succession: [] });

/** Several processes with one store and links between them. */
export class Cluster {
  readonly processes: Process[] = [];
  readonly hub = new FakeHub();
  /** The readers of what the processes send. They check signatures, which takes real time. */
  readonly readers: { idle(): Promise<void> }[] = [];
  readonly #parts: ClusterParts;
  readonly #calls = new Calls();
  #made = 0;

  constructor(parts: ClusterParts) {
    this.#parts = parts;
  }

  /** Uses the common server key unless another one is given. */
  async open(serverKeys = keysOf(this.#parts.serverKey)): Promise<Process> {
    const { store, world, botKey } = this.#parts;
    const [log, alarms] = [new FakeLog(), new FakeAlarms(world)];
    const bus = new Bus(log);
    const name = `process-${++this.#made}`;
    const network = this.hub.open(name);
    const leaseStore = this.#calls.of(store.leases);
    const leases = new Leases({ id: name, address: () => network.address, store: leaseStore, world, log });
    const links = new Links({ network, leases, bus, alarms, world, log });
    const rooms = new Rooms({
      store: this.#calls.of(store.matches),
      records: this.#calls.of(store.records),
      mayMeet: async () => true,
      leases,
      leaseStore,
      links,
      bus,
      alarms,
      world,
      log,
      serverKeys,
      isOnline: () => true,
    });
    const lobby = { handle: async () => null, take: () => undefined, lose: () => undefined };
    links.serve({ owned: rooms.ownedMatches, lobby });
    let thoughts = 0;
    const decider: BotDecider = {
      decide(request) {
        thoughts += 1;
        return plainDecider.decide(request);
      },
    };
    const common = { rooms, alarms, world, log, delayMs: 800, decider };
    const bot = new Bot({ ...common, key: botKey, strength: STRENGTHS.beginner });
    bus.followOwnMatches(bot);
    const process = { name, rooms, bus, alarms, log, bot, thoughts: () => thoughts };
    this.processes.push(process);
    await rooms.start();
    return process;
  }

  /** Kills the process: it gets no lines or alarms any more, and its address refuses connections. */
  kill(gone: Process): void {
    this.processes.splice(this.processes.indexOf(gone), 1);
    this.hub.close(gone.name);
  }

  /** Has all lines between processes arrive, the storage answer and the readers read, until nothing changes any more. */
  async idle(): Promise<void> {
    for (let isQuiet = false; !isQuiet; ) {
      await new Promise(setImmediate);
      for (const { rooms } of this.processes) await rooms.idle();
      for (const reader of this.readers) await reader.idle();
      isQuiet = this.hub.waiting === 0 && this.#calls.open === 0;
      while (this.hub.waiting > 0) this.hub.deliver();
    }
  }

  /** Advances the clock. Alarms go off in order, each at its time. */
  async pass(ms: number): Promise<void> {
    const { world } = this.#parts;
    const until = world.now() + ms;
    for (let due = this.#nextAlarm(until); due; due = this.#nextAlarm(until)) {
      world.setNow(Math.max(world.now(), due.at));
      // An action may wait for what another process does.
      const done = Promise.resolve(due.onDue());
      await this.idle();
      await Promise.race([done, new Promise(setImmediate)]);
      await this.idle();
    }
    world.setNow(until);
  }

  /** Lets time pass until the promise resolves. */
  async until<T>(promise: Promise<T>, mostMs = 20_000): Promise<T> {
    let isOver = false;
    const over = promise.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    for (let ms = 0; ms < mostMs; ms += 50) {
      // The storage answers in real time.
      for (let turns = 0; turns < 20 && !isOver; turns++) await this.idle();
      if (isOver) return over;
      await this.pass(50);
    }
    throw new Error('it does not come to an end');
  }

  /** Lets time pass until the condition holds. */
  async when(holds: () => boolean, mostMs: number): Promise<void> {
    for (let ms = 0; !holds(); ms += 10) {
      if (ms > mostMs) throw new Error(`it does not come true within ${mostMs} ms`);
      // The storage answers in real time.
      await new Promise((resolve) => setTimeout(resolve, 5));
      await this.idle();
      await this.pass(10);
    }
  }

  #nextAlarm(until: number) {
    const first = this.processes
      .map((process) => ({ process, at: process.alarms.next() ?? Number.POSITIVE_INFINITY }))
      .sort((a, b) => a.at - b.at)[0];
    const due = first && first.at <= until ? first.process.alarms.takeDue(until) : null;
    return first && due ? { process: first.process, ...due } : null;
  }
}
