import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../kit/http.ts';
import { results, Volunteer } from '../kit/volunteer.ts';
import type { Facts, LeaseFact } from './facts.ts';
import type { Fleet } from './fleet.ts';

export const WORKER_KEY = 'the worker key of the faults';
export const CRON_KEY = 'the cron key of the faults';
/** A lease expires after this time, as in the protocol. */
export const LEASE_MS = 60_000;
const ROUND_MS = 120;
const JOBS = 4;

/** Work during the matches: volunteers lease jobs, the mailing runs repeatedly, and finished matches are analysed. */
export class Errands {
  readonly #fleet: Fleet;
  readonly #facts: Facts;
  readonly #random: () => number;
  readonly #over = new AbortController();
  readonly #asked = new Set<string>();
  readonly #ended: Promise<void>;
  readonly #loops: readonly Promise<void>[];

  constructor(fleet: Fleet, facts: Facts, random: () => number) {
    this.#fleet = fleet;
    this.#facts = facts;
    this.#random = random;
    const { signal } = this.#over;
    this.#ended = new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const rounds = [
      () => this.#volunteer('ann'),
      () => this.#volunteer('bea'),
      () => this.#mail(),
      () => this.#analyse(),
    ];
    this.#loops = rounds.map((round) => this.#repeat(round));
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#loops);
  }

  /** Repeats a task. A task that fails because of a fault is repeated in the next round. */
  async #repeat(round: () => Promise<void>): Promise<void> {
    while (!this.#over.signal.aborted) {
      await Promise.race([round().catch(() => undefined), this.#ended]);
      await sleep(ROUND_MS, undefined, { signal: this.#over.signal }).catch(() => undefined);
    }
  }

  #url(): string {
    const port = this.#fleet.upstream();
    if (port === null) throw new Error('no server is up');
    return `http://127.0.0.1:${port}`;
  }

  /** Leases jobs and submits two of three leases; the others expire. */
  async #volunteer(id: string): Promise<void> {
    const worker = new Volunteer(this.#url(), id, WORKER_KEY);
    const from = this.#facts.now();
    const { token, jobs } = await worker.lease(JOBS);
    const [by, order] = [this.#facts.now(), this.#facts.nextOrder()];
    const held: LeaseFact[] = jobs.map(({ key }) => ({ token, key, from, by, order, closed: null }));
    this.#facts.leases.push(...held);
    await sleep(this.#random() * ROUND_MS);
    if (this.#random() < 1 / 3) return;
    for (const lease of held) lease.closed = this.#facts.nextOrder();
    await worker.submit(token, results(jobs));
  }

  async #mail(): Promise<void> {
    await ask(this.#url(), `/api/cron/daily?key=${encodeURIComponent(CRON_KEY)}`, { method: 'POST' });
  }

  /** Requests a deep analysis without waiting for it, because it waits for volunteers. */
  async #analyse(): Promise<void> {
    const match = [...this.#facts.finished.keys()].find((one) => !this.#asked.has(one));
    if (match === undefined) return;
    this.#asked.add(match);
    void ask(this.#url(), `/api/analysis/${match}?deep=1`).catch(() => this.#asked.delete(match));
  }
}
