import type { Job } from '@anchor/wire';
import { sha256, toHex } from 'bg-record';
import type { DeepQueueStore, JobsWanted } from '../../ports/analysis.ts';
import type { World } from '../../ports/world.ts';
import { LEASE_MS } from './job-life.ts';
import type { WorkerName } from './worker-name.ts';

interface Counters {
  /** Jobs queued. */
  readonly queued: number;
  /** Jobs that got a result. */
  readonly served: number;
  /** Jobs dropped: no request wants them any more, or too many opinions differ. */
  readonly dropped: number;
}

/** The number of jobs that one worker may hold: four full leases. */
const MOST_HELD = 256;
/** Interval at which this process removes what has expired. */
const EXPIRE_EVERY_MS = 60_000;
/** Workers that were not seen for this long are forgotten. Anyone with the door key can invent ids, so it is not longer. */
const FORGET_WORKER_MS = 24 * 3_600_000;

/** The request that a job is queued for. */
export interface Asking {
  /** The network that asked. */
  readonly asker: string;
  /** The jobs are wanted until then. */
  readonly until: number;
}

interface JobQueueParts {
  readonly store: DeepQueueStore;
  readonly world: World;
  readonly isStrict: boolean;
}

/**
 * The queue of jobs that requests want and workers lease, and the order in which it serves them.
 *
 * Each job has a turn, and the lowest turn is leased first. The jobs of a request begin at the turn that is being served now and follow at
 * equal distances, in random order, so several requests advance side by side and a worker cannot follow a match. The distance is 1 for the
 * first request of an asker, 3 for the second, 6 for the third and so on: all requests of one asker advance, and together they get less
 * than twice the share of a single one.
 */
export class JobQueue {
  readonly #store: DeepQueueStore;
  readonly #world: World;
  readonly #isStrict: boolean;
  readonly #counters = { queued: 0, served: 0, dropped: 0 };
  #expiredAt = Number.NEGATIVE_INFINITY;

  constructor({ store, world, isStrict }: JobQueueParts) {
    this.#store = store;
    this.#world = world;
    this.#isStrict = isStrict;
  }

  /** Counters of this process since its start. */
  get counters(): Counters {
    return { ...this.#counters };
  }

  async count() {
    return this.#store.count(this.#world.now());
  }

  /** Queues the jobs that have no evaluation. Returns the number of new ones. */
  async ask(jobs: readonly Job[], { asker, until }: Asking): Promise<number> {
    await this.#expire();
    const [first] = jobs;
    if (!first) return 0;
    const start = await this.#store.frontier(first.engineId);
    const requests = Math.max(1, await this.#store.requestsOf(asker, this.#world.now()));
    const distance = (requests * (requests + 1)) / 2;
    const waiting = this.#shuffled(jobs).map((job, index) => ({
      key: job.key,
      engineId: job.engineId,
      job: JSON.stringify(job),
      turn: start + distance * (index + this.chance()),
    }));
    const added = await this.#store.ask(waiting, until);
    this.#counters.queued += added;
    return added;
  }

  /** Describes a request for a lease of up to `count` jobs. */
  async wanted({ name, party }: WorkerName, engineId: string, token: string, count: number): Promise<JobsWanted> {
    await this.#expire();
    const now = this.#world.now();
    const room = Math.max(0, MOST_HELD - (await this.#store.countHeld(name, now)));
    const common = { token, engineId, worker: name, mark: markOf(party), isMarked: this.#isStrict };
    return { ...common, count: Math.min(count, room), until: now + LEASE_MS, now };
  }

  async take(wanted: JobsWanted): Promise<Job[]> {
    if (wanted.count <= 0) return [];
    return (await this.#store.take(wanted)).map(readJob);
  }

  /** Counts jobs that got their result, or that were dropped because too many opinions differ. */
  note(served: number, dropped: number): void {
    this.#counters.served += served;
    this.#counters.dropped += dropped;
  }

  /** A random number from 0 up to but not including 1. */
  chance(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#world.randomBytes(4);
    return (((a * 256 + b) * 256 + c) * 256 + d) / 2 ** 32;
  }

  #shuffled(jobs: readonly Job[]): Job[] {
    return jobs
      .map((job) => ({ job, place: this.chance() }))
      .sort((one, other) => one.place - other.place)
      .map(({ job }) => job);
  }

  async #expire(): Promise<void> {
    const now = this.#world.now();
    if (now - this.#expiredAt < EXPIRE_EVERY_MS) return;
    this.#expiredAt = now;
    this.#counters.dropped += await this.#store.expire(now, now - FORGET_WORKER_MS);
  }
}

/** A short mark of a party, for lists of those that have had a job. */
export function markOf(party: string): string {
  const hash = sha256(new TextEncoder().encode(party)).subarray(0, 8);
  return ` ${toHex(hash)}`;
}

/** A job that this service has stored. */
export function readJob(text: string): Job {
  return JSON.parse(text) as Job;
}
