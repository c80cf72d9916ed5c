import type { Clock } from './clock.ts';
import type { JobQueue } from './job-queue.ts';
import type { ResultQueue } from './result-queue.ts';
import type { ServerAccess } from './server-access.ts';
import type { Shift } from './shift.ts';
import type { Tally } from './tally.ts';
import type { Finished, Receipt, Server } from './types.ts';

/** Maximum time that a result waits for others while engines are busy. */
const BATCH_WAIT_MS = 1_000;

export interface ResultSenderParts {
  readonly server: Server;
  readonly access: ServerAccess;
  readonly jobs: JobQueue;
  readonly results: ResultQueue;
  readonly tally: Tally;
  readonly shift: Shift;
  readonly clock: Clock;
}

/** Submits results: in batches while more are expected, else at once. */
export class ResultSender {
  readonly #parts: ResultSenderParts;

  constructor(parts: ResultSenderParts) {
    this.#parts = parts;
  }

  /** Returns when the result queue is closed and empty, or on abort. */
  async run(): Promise<void> {
    const { results, shift } = this.#parts;
    while (!shift.aborted.aborted) {
      if (results.size > 0) await this.#submitBatches();
      else if (results.closed) return;
      else await results.change(shift.aborted);
    }
  }

  async #submitBatches(): Promise<void> {
    const { results, clock, tally, shift } = this.#parts;
    await this.#waitForMore();
    while (results.size > 0 && !shift.aborted.aborted) {
      const late = results.dropLate(clock.nowMs());
      if (late > 0) tally.note(`The server was unreachable for too long: ${late} results were lost.`);
      tally.refused += late;
      const batch = results.batch();
      if (batch.length > 0) await this.#submit(batch);
    }
  }

  async #waitForMore(): Promise<void> {
    const { results, clock, shift } = this.#parts;
    for (let leftMs = this.#waitMs(); leftMs > 0; leftMs = this.#waitMs()) {
      const enough = new AbortController();
      const either = AbortSignal.any([enough.signal, shift.aborted]);
      await Promise.race([results.change(either), clock.sleep(leftMs, either)]);
      enough.abort();
    }
  }

  #waitMs(): number {
    const { results, jobs, tally, clock, shift } = this.#parts;
    const noneExpected = jobs.waiting === 0 && tally.running === 0;
    if (noneExpected || results.closed || shift.aborted.aborted) return 0;
    return (results.oldestMs ?? 0) + BATCH_WAIT_MS - clock.nowMs();
  }

  async #submit(batch: readonly Finished[]): Promise<void> {
    const { access, server, results, shift } = this.#parts;
    const token = batch[0]?.token ?? '';
    const reply = await access.ask(() => server.submit(token, batch), shift.aborted);
    if (!reply?.ok) return;
    results.remove(batch);
    this.#count(reply.value, batch.length);
  }

  #count({ accepted, ignored, error }: Receipt, sent: number): void {
    const { tally } = this.#parts;
    tally.accepted += accepted;
    tally.refused += error === null ? ignored : sent;
    if (error !== null) tally.note(`The server did not accept ${sent} results: ${error}`);
    else if (ignored > 0) tally.note(`The server did not accept ${ignored} of ${sent} results.`);
  }
}
