import type { After } from './ports.ts';

const QUIET_MS = 20_000;
const ANSWER_MS = 10_000;
/** Somebody is looking at the page and waits for it. */
const PROBE_MS = 4_000;

/** Notices a dead connection, which a socket by itself may take minutes for: asks when it is quiet, gives up without an answer. */
export class Keepalive {
  readonly #after: After;
  readonly #ping: () => void;
  readonly #dead: () => void;
  #cancel: () => void = () => {};

  constructor(after: After, ping: () => void, dead: () => void) {
    this.#after = after;
    this.#ping = ping;
    this.#dead = dead;
  }

  /** Something arrived. */
  heard(): void {
    this.stop();
    this.#cancel = this.#after(QUIET_MS, () => this.#expect(ANSWER_MS));
  }

  /** Asks at once whether anybody is there. */
  probe(): void {
    this.stop();
    this.#expect(PROBE_MS);
  }

  stop(): void {
    this.#cancel();
  }

  #expect(withinMs: number): void {
    this.#ping();
    this.#cancel = this.#after(withinMs, this.#dead);
  }
}
