import { LEASE_MS, MAX_OPINIONS } from '../../src/domain/analysis/queue/job-life.ts';

interface Told {
  readonly workerId: string;
  readonly text: string;
}

/** A job in the simplest model of the queue's rules. */
class ModelJob {
  readonly had = new Set<string>();
  readonly told: Told[] = [];
  held: { readonly token: string; readonly workerId: string; readonly until: number } | null = null;
}

/** A simple reference model of the queue. Opinions agree when their texts are equal. */
export class Model {
  readonly jobs = new Map<string, ModelJob>();
  readonly cache = new Map<string, string>();
  readonly leases = new Map<string, { workerId: string; until: number; keys: Set<string> }>();
  readonly counters = { queued: 0, served: 0, dropped: 0, rejected: 0 };
  readonly #isStrict: boolean;

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  ask(key: string): void {
    if (this.cache.has(key) || this.jobs.has(key)) return;
    this.counters.queued++;
    this.jobs.set(key, new ModelJob());
  }

  /** Releases the jobs of expired leases. */
  pass(now: number): void {
    for (const [token, lease] of this.leases) {
      if (lease.until > now) continue;
      this.leases.delete(token);
      for (const key of lease.keys) {
        const job = this.jobs.get(key);
        if (job?.held?.token !== token) continue;
        job.held = null;
      }
    }
  }

  mayTake(workerId: string, key: string): boolean {
    const job = this.jobs.get(key);
    return job !== undefined && job.held === null && !(this.#isStrict && job.had.has(workerId));
  }

  couldTake(workerId: string): number {
    return [...this.jobs.keys()].filter((key) => this.mayTake(workerId, key)).length;
  }

  take(token: string, workerId: string, keys: readonly string[], now: number): void {
    this.leases.set(token, { workerId, until: now + LEASE_MS, keys: new Set(keys) });
    for (const key of keys) {
      const job = this.jobs.get(key);
      if (!job) continue;
      job.held = { token, workerId, until: now + LEASE_MS };
      job.had.add(workerId);
    }
  }

  /** Returns true if one result is accepted. `text` is null for an impossible one. */
  submit(token: string, workerId: string, key: string, text: string | null): boolean {
    const lease = this.leases.get(token);
    const job = this.jobs.get(key);
    if (text === null || lease?.workerId !== workerId || !lease.keys.has(key) || !job) return this.#reject();
    lease.keys.delete(key);
    if (lease.keys.size === 0) this.leases.delete(token);
    job.held = null;
    this.#submit(key, job, { workerId, text });
    return true;
  }

  get depth(): number {
    return this.jobs.size;
  }

  get leased(): number {
    return [...this.jobs.values()].filter(({ held }) => held !== null).length;
  }

  #submit(key: string, job: ModelJob, told: Told): void {
    const isAgreed = job.told.some(({ workerId, text }) => workerId !== told.workerId && text === told.text);
    if (!this.#isStrict || isAgreed) {
      this.jobs.delete(key);
      this.cache.set(key, told.text);
      this.counters.served++;
      return;
    }
    job.told.push(told);
    if (job.told.length === MAX_OPINIONS) {
      this.jobs.delete(key);
      this.counters.dropped++;
    }
  }

  #reject(): false {
    this.counters.rejected++;
    return false;
  }
}
