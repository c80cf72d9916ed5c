import type { EvaluationStore, World } from '../../ports.ts';
import type { Answered } from './job-queue.ts';
import { isPackedResult, type PackedResult } from './packing.ts';

/** Evaluations that are kept, at about 1 kB each: the oldest make room. Reports are stored by themselves and do not need them. */
const MOST_KEPT = 500_000;
/** New ones after which room is made. */
const PRUNE_AFTER = 1_000;

/** Results that were accepted, by the keys of their jobs: in the storage, so that nothing is computed twice. */
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

  /** Those of many that are known. */
  async read(keys: readonly string[]): Promise<ReadonlyMap<string, PackedResult>> {
    const texts = await this.#store.read(keys);
    const known = new Map([...texts].filter(([, text]) => isPackedResult(text)));
    this.#hits += known.size;
    this.#misses += keys.length - known.size;
    return known;
  }

  /** Durable when it resolves. */
  async keep(results: readonly Answered[]): Promise<void> {
    if (results.length === 0) return;
    await this.#store.keep(results, this.#world.now());
    this.#sincePruned += results.length;
    if (this.#sincePruned < PRUNE_AFTER) return;
    this.#sincePruned = 0;
    await this.#store.prune(MOST_KEPT);
  }

  /** How often an evaluation was there when it was asked for. */
  get status() {
    const asked = this.#hits + this.#misses;
    return { hits: this.#hits, misses: this.#misses, hitRate: asked === 0 ? 0 : this.#hits / asked };
  }
}
