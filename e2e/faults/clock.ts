import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const preload = new URL('./clock-preload.mjs', import.meta.url);
/** As long as any number of milliseconds can be, so that a shorter one leaves nothing of a longer one behind. */
const WIDTH = 24;

/** The clock of the machine that the server processes think they are on. It begins at noon, so that no run crosses midnight. */
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

  /** What the servers take the time to be. */
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
