import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { HourlyLimit, Throughput } from './lease-size.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { JobQueue } from './queues.ts';
import type { ServerAccess } from './server-access.ts';
import type { WorkerStatus } from './status.ts';
import { LEASE_MS, type Lease, type Server } from './types.ts';

/** Polling interval of an idle worker: short enough for a user who waits, long enough to cost almost nothing. */
const IDLE = { firstMs: 500, mostMs: 5_000 };

interface JobFetcherParts {
  readonly server: Server;
  readonly access: ServerAccess;
  readonly jobs: JobQueue;
  readonly throughput: Throughput;
  readonly status: WorkerStatus;
  readonly lifecycle: Lifecycle;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limit: HourlyLimit;
  readonly engines: number;
  readonly engineId: string;
  /** Maximum search depth of this worker. */
  readonly ply: number;
}

/** Fetches jobs early enough that engines need not wait for them. */
export class JobFetcher {
  readonly #parts: JobFetcherParts;
  readonly #idle: Backoff;
  /** Value of `outages` when the server last said that it wants this engine. Null before the first time. */
  #wantedAfter: number | null = null;

  constructor(parts: JobFetcherParts) {
    this.#parts = parts;
    this.#idle = new Backoff(IDLE, parts.random);
  }

  /** Returns when the worker should take no more jobs. */
  async run(): Promise<void> {
    while (!this.#parts.lifecycle.finishing.aborted) {
      if (this.#wantedAfter === this.#parts.access.outages) await this.#fetch();
      else await this.#checkEngine();
    }
  }

  /** Asks which engine the server wants: before the first job, and again after each outage. */
  async #checkEngine(): Promise<void> {
    const { access, server, lifecycle, engineId } = this.#parts;
    const reply = await access.ask(() => server.wantedEngine(), lifecycle.finishing);
    if (!reply?.ok) return;
    this.#wantedAfter = access.outages;
    const message = `The server wants results of ${reply.value}; this worker runs ${engineId}.`;
    if (reply.value !== engineId) lifecycle.end({ code: 'refused-by-server', message });
  }

  async #fetch(): Promise<void> {
    const { access, server, lifecycle, jobs } = this.#parts;
    const count = await this.#count();
    if (count === 0) return;
    const reply = await access.ask(() => server.acquire(count), lifecycle.finishing);
    if (!reply?.ok) return;
    if (reply.value) this.#enqueue(reply.value);
    else await this.#waitIdle(jobs.waiting);
  }

  /** Returns the number of jobs to request. Waits and returns 0 if it is none. */
  async #count(): Promise<number> {
    const { jobs, throughput, status, engines, limit, clock, lifecycle } = this.#parts;
    const wanted = throughput.wantedJobs({ engines, waiting: jobs.waiting, running: status.running });
    if (wanted === 0) {
      await jobs.change(lifecycle.finishing);
      return 0;
    }
    const now = clock.nowMs();
    const left = limit.left(now);
    status.hourlyUntilMs = left === 0 ? limit.opensAtMs(now) : null;
    if (left === 0) await clock.sleep(limit.opensAtMs(now) - now, lifecycle.finishing);
    return Math.min(wanted, left);
  }

  #enqueue({ token, jobs: leased }: Lease): void {
    const { jobs, status, clock, limit, lifecycle, ply } = this.#parts;
    const now = clock.nowMs();
    status.noWork = false;
    this.#idle.reset();
    limit.take(leased.length, now);
    const deepest = Math.max(...leased.map((job) => job.ply));
    const message = `The server wants ${deepest} plies; this worker allows at most ${ply} (--ply).`;
    if (deepest > ply) lifecycle.end({ code: 'refused-by-server', message });
    else jobs.put(leased.map((job) => ({ job, token, deadlineMs: now + LEASE_MS, failures: 0 })));
  }

  async #waitIdle(waiting: number): Promise<void> {
    const { status, clock, lifecycle } = this.#parts;
    status.noWork = waiting === 0;
    await clock.sleep(this.#idle.nextMs(), lifecycle.finishing);
  }
}
