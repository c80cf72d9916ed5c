import type { Clock } from './clock.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { JobQueue, ResultQueue } from './queues.ts';
import type { ServerAccess } from './server-access.ts';
import type { WorkerStatus } from './status.ts';
import type { Finished, Receipt, Server } from './types.ts';

/** Maximum time that a result waits for others while engines are busy. */
const BATCH_WAIT_MS = 1_000;

interface ResultSenderParts {
  readonly server: Server;
  readonly access: ServerAccess;
  readonly jobs: JobQueue;
  readonly results: ResultQueue;
  readonly status: WorkerStatus;
  readonly lifecycle: Lifecycle;
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
    const { results, lifecycle } = this.#parts;
    while (!lifecycle.aborted.aborted) {
      if (results.size > 0) await this.#submitBatches();
      else if (results.closed) return;
      else await results.change(lifecycle.aborted);
    }
  }

  async #submitBatches(): Promise<void> {
    const { results, clock, status, lifecycle } = this.#parts;
    await this.#waitForMore();
    while (results.size > 0 && !lifecycle.aborted.aborted) {
      const late = results.dropLate(clock.nowMs());
      if (late > 0) status.note(`The server was unreachable for too long: ${late} results were lost.`);
      status.refused += late;
      const batch = results.batch();
      if (batch.length > 0) await this.#submit(batch);
    }
  }

  async #waitForMore(): Promise<void> {
    const { results, clock, lifecycle } = this.#parts;
    for (let leftMs = this.#waitMs(); leftMs > 0; leftMs = this.#waitMs()) {
      const enough = new AbortController();
      const either = AbortSignal.any([enough.signal, lifecycle.aborted]);
      await Promise.race([results.change(either), clock.sleep(leftMs, either)]);
      enough.abort();
    }
  }

  #waitMs(): number {
    const { results, jobs, status, clock, lifecycle } = this.#parts;
    const noneExpected = jobs.waiting === 0 && status.running === 0;
    if (noneExpected || results.closed || lifecycle.aborted.aborted) return 0;
    return (results.oldestMs ?? 0) + BATCH_WAIT_MS - clock.nowMs();
  }

  async #submit(batch: readonly Finished[]): Promise<void> {
    const { access, server, results, lifecycle } = this.#parts;
    const token = batch[0]?.token ?? '';
    const reply = await access.ask(() => server.submit(token, batch), lifecycle.aborted);
    if (!reply?.ok) return;
    results.remove(batch);
    this.#count(reply.value, batch.length);
  }

  #count({ accepted, ignored, error }: Receipt, sent: number): void {
    const { status } = this.#parts;
    status.accepted += accepted;
    status.refused += error === null ? ignored : sent;
    if (error !== null) status.note(`The server did not accept ${sent} results: ${error}`);
    else if (ignored > 0) status.note(`The server did not accept ${ignored} of ${sent} results.`);
  }
}
