import { createHash } from 'node:crypto';
import type { Alarms, Log, World } from '../../src/domain/ports.ts';

/** 21 November 2026, noon UTC. */
export const START_MS = 1_795_262_400_000;

/** A clock that the test sets, and a seeded random source. */
export class FakeWorld implements World {
  #now = START_MS;
  #drawn = 0;
  readonly #seed: string;

  constructor(seed = 'anchor') {
    this.#seed = seed;
  }

  now(): number {
    return this.#now;
  }

  setNow(now: number): void {
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

/** Alarms that go off when a test asks for due ones. */
export class FakeAlarms implements Alarms {
  readonly #times = new Map<string, number>();

  set(name: string, at: number): void {
    this.#times.set(name, at);
  }

  clear(name: string): void {
    this.#times.delete(name);
  }

  at(name: string): number | null {
    return this.#times.get(name) ?? null;
  }

  /** Time of the earliest alarm. Null when none is set. */
  next(): number | null {
    return this.#times.size === 0 ? null : Math.min(...this.#times.values());
  }

  /** Removes and returns the earliest alarm that is due at `now`. */
  takeDue(now: number): { readonly name: string; readonly at: number } | null {
    const [first] = [...this.#times].filter(([, at]) => at <= now).sort((a, b) => a[1] - b[1]);
    if (!first) return null;
    this.#times.delete(first[0]);
    return { name: first[0], at: first[1] };
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
