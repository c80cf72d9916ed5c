import { isOpen, type JobState, type QueuedJob } from '../domain/analysis/queue/job-life.ts';
import type { JobStore, Lease } from '../domain/analysis/queue/job-store.ts';
import { RoundRobin } from './round-robin.ts';

/** Number of jobs without a waiting match whose opinions are kept. */
const MAX_PARKED = 10_000;

/** The job store of a single process. */
export class MemoryJobs implements JobStore {
  readonly #jobs = new Map<string, QueuedJob>();
  readonly #parked = new Set<string>();
  readonly #rings = new Map<string, RoundRobin>();
  readonly #leases = new Map<string, Lease>();
  #depth = 0;
  #leased = 0;

  async read(key: string): Promise<JobState> {
    return this.#jobs.get(key) ?? null;
  }

  async update<T>(key: string, change: (state: JobState) => readonly [JobState, T]): Promise<T> {
    const before = this.#jobs.get(key) ?? null;
    const [after, result] = change(before);
    if (after !== before) this.#put(key, before, after);
    return result;
  }

  async *waiting(engineId: string): AsyncIterable<string> {
    const ring = this.#rings.get(engineId);
    if (ring) yield* ring.byTurns((key) => this.#jobs.get(key)?.hold === null);
  }

  async count() {
    return { depth: this.#depth, leased: this.#leased };
  }

  async openLease(token: string, lease: Lease): Promise<void> {
    this.#leases.set(token, lease);
  }

  async lease(token: string): Promise<Lease | null> {
    return this.#leases.get(token) ?? null;
  }

  async closeJobs(token: string, keys: readonly string[]): Promise<void> {
    const lease = this.#leases.get(token);
    const left = lease?.keys.filter((key) => !keys.includes(key)) ?? [];
    if (lease && left.length > 0) this.#leases.set(token, { ...lease, keys: left });
    else this.#leases.delete(token);
  }

  /** All leases last equally long, so they expire in insertion order. */
  async leasesOver(now: number): Promise<readonly string[]> {
    const over: string[] = [];
    for (const [token, { until }] of this.#leases) {
      if (until > now) break;
      over.push(token);
    }
    return over;
  }

  async leasesOf(workerId: string): Promise<readonly string[]> {
    return [...this.#leases].filter(([, lease]) => lease.workerId === workerId).map(([token]) => token);
  }

  #put(key: string, before: JobState, after: JobState): void {
    this.#depth += Number(isOpen(after)) - Number(isOpen(before));
    this.#leased += Number(after?.hold != null) - Number(before?.hold != null);
    if (after) this.#jobs.set(key, after);
    else this.#jobs.delete(key);
    this.#updateRing(key, before, after);
    this.#park(key, after);
  }

  #updateRing(key: string, before: JobState, after: JobState): void {
    const { engineId = '' } = (after ?? before)?.job ?? {};
    const ring = this.#rings.get(engineId) ?? new RoundRobin();
    ring.move(key, before?.matches ?? [], after?.matches ?? []);
    if (ring.isEmpty) this.#rings.delete(engineId);
    else this.#rings.set(engineId, ring);
  }

  #park(key: string, after: JobState): void {
    this.#parked.delete(key);
    if (after === null || isOpen(after)) return;
    this.#parked.add(key);
    const [oldest = key] = this.#parked;
    if (this.#parked.size <= MAX_PARKED) return;
    this.#parked.delete(oldest);
    this.#jobs.delete(oldest);
  }
}
