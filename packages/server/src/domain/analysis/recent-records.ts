import type { MatchRecord } from 'bg-record';
import { LRUCache } from 'lru-cache';

/**
 * A cache of the matches analysed last. Each match arrives at least twice as a separate copy, for its jobs and for its report. Returning
 * the first copy lets per-object caches work.
 */
export class RecentRecords {
  readonly #records: LRUCache<string, MatchRecord>;

  /** `mostEvents`: capacity, in events of all cached matches. */
  constructor(mostEvents: number) {
    this.#records = new LRUCache({ maxSize: mostEvents, sizeCalculation: ({ events }) => events.length });
  }

  /** Returns the cached copy of this record, or caches and returns this one. */
  first(record: MatchRecord): MatchRecord {
    const name = `${record.header.id} ${record.finalHash}`;
    const known = this.#records.get(name);
    if (known) return known;
    this.#records.set(name, record);
    return record;
  }
}
