import type { MatchRecord } from '../../types.ts';

/** A gap is long if it lasted longer than this, in milliseconds. */
const LONG_MS = 10_000;
/** Events in the first 5 s and in the last second of a gap are not looked at, because processes date events by clocks of their own. */
const START_MS = 5_000;
const END_MS = 1_000;
const DAY_S = 86_400;
/** Days of events that are kept, back from the newest event. */
const DAYS = 8;
/** Gaps that wait for records of other matches. */
const MOST_WAITING = 10_000;

/** Numbers of gaps in the records that were read. */
export interface GapFigures {
  /** Number of gaps over 10 s in live matches. */
  readonly long: number;
  /** Number of those during which other matches had events. */
  readonly others: number;
}

/** The kept form of the gaps. */
export interface GapsState {
  /** Days since the epoch, each with its seconds in base64: one bit each, the first in the lowest bit of the first byte. */
  readonly days: readonly (readonly [number, string])[];
  /** The first and the last second that is looked at in each gap of which no event of another match is known, in seconds since the epoch. */
  readonly waiting: readonly (readonly [number, number])[];
  readonly figures: GapFigures;
}

/**
 * Compares the gaps of live matches with the events of other matches of the service. A log belongs to one service, so all its server
 * keys count as one.
 *
 * Records come in the order in which matches ended, so a match that went on during a gap may come long after it. Therefore the seconds in which
 * any match had an event are kept for `DAYS` days (10,800 bytes each), and at most `MOST_WAITING` gaps wait. The
 * memory is below 1 MB, whatever the number of matches. Beyond these bounds a gap counts as one without events of other matches.
 */
export class Gaps {
  readonly #days: Map<number, Uint8Array>;
  #waiting: (readonly [number, number])[];
  #figures: GapFigures;

  constructor(state: GapsState | null) {
    this.#days = new Map(state?.days.map(([day, bits]) => [day, Buffer.from(bits, 'base64')]));
    this.#waiting = [...(state?.waiting ?? [])];
    this.#figures = state?.figures ?? { long: 0, others: 0 };
  }

  get state(): GapsState {
    const days = [...this.#days].map(([day, bits]) => [day, Buffer.from(bits).toString('base64')] as const);
    return { days, waiting: this.#waiting, figures: this.#figures };
  }

  get figures(): GapFigures {
    const { long, others } = this.#figures;
    return { long, others: others + this.#waiting.filter((gap) => this.#hasEvents(gap)).length };
  }

  /** Adds a record that `verify` accepted. */
  add({ header, events }: MatchRecord): void {
    for (const event of events) {
      // A `resume` says that its own match had stood still, too.
      if (event.type !== 'resume') this.#mark(Math.floor(event.at / 1000));
      else if (header.absenceMs !== null && event.at - event.since > LONG_MS) this.#wait(event);
    }
  }

  #mark(second: number): void {
    const day = Math.floor(second / DAY_S);
    const newest = Math.max(day, ...this.#days.keys());
    if (day <= newest - DAYS) return;
    let bits = this.#days.get(day);
    if (!bits) {
      bits = new Uint8Array(DAY_S / 8);
      this.#dropUntil(newest - DAYS);
      this.#days.set(day, bits);
    }
    const place = second % DAY_S;
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  }

  #dropUntil(last: number): void {
    const isOver = ([from]: readonly [number, number]) => Math.floor(from / DAY_S) <= last;
    for (const gap of this.#waiting.filter(isOver)) this.#decide(gap);
    this.#waiting = this.#waiting.filter((gap) => !isOver(gap));
    for (const day of this.#days.keys()) if (day <= last) this.#days.delete(day);
  }

  /** Only whole seconds within the gap are looked at. The match itself has no events in it, by the rules of records. */
  #wait({ since, at }: { readonly since: number; readonly at: number }): void {
    const from = Math.floor((since + START_MS) / 1000) + 1;
    const to = Math.floor((at - END_MS - 1000) / 1000);
    this.#figures = { ...this.#figures, long: this.#figures.long + 1 };
    this.#waiting.push([from, to]);
    const first = this.#waiting.length > MOST_WAITING ? this.#waiting.shift() : undefined;
    if (first) this.#decide(first);
  }

  #decide(gap: readonly [number, number]): void {
    if (this.#hasEvents(gap)) this.#figures = { ...this.#figures, others: this.#figures.others + 1 };
  }

  #hasEvents([from, to]: readonly [number, number]): boolean {
    for (const [day, bits] of this.#days) {
      const last = Math.min(to - day * DAY_S, DAY_S - 1);
      for (let place = Math.max(from - day * DAY_S, 0); place <= last; place++)
        if ((bits[place >> 3] ?? 0) & (1 << (place & 7))) return true;
    }
    return false;
  }
}
