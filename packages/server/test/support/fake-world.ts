import { createHash } from 'node:crypto';
import type { Alarms, Log, World } from '../../src/domain/ports/world.ts';

/** 21 November 2026, noon UTC. */
export const START_MS = 1_795_262_400_000;

/** By so much the monotonic clock advances with each look at it. */
const TICK_MS = 2 ** -16;

/** Clocks that the test sets, and a seeded random source. */
export class FakeWorld implements World {
  #now = START_MS;
  #elapsedMs = 0;
  #drawn = 0;
  readonly #seed: string;

  constructor(seed = 'anchor') {
    this.#seed = seed;
  }

  now(): number {
    return this.#now;
  }

  /** Shows fractions of milliseconds, as a real monotonic clock does, so that a test finds a date that was made from it. */
  elapsedMs(): number {
    this.#elapsedMs += TICK_MS;
    return this.#elapsedMs;
  }

  /** Time passes until then, or the clock is set back. */
  setNow(now: number): void {
    this.#elapsedMs += Math.max(0, now - this.#now);
    this.#now = now;
  }

  randomBytes(length: number): Uint8Array {
    const blocks: Buffer[] = [];
    while (blocks.length * 32 < length) {
      blocks.push(
        createHash('sha256')
          .update(`${this.#seed}\n${this.#drawn++}`)
          .digest(),
      );
    }
    return Uint8Array.from(Buffer.concat(blocks).subarray(0, length));
  }
}

type Action = Parameters<Alarms['set']>[2];

interface FakeAlarm {
  readonly name: string;
  /** The time of the monotonic clock at which the alarm goes off. */
  readonly dueMs: number;
  readonly onDue: Action;
}

/** Alarms that go off when a test asks for due ones. Like those of the service, they do not wait longer when the clock is set back. */
export class FakeAlarms implements Alarms {
  readonly #world: World;
  readonly #alarms = new Map<string, FakeAlarm>();
  /** The actions set last by name, of alarms that have gone off too. */
  readonly #actions = new Map<string, Action>();

  constructor(world: World) {
    this.#world = world;
  }

  set(name: string, at: number, onDue: Action): void {
    const dueMs = this.#world.elapsedMs() + at - this.#world.now();
    this.#alarms.set(name, { name, dueMs, onDue });
    this.#actions.set(name, onDue);
  }

  clear(name: string): void {
    this.#alarms.delete(name);
  }

  /** The time by the wall clock, as it is now, at which this alarm goes off. Null when it is not set. */
  at(name: string): number | null {
    const alarm = this.#alarms.get(name);
    return alarm ? this.#timeOf(alarm) : null;
  }

  /** Time of the earliest alarm. Null when none is set. */
  next(): number | null {
    return this.#alarms.size === 0 ? null : Math.min(...[...this.#alarms.values()].map((alarm) => this.#timeOf(alarm)));
  }

  /** Removes and returns the earliest alarm that is due at `now`. */
  takeDue(now: number): (FakeAlarm & { readonly at: number }) | null {
    const due = [...this.#alarms.values()].filter((alarm) => this.#timeOf(alarm) <= now);
    const [first] = due.sort((a, b) => a.dueMs - b.dueMs);
    if (!first) return null;
    this.#alarms.delete(first.name);
    return { ...first, at: this.#timeOf(first) };
  }

  /** Runs the action that was set last under this name, due or not. */
  async ring(name: string): Promise<void> {
    const action = this.#actions.get(name);
    if (!action) throw new Error(`no alarm was set under the name ${name}`);
    await action();
  }

  #timeOf({ dueMs }: FakeAlarm): number {
    return Math.round(this.#world.now() + dueMs - this.#world.elapsedMs());
  }
}

/** A log that a test can read. */
export class FakeLog implements Log {
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  /** Every line with its fields. */
  readonly lines: object[] = [];

  info(fields: object, message: string): void {
    this.lines.push({ ...fields, message });
  }

  warn(fields: object, message: string): void {
    this.lines.push({ ...fields, message });
    this.warnings.push(message);
  }

  error(fields: object, message: string): void {
    this.lines.push({ ...fields, message });
    this.errors.push(`${message} ${'err' in fields ? String(fields.err) : JSON.stringify(fields)}`);
  }
}
