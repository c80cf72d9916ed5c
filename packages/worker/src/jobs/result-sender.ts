import { quoted } from 'bg-record';
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
    while (!this.#parts.lifecycle.aborted.aborted) {
      if (this.#parts.results.size > 0) await this.#submitBatches();
      else if (this.#parts.results.closed) return;
      else await this.#parts.results.change(this.#parts.lifecycle.aborted);
    }
  }

  async #submitBatches(): Promise<void> {
    await this.#waitForMore();
    while (this.#parts.results.size > 0 && !this.#parts.lifecycle.aborted.aborted) {
      const late = this.#parts.results.dropLate(this.#parts.clock.nowMs());
      if (late > 0) this.#parts.status.note(`The server was unreachable for too long: ${late} results were lost.`);
      this.#parts.status.refused += late;
      const batch = this.#parts.results.batch();
      if (batch.length > 0) await this.#submit(batch);
    }
  }

  async #waitForMore(): Promise<void> {
    for (let leftMs = this.#waitMs(); leftMs > 0; leftMs = this.#waitMs()) {
      const enough = new AbortController();
      const either = AbortSignal.any([enough.signal, this.#parts.lifecycle.aborted]);
      await Promise.race([this.#parts.results.change(either), this.#parts.clock.sleep(leftMs, either)]);
      enough.abort();
    }
  }

  #waitMs(): number {
    const noneExpected = this.#parts.jobs.waiting === 0 && this.#parts.status.running === 0;
    if (noneExpected || this.#parts.results.closed || this.#parts.lifecycle.aborted.aborted) return 0;
    return (this.#parts.results.oldestMs ?? 0) + BATCH_WAIT_MS - this.#parts.clock.nowMs();
  }

  async #submit(batch: readonly Finished[]): Promise<void> {
    const token = batch[0]?.token ?? '';
    const reply = await this.#parts.access.ask(
      () => this.#parts.server.submit(token, batch),
      this.#parts.lifecycle.aborted,
    );
    if (!reply?.ok) return;
    this.#parts.results.remove(batch);
    this.#count(reply.value, batch.length);
  }

  #count({ accepted, ignored, error }: Receipt, sent: number): void {
    this.#parts.status.accepted += accepted;
    this.#parts.status.refused += error === null ? ignored : sent;
    if (error !== null) this.#parts.status.note(`The server did not accept ${sent} results: ${quoted(error)}`);
    else if (ignored > 0) this.#parts.status.note(`The server did not accept ${ignored} of ${sent} results.`);
  }
}
