import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const preload = new URL('./clock-preload.mjs', import.meta.url);
/** The width of the number in the file. It is fixed, so that a short number overwrites a long one completely. */
const WIDTH = 24;

/** The wall clock of the server processes. It starts at noon, so that no run crosses midnight. */
export class MovedClock {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;
  #offset: number;

  constructor(folder: string) {
    this.#file = join(folder, 'clock');
    const noon = new Date();
    this.#offset = noon.setUTCHours(12, 0, 0, 0) - Date.now();
    writeFileSync(this.#file, '');
    this.#write();
    this.env = { FAULTS_CLOCK: this.#file, NODE_OPTIONS: `--import=${fileURLToPath(preload)}` };
  }

  /** The time on the servers' clock. */
  now(): number {
    return Date.now() + this.#offset;
  }

  move(byMs: number): void {
    this.#offset += byMs;
    this.#write();
  }

  #write(): void {
    writeFileSync(this.#file, String(this.#offset).padEnd(WIDTH), { flag: 'r+' });
  }
}
