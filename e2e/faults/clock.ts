import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const preload = new URL('./clock-preload.mjs', import.meta.url);
/** The width of the number in the file. It is fixed, so that a short number overwrites a long one completely. */
const WIDTH = 24;

/** The wall clocks of the server processes. They start at noon, so that no run crosses midnight. */
export class MovedClock {
  readonly #folder: string;
  /** By process: how far its clock is ahead of that of the others. */
  readonly #ahead: number[];
  #offset: number;

  constructor(folder: string, processes: number) {
    this.#folder = folder;
    const noon = new Date();
    this.#offset = noon.setUTCHours(12, 0, 0, 0) - Date.now();
    this.#ahead = Array.from({ length: processes }, () => 0);
    this.#ahead.forEach((_, process) => void writeFileSync(this.#file(process), ''));
    this.#write();
  }

  /** The environment of a process, by its number. */
  env(process: number): Readonly<Record<string, string>> {
    return { FAULTS_CLOCK: this.#file(process), NODE_OPTIONS: `--import=${fileURLToPath(preload)}` };
  }

  /** The time on the clock of a process whose clock was not moved alone. */
  now(): number {
    return Date.now() + this.#offset;
  }

  move(byMs: number): void {
    this.#offset += byMs;
    this.#write();
  }

  /** Moves the clock of one process. */
  shift(process: number, byMs: number): void {
    this.#ahead[process] = (this.#ahead[process] ?? 0) + byMs;
    this.#write();
  }

  #file(process: number): string {
    return join(this.#folder, `clock-${process}`);
  }

  #write(): void {
    this.#ahead.forEach((ahead, process) => {
      writeFileSync(this.#file(process), String(this.#offset + ahead).padEnd(WIDTH), { flag: 'r+' });
    });
  }
}
