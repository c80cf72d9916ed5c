import type { Alarms, World } from '../ports/world.ts';

/** Each end of a link sends a ping this often. */
const PING_MS = 1_000;
/** A link is lost if no ping was answered that was sent in this time. */
export const SILENT_MS = 2_500;

interface PingsParts {
  /** Unique among the links of this process. */
  readonly alarm: string;
  readonly alarms: Alarms;
  readonly world: World;
  readonly send: (n: number) => void;
  /** Called once, when the other end has been silent for too long. */
  readonly silent: () => void;
}

/** The pings of one end of a link. A ping that is answered shows that the other end has received everything that was sent before it. */
export class Pings {
  readonly #parts: PingsParts;
  /** By number: when the ping was sent, by the monotonic clock. The answered ones and those before them are left out. */
  readonly #sentAtMs = new Map<number, number>();
  #count = 0;
  #confirmedMs: number;

  constructor(parts: PingsParts) {
    this.#parts = parts;
    this.#confirmedMs = parts.world.elapsedMs();
    this.#sendLater();
  }

  /** The other end has received everything that was sent until then, in whole milliseconds since the epoch. */
  get confirmedAt(): number {
    const { world } = this.#parts;
    return Math.floor(world.now() - (world.elapsedMs() - this.#confirmedMs));
  }

  /** Sends a ping now. */
  send(): void {
    const n = ++this.#count;
    this.#sentAtMs.set(n, this.#parts.world.elapsedMs());
    this.#parts.send(n);
  }

  answered(n: number): void {
    const sentAtMs = this.#sentAtMs.get(n);
    if (sentAtMs === undefined) return;
    this.#confirmedMs = sentAtMs;
    // Answers come in order.
    for (const earlier of this.#sentAtMs.keys()) {
      if (earlier > n) break;
      this.#sentAtMs.delete(earlier);
    }
  }

  stop(): void {
    this.#parts.alarms.clear(this.#parts.alarm);
  }

  #sendLater(): void {
    const { alarm, alarms, world } = this.#parts;
    alarms.set(alarm, world.now() + PING_MS, () => this.#tick());
  }

  #tick(): void {
    const { world, silent } = this.#parts;
    if (world.elapsedMs() - this.#confirmedMs >= SILENT_MS) silent();
    else {
      this.send();
      this.#sendLater();
    }
  }
}
