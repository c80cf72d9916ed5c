import type { MatchRecord } from 'bg-record';

/**
 * The last matches that were taken apart. A match comes at least twice, for its jobs and for its report, each time as a copy: what
 * was worked out for the first copy holds for the others.
 */
export class RecentRecords {
  readonly #records = new Map<string, MatchRecord>();
  readonly #mostEvents: number;

  /** As many matches as have so many events together. */
  constructor(mostEvents: number) {
    this.#mostEvents = mostEvents;
  }

  /** The copy of this record that came first, as long as it is remembered. */
  first(record: MatchRecord): MatchRecord {
    const name = `${record.header.id} ${record.finalHash}`;
    const known = this.#records.get(name) ?? record;
    this.#records.delete(name);
    this.#records.set(name, known);
    this.#forget();
    return known;
  }

  #forget(): void {
    let events = [...this.#records.values()].reduce((sum, record) => sum + record.events.length, 0);
    for (const [name, record] of this.#records) {
      if (events <= this.#mostEvents) return;
      this.#records.delete(name);
      events -= record.events.length;
    }
  }
}
