import { quoted } from 'bg-record';
import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { HourlyLimit, Throughput } from './lease-size.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { JobQueue } from './queues.ts';
import type { ServerAccess } from './server-access.ts';
import type { WorkerStatus } from './status.ts';
import { LEASE_MS, type Lease, type Server, type Wants } from './types.ts';
import { isOlder, VERSION } from './version.ts';

/** Polling interval of an idle worker: short enough for a user who waits, long enough to cost almost nothing. */
const IDLE = { firstMs: 500, mostMs: 5_000 };
/** A worker that helps only with a long queue asks this often how long it is. */
const LOOK_AGAIN_MS = 60_000;

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
  /** Number of jobs from which on it works. */
  readonly minQueue: number;
}

/** Fetches jobs early enough that engines need not wait for them. */
export class JobFetcher {
  readonly #parts: JobFetcherParts;
  readonly #idle: Backoff;
  /** Value of `outages` when the server last said that it wants this engine. Null before the first time. */
  #wantedAfter: number | null = null;
  /** When the server last said how long its queue is. */
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: JobFetcherParts) {
    this.#parts = parts;
    this.#idle = new Backoff(IDLE, parts.random);
  }

  /** Returns when the worker should take no more jobs. */
  async run(): Promise<void> {
    while (!this.#parts.lifecycle.finishing.aborted) {
      if (this.#mustLook()) await this.#look();
      else if (this.#parts.status.shortQueue === null) await this.#fetch();
      else await this.#parts.clock.sleep(LOOK_AGAIN_MS, this.#parts.lifecycle.finishing);
    }
  }

  /** True before the first job, after each outage, and once a minute for a worker that helps only with a long queue. */
  #mustLook(): boolean {
    const isOld = this.#parts.minQueue > 0 && this.#parts.clock.nowMs() - this.#lookedAtMs >= LOOK_AGAIN_MS;
    return isOld || this.#wantedAfter !== this.#parts.access.outages;
  }

  /** Asks which engine the server wants, from which version on, and how long its queue is. */
  async #look(): Promise<void> {
    const reply = await this.#parts.access.ask(() => this.#parts.server.wants(), this.#parts.lifecycle.finishing);
    if (!reply?.ok) return;
    this.#wantedAfter = this.#parts.access.outages;
    this.#lookedAtMs = this.#parts.clock.nowMs();
    const { depth } = reply.value;
    this.#parts.status.shortQueue = depth < this.#parts.minQueue ? { depth, least: this.#parts.minQueue } : null;
    const message = unfitFor(reply.value, this.#parts.engineId);
    if (message !== null) this.#parts.lifecycle.end({ code: 'refused-by-server', message });
  }

  async #fetch(): Promise<void> {
    const count = await this.#count();
    if (count === 0) return;
    const reply = await this.#parts.access.ask(
      () => this.#parts.server.acquire(count),
      this.#parts.lifecycle.finishing,
    );
    if (!reply?.ok) return;
    if (reply.value) this.#enqueue(reply.value);
    else await this.#waitIdle(this.#parts.jobs.waiting);
  }

  /** Returns the number of jobs to request. Waits and returns 0 if it is none. */
  async #count(): Promise<number> {
    const wanted = this.#parts.throughput.wantedJobs({
      engines: this.#parts.engines,
      waiting: this.#parts.jobs.waiting,
      running: this.#parts.status.running,
    });
    if (wanted === 0) {
      await this.#parts.jobs.change(this.#parts.lifecycle.finishing);
      return 0;
    }
    const now = this.#parts.clock.nowMs();
    const left = this.#parts.limit.left(now);
    this.#parts.status.hourlyUntilMs = left === 0 ? this.#parts.limit.opensAtMs(now) : null;
    if (left === 0)
      await this.#parts.clock.sleep(this.#parts.limit.opensAtMs(now) - now, this.#parts.lifecycle.finishing);
    return Math.min(wanted, left);
  }

  #enqueue({ token, jobs: leased }: Lease): void {
    const now = this.#parts.clock.nowMs();
    this.#parts.status.noWork = false;
    this.#idle.reset();
    this.#parts.limit.take(leased.length, now);
    const deepest = Math.max(...leased.map((job) => job.ply));
    const message = `The server wants ${deepest} plies; this worker allows at most ${this.#parts.ply} (--ply).`;
    if (deepest > this.#parts.ply) this.#parts.lifecycle.end({ code: 'refused-by-server', message });
    else this.#parts.jobs.put(leased.map((job) => ({ job, token, deadlineMs: now + LEASE_MS, failures: 0 })));
  }

  async #waitIdle(waiting: number): Promise<void> {
    this.#parts.status.noWork = waiting === 0;
    await this.#parts.clock.sleep(this.#idle.nextMs(), this.#parts.lifecycle.finishing);
  }
}

/** The reason why the server cannot use this worker. Null if it can. */
export function unfitFor({ engineId: wanted, leastVersion }: Wants, engineId: string): string | null {
  if (leastVersion !== null && isOlder(VERSION, leastVersion))
    return `The server serves bg-worker from version ${quoted(leastVersion)} on; this is ${VERSION}. Its page Volunteers has a newer one.`;
  return wanted === engineId ? null : `The server wants results of ${wanted}; this worker runs ${engineId}.`;
}
