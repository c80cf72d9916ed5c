import type { DeepQueueStore, WorkerCounts } from '../../ports/analysis.ts';
import type { World } from '../../ports/world.ts';

/** A worker counts as present for this long after its last request. */
const PRESENT_MS = 5 * 60_000;
/** Its presence is stored at most this often. */
const SEE_EVERY_MS = 60_000;
/** A worker that gave a wrong answer to a known question is distrusted for this long. Its owner may have mended it by then. */
const DISTRUST_MS = 24 * 3_600_000;
/** Anyone with the door key can invent ids, so the number remembered in this process is limited. */
const MOST_REMEMBERED = 10_000;
/** The counts are read at most this often. */
const COUNT_EVERY_MS = 1_000;

/** Workers seen recently by any process, and workers that are not trusted. */
export class Workers {
  readonly #store: DeepQueueStore;
  readonly #world: Pick<World, 'now'>;
  /** When this process last stored that a worker is present. */
  readonly #seen = new Map<string, number>();
  #counted: { readonly at: number; readonly counts: Promise<WorkerCounts> } | null = null;

  constructor(store: DeepQueueStore, world: Pick<World, 'now'>) {
    this.#store = store;
    this.#world = world;
  }

  /** Resolves to false if the worker is not trusted. Notes that it is here if it has the engine of this service. */
  async meet(worker: string, isSuitable: boolean): Promise<boolean> {
    const now = this.#world.now();
    if (isSuitable && now - (this.#seen.get(worker) ?? Number.NEGATIVE_INFINITY) >= SEE_EVERY_MS) {
      this.#remember(worker, now);
      await this.#store.see(worker, now);
      this.#counted = null;
    }
    return (await this.#store.distrustedUntil(worker)) <= now;
  }

  distrust(worker: string, missed: string): Promise<void> {
    const now = this.#world.now();
    this.#counted = null;
    return this.#store.distrust(worker, missed, now + DISTRUST_MS, now);
  }

  /** Numbers of workers that have the engine of this service. */
  count(): Promise<WorkerCounts> {
    const now = this.#world.now();
    if (this.#counted === null || now - this.#counted.at >= COUNT_EVERY_MS)
      this.#counted = { at: now, counts: this.#store.workers(now - PRESENT_MS, now) };
    return this.#counted.counts;
  }

  #remember(worker: string, now: number): void {
    this.#seen.delete(worker);
    this.#seen.set(worker, now);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
  }
}
