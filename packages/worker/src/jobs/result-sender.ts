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
  readonly #server: Server;
  readonly #access: ServerAccess;
  readonly #jobs: JobQueue;
  readonly #results: ResultQueue;
  readonly #status: WorkerStatus;
  readonly #lifecycle: Lifecycle;
  readonly #clock: Clock;

  constructor(parts: ResultSenderParts) {
    this.#server = parts.server;
    this.#access = parts.access;
    this.#jobs = parts.jobs;
    this.#results = parts.results;
    this.#status = parts.status;
    this.#lifecycle = parts.lifecycle;
    this.#clock = parts.clock;
  }

  /** Returns when the result queue is closed and empty, or on abort. */
  async run(): Promise<void> {
    while (!this.#lifecycle.aborted.aborted) {
      if (this.#results.size > 0) await this.#submitBatches();
      else if (this.#results.closed) return;
      else await this.#results.change(this.#lifecycle.aborted);
    }
  }

  async #submitBatches(): Promise<void> {
    await this.#waitForMore();
    while (this.#results.size > 0 && !this.#lifecycle.aborted.aborted) {
      const late = this.#results.dropLate(this.#clock.nowMs());
      if (late > 0) this.#status.note(`The server was unreachable for too long: ${late} results were lost.`);
      this.#status.refused += late;
      const batch = this.#results.batch();
      if (batch.length > 0) await this.#submit(batch);
    }
  }

  async #waitForMore(): Promise<void> {
    for (let leftMs = this.#waitMs(); leftMs > 0; leftMs = this.#waitMs()) {
      const enough = new AbortController();
      const either = AbortSignal.any([enough.signal, this.#lifecycle.aborted]);
      await Promise.race([this.#results.change(either), this.#clock.sleep(leftMs, either)]);
      enough.abort();
    }
  }

  #waitMs(): number {
    const noneExpected = this.#jobs.waiting === 0 && this.#status.running === 0;
    if (noneExpected || this.#results.closed || this.#lifecycle.aborted.aborted) return 0;
    return (this.#results.oldestMs ?? 0) + BATCH_WAIT_MS - this.#clock.nowMs();
  }

  async #submit(batch: readonly Finished[]): Promise<void> {
    const token = batch[0]?.token ?? '';
    const reply = await this.#access.ask(() => this.#server.submit(token, batch), this.#lifecycle.aborted);
    if (!reply?.ok) return;
    this.#results.remove(batch);
    this.#count(reply.value, batch.length);
  }

  #count({ accepted, ignored, error }: Receipt, sent: number): void {
    this.#status.accepted += accepted;
    this.#status.refused += error === null ? ignored : sent;
    if (error !== null) this.#status.note(`The server did not accept ${sent} results: ${quoted(error)}`);
    else if (ignored > 0) this.#status.note(`The server did not accept ${ignored} of ${sent} results.`);
  }
}
