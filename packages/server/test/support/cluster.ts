import type { Key } from 'bg-record';
import { Bot } from '../../src/domain/bot/bot.ts';
import type { BotDecider } from '../../src/domain/bot/decide.ts';
import { STRENGTHS } from '../../src/domain/bot/server-bots.ts';
import type { Bus, BusMessage } from '../../src/domain/ports/bus.ts';
import type { ServerKeys } from '../../src/domain/server-keys.ts';
import { Tables } from '../../src/domain/table/tables.ts';
import { InProcessBus } from '../../src/memory/in-process-bus.ts';
import type { OpenStore } from '../../src/storage/open-store.ts';
import { plainDecider } from './analysis.ts';
import { FakeAlarms, FakeLog, type FakeWorld } from './fake-world.ts';

interface Undelivered {
  readonly topic: string;
  readonly message: BusMessage;
}

/** The bus of one process. Messages arrive at once here, and elsewhere when the test delivers them, or never. */
class LooseBus implements Bus {
  readonly isWhole = true;
  readonly local: InProcessBus;
  /** Undelivered messages by receiving process. */
  readonly outgoing = new Map<LooseBus, Undelivered[]>();
  readonly #missed = new Set<() => void>();
  #hasMissed = false;

  constructor(log: FakeLog) {
    this.local = new InProcessBus(log);
  }

  publish(topic: string, message: BusMessage): void {
    for (const messages of this.outgoing.values()) messages.push({ topic, message });
    this.local.publish(topic, message);
  }

  subscribe(topic: string, listener: (message: BusMessage) => void): () => void {
    return this.local.subscribe(topic, listener);
  }

  async joined(_topic: string): Promise<void> {}

  onMissed(listener: () => void): () => void {
    this.#missed.add(listener);
    return () => this.#missed.delete(listener);
  }

  /** Delivers or loses the oldest message from here to there. */
  carry(to: LooseBus, isLost: boolean): void {
    const oldest = this.outgoing.get(to)?.shift();
    if (!oldest) return;
    if (isLost) to.#hasMissed = true;
    else to.local.publish(oldest.topic, oldest.message);
  }

  /** Calls the `onMissed` listeners if a message was lost. */
  notice(): void {
    if (!this.#hasMissed) return;
    this.#hasMissed = false;
    for (const listener of this.#missed) listener();
  }
}

/** The tables of one process. */
export interface Process {
  readonly name: string;
  readonly tables: Tables;
  readonly bus: LooseBus;
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

/** Several processes with one store and one bus. */
export class Cluster {
  readonly processes: Process[] = [];
  /** The processes to which players are connected, if a test says so. */
  readonly places = new Map<string, Process>();
  readonly #parts: ClusterParts;
  #made = 0;

  constructor(parts: ClusterParts) {
    this.#parts = parts;
  }

  /** Uses the common server key unless another one is given. */
  async open(serverKeys = keysOf(this.#parts.serverKey)): Promise<Process> {
    const { store, world, botKey } = this.#parts;
    const [log, alarms] = [new FakeLog(), new FakeAlarms(world)];
    const bus = new LooseBus(log);
    const name = `process-${++this.#made}`;
    const tables = new Tables({
      store: store.matches,
      records: store.records,
      mayMeet: async () => true,
      keepers: store.keepers,
      bus,
      alarms,
      world,
      log,
      serverKeys,
      isOnline: () => true,
      processOf: (pub) => this.places.get(pub)?.name ?? null,
      isAlone: false,
      processId: name,
    });
    let thoughts = 0;
    const decider: BotDecider = {
      decide(request) {
        thoughts += 1;
        return plainDecider.decide(request);
      },
    };
    const common = { tables, alarms, world, log, delayMs: 800, decider };
    const bot = new Bot({ ...common, key: botKey, strength: STRENGTHS.beginner });
    tables.observe(bot);
    for (const other of this.processes) {
      other.bus.outgoing.set(bus, []);
      bus.outgoing.set(other.bus, []);
    }
    const process = { name, tables, bus, alarms, log, bot, thoughts: () => thoughts };
    this.processes.push(process);
    await tables.start();
    return process;
  }

  /** Kills the process: it gets no messages or alarms any more. */
  kill(gone: Process): void {
    this.processes.splice(this.processes.indexOf(gone), 1);
    gone.bus.outgoing.clear();
    for (const { bus } of this.processes) bus.outgoing.delete(gone.bus);
  }

  /** Delivers all messages and reports losses until nothing changes any more. */
  async settle(): Promise<void> {
    for (let isQuiet = false; !isQuiet; ) {
      isQuiet = true;
      for (const { bus } of this.processes) {
        for (const [to, messages] of bus.outgoing) {
          if (messages.length > 0) isQuiet = false;
          while (messages.length > 0) bus.carry(to, false);
        }
        bus.notice();
      }
      for (const { tables } of this.processes) await tables.idle();
    }
  }

  /** Advances the clock. Alarms go off in order, each at its time. */
  async pass(ms: number): Promise<void> {
    const { world } = this.#parts;
    const until = world.now() + ms;
    for (let due = this.#nextAlarm(until); due; due = this.#nextAlarm(until)) {
      world.setNow(Math.max(world.now(), due.at));
      await due.onDue();
      await this.settle();
    }
    world.setNow(until);
  }

  #nextAlarm(until: number) {
    const first = this.processes
      .map((process) => ({ process, at: process.alarms.next() ?? Number.POSITIVE_INFINITY }))
      .sort((a, b) => a.at - b.at)[0];
    const due = first && first.at <= until ? first.process.alarms.takeDue(until) : null;
    return first && due ? { process: first.process, ...due } : null;
  }
}
