import type { EvaluationStore } from '../../ports/analysis.ts';
import type { World } from '../../ports/world.ts';
import { isPackedResult, type PackedResult } from '../packing.ts';
import type { Answered } from './job-queue.ts';

/** Largest number of stored evaluations, about 1 kB each. The oldest are removed first. Reports are stored separately. */
const MOST_KEPT = 500_000;
/** Number of new evaluations between two prunings. */
const PRUNE_AFTER = 1_000;

/** Accepted results by job key, kept in the storage so that no decision is evaluated twice. */
export class EvaluationCache {
  readonly #store: EvaluationStore;
  readonly #world: Pick<World, 'now'>;
  #sincePruned = 0;
  #hits = 0;
  #misses = 0;

  constructor(store: EvaluationStore, world: Pick<World, 'now'>) {
    this.#store = store;
    this.#world = world;
  }

  /** Returns those of the given keys that are known. */
  async read(keys: readonly string[]): Promise<ReadonlyMap<string, PackedResult>> {
    const texts = await this.#store.read(keys);
    const known = new Map([...texts].filter(([, text]) => isPackedResult(text)));
    this.#hits += known.size;
    this.#misses += keys.length - known.size;
    return known;
  }

  /** Resolves when the results are durable. */
  async keep(results: readonly Answered[]): Promise<void> {
    if (results.length === 0) return;
    await this.#store.keep(results, this.#world.now());
    this.#sincePruned += results.length;
    if (this.#sincePruned < PRUNE_AFTER) return;
    this.#sincePruned = 0;
    await this.#store.prune(MOST_KEPT);
  }

  /** Hit statistics since the start. */
  get status() {
    const asked = this.#hits + this.#misses;
    return { hits: this.#hits, misses: this.#misses, hitRate: asked === 0 ? 0 : this.#hits / asked };
  }
}
