import type { MatchRecord } from 'bg-record';
import { LRUCache } from 'lru-cache';

/**
 * The last matches that were taken apart. A match comes at least twice, for its jobs and for its report, each time as a copy: what
 * was worked out for the first copy holds for the others.
 */
export class RecentRecords {
  readonly #records: LRUCache<string, MatchRecord>;

  /** As many matches as have so many events together. */
  constructor(mostEvents: number) {
    this.#records = new LRUCache({ maxSize: mostEvents, sizeCalculation: ({ events }) => events.length });
  }

  /** The copy of this record that came first, as long as it is remembered. */
  first(record: MatchRecord): MatchRecord {
    const name = `${record.header.id} ${record.finalHash}`;
    const known = this.#records.get(name);
    if (known) return known;
    this.#records.set(name, record);
    return record;
  }
}
