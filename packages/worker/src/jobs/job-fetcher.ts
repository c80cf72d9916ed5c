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
  readonly #server: Server;
  readonly #access: ServerAccess;
  readonly #jobs: JobQueue;
  readonly #throughput: Throughput;
  readonly #status: WorkerStatus;
  readonly #lifecycle: Lifecycle;
  readonly #clock: Clock;
  readonly #limit: HourlyLimit;
  readonly #engines: number;
  readonly #engineId: string;
  readonly #ply: number;
  readonly #minQueue: number;
  readonly #idle: Backoff;
  /** Value of `outages` when the server last said that it wants this engine. Null before the first time. */
  #wantedAfter: number | null = null;
  /** When the server last said how long its queue is. */
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: JobFetcherParts) {
    this.#server = parts.server;
    this.#access = parts.access;
    this.#jobs = parts.jobs;
    this.#throughput = parts.throughput;
    this.#status = parts.status;
    this.#lifecycle = parts.lifecycle;
    this.#clock = parts.clock;
    this.#limit = parts.limit;
    this.#engines = parts.engines;
    this.#engineId = parts.engineId;
    this.#ply = parts.ply;
    this.#minQueue = parts.minQueue;
    this.#idle = new Backoff(IDLE, parts.random);
  }

  /** Returns when the worker should take no more jobs. */
  async run(): Promise<void> {
    while (!this.#lifecycle.finishing.aborted) {
      if (this.#mustLook()) await this.#look();
      else if (this.#status.shortQueue === null) await this.#fetch();
      else await this.#clock.sleep(LOOK_AGAIN_MS, this.#lifecycle.finishing);
    }
  }

  /** True before the first job, after each outage, and once a minute for a worker that helps only with a long queue. */
  #mustLook(): boolean {
    const isOld = this.#minQueue > 0 && this.#clock.nowMs() - this.#lookedAtMs >= LOOK_AGAIN_MS;
    return isOld || this.#wantedAfter !== this.#access.outages;
  }

  /** Asks which engine the server wants, from which version on, and how long its queue is. */
  async #look(): Promise<void> {
    const reply = await this.#access.ask(() => this.#server.wants(), this.#lifecycle.finishing);
    if (!reply?.ok) return;
    this.#wantedAfter = this.#access.outages;
    this.#lookedAtMs = this.#clock.nowMs();
    const { depth } = reply.value;
    this.#status.shortQueue = depth < this.#minQueue ? { depth, least: this.#minQueue } : null;
    const message = unfitFor(reply.value, this.#engineId);
    if (message !== null) this.#lifecycle.end({ code: 'refused-by-server', message });
  }

  async #fetch(): Promise<void> {
    const count = await this.#count();
    if (count === 0) return;
    const reply = await this.#access.ask(() => this.#server.acquire(count), this.#lifecycle.finishing);
    if (!reply?.ok) return;
    if (reply.value) this.#enqueue(reply.value);
    else await this.#waitIdle(this.#jobs.waiting);
  }

  /** Returns the number of jobs to request. Waits and returns 0 if it is none. */
  async #count(): Promise<number> {
    const wanted = this.#throughput.wantedJobs({
      engines: this.#engines,
      waiting: this.#jobs.waiting,
      running: this.#status.running,
    });
    if (wanted === 0) {
      await this.#jobs.change(this.#lifecycle.finishing);
      return 0;
    }
    const now = this.#clock.nowMs();
    const left = this.#limit.left(now);
    this.#status.hourlyUntilMs = left === 0 ? this.#limit.opensAtMs(now) : null;
    if (left === 0) await this.#clock.sleep(this.#limit.opensAtMs(now) - now, this.#lifecycle.finishing);
    return Math.min(wanted, left);
  }

  #enqueue({ token, jobs: leased }: Lease): void {
    const now = this.#clock.nowMs();
    this.#status.noWork = false;
    this.#idle.reset();
    this.#limit.take(leased.length, now);
    const deepest = Math.max(...leased.map((job) => job.ply));
    const message = `The server wants ${deepest} plies; this worker allows at most ${this.#ply} (--ply).`;
    if (deepest > this.#ply) this.#lifecycle.end({ code: 'refused-by-server', message });
    else this.#jobs.put(leased.map((job) => ({ job, token, deadlineMs: now + LEASE_MS, failures: 0 })));
  }

  async #waitIdle(waiting: number): Promise<void> {
    this.#status.noWork = waiting === 0;
    await this.#clock.sleep(this.#idle.nextMs(), this.#lifecycle.finishing);
  }
}

/** The reason why the server cannot use this worker. Null if it can. */
export function unfitFor({ engineId: wanted, leastVersion }: Wants, engineId: string): string | null {
  if (leastVersion !== null && isOlder(VERSION, leastVersion))
    return `The server serves bg-worker from version ${quoted(leastVersion)} on; this is ${VERSION}. Its page Volunteers has a newer one.`;
  return wanted === engineId ? null : `The server wants results of ${wanted}; this worker runs ${engineId}.`;
}
