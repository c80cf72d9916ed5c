import type { Clock } from './clock.ts';
import type { Desk } from './desk.ts';
import type { Gate } from './gate.ts';
import type { Shift } from './shift.ts';
import type { Spool } from './spool.ts';
import type { Tally } from './tally.ts';
import type { Finished, Receipt, Server } from './types.ts';

/** How long a result waits for others while engines think on. */
const GATHER_MS = 1_000;

export interface PostParts {
  readonly server: Server;
  readonly gate: Gate;
  readonly desk: Desk;
  readonly spool: Spool;
  readonly tally: Tally;
  readonly shift: Shift;
  readonly clock: Clock;
}

/** Hands results in: together where more are coming soon, at once where not. */
export class Post {
  readonly #parts: PostParts;

  constructor(parts: PostParts) {
    this.#parts = parts;
  }

  /** Returns when the spool is closed and empty, or on abort. */
  async run(): Promise<void> {
    const { spool, shift } = this.#parts;
    while (!shift.aborted.aborted) {
      if (spool.size > 0) await this.#handInTogether();
      else if (spool.closed) return;
      else await spool.change(shift.aborted);
    }
  }

  async #handInTogether(): Promise<void> {
    const { spool, clock, tally, shift } = this.#parts;
    await this.#gather();
    while (spool.size > 0 && !shift.aborted.aborted) {
      const late = spool.dropLate(clock.nowMs());
      if (late > 0) tally.note(`The server was away for too long: ${late} results came to nothing.`);
      tally.refused += late;
      const batch = spool.batch();
      if (batch.length > 0) await this.#handIn(batch);
    }
  }

  async #gather(): Promise<void> {
    const { spool, clock, shift } = this.#parts;
    for (let leftMs = this.#gatherMs(); leftMs > 0; leftMs = this.#gatherMs()) {
      const enough = new AbortController();
      const either = AbortSignal.any([enough.signal, shift.aborted]);
      await Promise.race([spool.change(either), clock.sleep(leftMs, either)]);
      enough.abort();
    }
  }

  #gatherMs(): number {
    const { spool, desk, tally, clock, shift } = this.#parts;
    const nothingComes = desk.waiting === 0 && tally.running === 0;
    if (nothingComes || spool.closed || shift.aborted.aborted) return 0;
    return (spool.oldestMs ?? 0) + GATHER_MS - clock.nowMs();
  }

  async #handIn(batch: readonly Finished[]): Promise<void> {
    const { gate, server, spool, shift } = this.#parts;
    const token = batch[0]?.token ?? '';
    const reply = await gate.ask(() => server.submit(token, batch), shift.aborted);
    if (!reply?.ok) return;
    spool.remove(batch);
    this.#count(reply.value, batch.length);
  }

  #count({ accepted, ignored, error }: Receipt, sent: number): void {
    const { tally } = this.#parts;
    tally.accepted += accepted;
    tally.refused += error === null ? ignored : sent;
    if (error !== null) tally.note(`The server did not take ${sent} results: ${error}`);
    else if (ignored > 0) tally.note(`The server did not take ${ignored} of ${sent} results.`);
  }
}
