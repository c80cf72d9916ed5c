import { INITIAL_RATING, type Meeting, type PlayerRating, type Rating, rateMatch } from './rating.ts';

/** The part of a finished match that ratings depend on. */
export interface RatedResult {
  readonly header: {
    readonly players: readonly [{ readonly pub: string }, { readonly pub: string }];
    readonly length: number;
    readonly rated: boolean;
  };
  readonly winner: 0 | 1;
  readonly finishedAt: number;
}

export interface Rated {
  readonly before: PlayerRating;
  readonly after: PlayerRating;
}

/** Recomputes all ratings from the finished matches, added in the order in which they finished. */
export class RatingHistory {
  readonly #ratings = new Map<string, PlayerRating>();
  /** By the sorted pair of keys: true if the lower key is vouched for by the higher one, and the reverse. */
  readonly #pairs = new Map<string, readonly [boolean, boolean]>();

  get ratings(): ReadonlyMap<string, PlayerRating> {
    return this.#ratings;
  }

  /** All pairs with a rated match. `vouched` tells for the low and the high key if the other one vouches for it. */
  *pairs(): Iterable<{ readonly low: string; readonly high: string; readonly vouched: readonly [boolean, boolean] }> {
    for (const [keys, vouched] of this.#pairs) {
      const [low = '', high = ''] = keys.split(' ');
      yield { low, high, vouched };
    }
  }

  /** Continues a history whose ratings and pairs were kept. */
  static resume(
    ratings: Iterable<readonly [string, PlayerRating]>,
    pairs: Iterable<readonly [string, readonly [boolean, boolean]]>,
  ): RatingHistory {
    const history = new RatingHistory();
    for (const [pub, rating] of ratings) history.#ratings.set(pub, rating);
    for (const [keys, vouched] of pairs) history.#pairs.set(keys, vouched);
    return history;
  }

  of(pub: string): PlayerRating {
    return this.#ratings.get(pub) ?? INITIAL_RATING;
  }

  /** Continues from a rating of another method. Opponents are counted from here on. */
  adopt(pub: string, rating: Rating): void {
    this.#ratings.set(pub, { ...this.of(pub), ...rating });
  }

  /** The rating change of each seat. Returns null when the match was not rated. */
  add({ header, winner, finishedAt }: RatedResult): readonly [Rated, Rated] | null {
    if (!header.rated) return null;
    const [first, second] = header.players;
    const before = [this.of(first.pub), this.of(second.pub)] as const;
    const isSwapped = first.pub > second.pub;
    const [low, high] = isSwapped ? [second.pub, first.pub] : [first.pub, second.pub];
    const stored = this.#pairs.get(`${low} ${high}`);
    const meeting = meetingOf(stored ?? null, isSwapped);
    const after = rateMatch(before, { length: header.length, winner, at: finishedAt }, meeting);
    this.#pairs.set(`${low} ${high}`, vouchedAfter(meeting, before, after, isSwapped));
    this.#ratings.set(first.pub, after[0]);
    this.#ratings.set(second.pub, after[1]);
    return [
      { before: before[0], after: after[0] },
      { before: before[1], after: after[1] },
    ];
  }
}

/**
 * Converts the stored state of a pair to seats. `stored` is null before the first rated match; `isSwapped` means that seat 0 has the higher
 * key.
 */
export function meetingOf(stored: readonly [boolean, boolean] | null, isSwapped: boolean): Meeting {
  const [low, high] = stored ?? [false, false];
  return { isFirst: stored === null, vouched: isSwapped ? [high, low] : [low, high] };
}

/** The state of the pair to store after the match: the inverse of `meetingOf`. */
export function vouchedAfter(
  { vouched }: Meeting,
  before: readonly [PlayerRating, PlayerRating],
  after: readonly [PlayerRating, PlayerRating],
  isSwapped: boolean,
): readonly [boolean, boolean] {
  const first = vouched[0] || after[0].known > before[0].known;
  const second = vouched[1] || after[1].known > before[1].known;
  return isSwapped ? [second, first] : [first, second];
}
