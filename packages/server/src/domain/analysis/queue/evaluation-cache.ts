import type { EvaluationStore } from '../../ports/analysis.ts';
import type { StoredResult } from '../deep-report.ts';
import { isPackedResult, type PackedResult } from '../packing.ts';

/** Largest number of stored evaluations, about 1 kB each. The oldest are removed first. Reports are stored separately. */
const MOST_KEPT = 500_000;
/** Number of new evaluations between two prunings. */
const PRUNE_AFTER = 1_000;

/** Accepted results by job key, kept in the storage so that no decision is evaluated twice. */
export class EvaluationCache {
  readonly #store: EvaluationStore;
  #sincePruned = 0;
  #hits = 0;
  #misses = 0;

  constructor(store: EvaluationStore) {
    this.#store = store;
  }

  /** Returns those of the given keys that are known. */
  async read(keys: readonly string[]): Promise<ReadonlyMap<string, PackedResult>> {
    const known = await this.peek(keys);
    this.#hits += known.size;
    this.#misses += keys.length - known.size;
    return known;
  }

  /** Like `read`, but does not count. */
  async peek(keys: readonly string[]): Promise<ReadonlyMap<string, PackedResult>> {
    const texts = await this.#store.read(keys);
    return new Map([...texts].filter(([, text]) => isPackedResult(text)));
  }

  /** Like `peek`, with the workers that gave the results. */
  async judged(keys: readonly string[]): Promise<ReadonlyMap<string, StoredResult>> {
    const stored = await this.#store.readJudged(keys);
    return new Map(stored.filter(({ text }) => isPackedResult(text)).map((one) => [one.key, one]));
  }

  /** Call it when evaluations have been stored: from time to time it removes the oldest. */
  async grown(count: number): Promise<void> {
    this.#sincePruned += count;
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
