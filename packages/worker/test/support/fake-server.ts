import type { Job, JobResult } from '@anchor/wire';
import type { Finished, Lease, Receipt, Reply, Server, Wants } from '../../src/jobs/types.ts';
import type { FakeClock } from './fake-clock.ts';

interface Held {
  readonly job: Job;
  readonly untilMs: number;
}

/** A server in memory that implements leases and records requests with their times. */
export class FakeServer implements Server {
  engineId = 'gnubg-1.07';
  leastVersion: string | null = null;
  /** Delay of every answer. */
  latencyMs = 0;
  /** If set, the answer to every request. */
  trouble: Reply<never> | null = null;
  readonly waiting: Job[] = [];
  readonly accepted = new Map<string, JobResult>();
  readonly asked: { readonly atMs: number; readonly what: 'status' | 'acquire' | 'submit'; readonly count: number }[] =
    [];
  readonly #clock: FakeClock;
  readonly #leases = new Map<string, Map<string, Held>>();
  #tokens = 0;

  constructor(clock: FakeClock, jobs: readonly Job[] = []) {
    this.#clock = clock;
    this.waiting.push(...jobs);
  }

  times(what: 'status' | 'acquire' | 'submit'): number[] {
    return this.asked.filter((one) => one.what === what).map(({ atMs }) => atMs);
  }

  wants(): Promise<Reply<Wants>> {
    const { engineId, leastVersion } = this;
    return this.#answer('status', 0, () => ({ engineId, leastVersion, depth: this.waiting.length }));
  }

  acquire(count: number): Promise<Reply<Lease | null>> {
    return this.#answer('acquire', count, () => this.#lease(count));
  }

  submit(token: string, results: readonly Finished[]): Promise<Reply<Receipt>> {
    return this.#answer('submit', results.length, () => this.#take(token, results));
  }

  async #answer<T>(what: 'status' | 'acquire' | 'submit', count: number, answer: () => T): Promise<Reply<T>> {
    this.asked.push({ atMs: this.#clock.nowMs(), what, count });
    if (this.latencyMs > 0) await this.#clock.sleep(this.latencyMs);
    return this.trouble ?? { ok: true, value: answer() };
  }

  #lease(count: number): Lease | null {
    const jobs = this.waiting.splice(0, count);
    if (jobs.length === 0) return null;
    const token = `token-${this.#tokens++}`;
    const untilMs = this.#clock.nowMs() + 60_000;
    this.#leases.set(token, new Map(jobs.map((job) => [job.key, { job, untilMs }])));
    return { token, jobs };
  }

  #take(token: string, results: readonly Finished[]): Receipt {
    const lease = this.#leases.get(token);
    if (!lease || [...lease.values()].every(({ untilMs }) => untilMs <= this.#clock.nowMs()))
      return { accepted: 0, ignored: 0, error: 'no such lease' };
    const taken = results.filter(({ key }) => lease.delete(key));
    for (const { key, result } of taken) this.accepted.set(key, result);
    return { accepted: taken.length, ignored: results.length - taken.length, error: null };
  }
}
