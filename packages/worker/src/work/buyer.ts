import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Desk } from './desk.ts';
import type { Gate } from './gate.ts';
import type { HourlyLimit } from './hourly-limit.ts';
import type { Pace } from './pace.ts';
import type { Shift } from './shift.ts';
import type { Tally } from './tally.ts';
import { LEASE_MS, type Lease, type Server } from './types.ts';

/** How often an idle worker asks: soon enough for whoever waits at a page, seldom enough to cost nothing. */
const IDLE = { firstMs: 500, mostMs: 5_000 };

export interface BuyerParts {
  readonly server: Server;
  readonly gate: Gate;
  readonly desk: Desk;
  readonly pace: Pace;
  readonly tally: Tally;
  readonly shift: Shift;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limit: HourlyLimit;
  readonly engines: number;
  readonly engineId: string;
  /** The deepest search that this machine is set to do. */
  readonly ply: number;
}

/** Sees to it that jobs wait for engines and not the other way round. */
export class Buyer {
  readonly #parts: BuyerParts;
  readonly #idle: Backoff;
  /** Outages of the server when it last said that it wants this engine. */
  #wantedAfter: number | null = null;

  constructor(parts: BuyerParts) {
    this.#parts = parts;
    this.#idle = new Backoff(IDLE, parts.random);
  }

  /** Returns when no more work is to be taken. */
  async run(): Promise<void> {
    while (!this.#parts.shift.finishing.aborted) {
      if (this.#wantedAfter === this.#parts.gate.outages) await this.#buy();
      else await this.#introduce();
    }
  }

  /** Asks which engine is wanted: before the first work, and again after the server was away. */
  async #introduce(): Promise<void> {
    const { gate, server, shift, engineId } = this.#parts;
    const reply = await gate.ask(() => server.wantedEngine(), shift.finishing);
    if (!reply?.ok) return;
    this.#wantedAfter = gate.outages;
    const message = `The server wants results of ${reply.value}; this worker has ${engineId}.`;
    if (reply.value !== engineId) shift.end({ code: 'refused-by-server', message });
  }

  async #buy(): Promise<void> {
    const { gate, server, shift, desk } = this.#parts;
    const count = await this.#count();
    if (count === 0) return;
    const reply = await gate.ask(() => server.acquire(count), shift.finishing);
    if (!reply?.ok) return;
    if (reply.value) this.#place(reply.value);
    else await this.#rest(desk.waiting);
  }

  /** How many to ask for; waits and gives 0 when it is none. */
  async #count(): Promise<number> {
    const { desk, pace, tally, engines, limit, clock, shift } = this.#parts;
    const order = pace.order({ engines, waiting: desk.waiting, running: tally.running });
    if (order === 0) {
      await desk.change(shift.finishing);
      return 0;
    }
    const now = clock.nowMs();
    const left = limit.left(now);
    tally.hourlyUntilMs = left === 0 ? limit.opensAtMs(now) : null;
    if (left === 0) await clock.sleep(limit.opensAtMs(now) - now, shift.finishing);
    return Math.min(order, left);
  }

  #place({ token, jobs }: Lease): void {
    const { desk, tally, clock, limit, shift, ply } = this.#parts;
    const now = clock.nowMs();
    tally.noWork = false;
    this.#idle.reset();
    limit.take(jobs.length, now);
    const deepest = Math.max(...jobs.map((job) => job.ply));
    const message = `The server wants ${deepest} plies; this worker is set to ${ply} at most (--ply).`;
    if (deepest > ply) shift.end({ code: 'refused-by-server', message });
    else desk.put(jobs.map((job) => ({ job, token, deadlineMs: now + LEASE_MS, failures: 0 })));
  }

  async #rest(waiting: number): Promise<void> {
    const { tally, clock, shift } = this.#parts;
    tally.noWork = waiting === 0;
    await clock.sleep(this.#idle.nextMs(), shift.finishing);
  }
}
