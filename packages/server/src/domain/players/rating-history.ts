import type { MatchRecord } from 'bg-record';
import { INITIAL_RATING, type Meeting, type PlayerRating, type Rating, rateMatch } from './rating.ts';

/** What the ratings are worked out from: of each finished match its header, its result and when it ended. */
export interface RatedResult {
  readonly header: Pick<MatchRecord['header'], 'players' | 'length' | 'rated'>;
  readonly winner: 0 | 1;
  readonly finishedAt: number;
}

export interface Rated {
  readonly before: PlayerRating;
  readonly after: PlayerRating;
}

/** Works all ratings out again from the finished matches alone, given in the order in which they finished. */
export class RatingHistory {
  readonly #ratings = new Map<string, PlayerRating>();
  /** By the two keys in their order: who vouches for the lower one and for the higher one. */
  readonly #pairs = new Map<string, readonly [boolean, boolean]>();

  get ratings(): ReadonlyMap<string, PlayerRating> {
    return this.#ratings;
  }

  /** Pairs that have had a rated match, lower key first, with whether each of the two is vouched for by the other. */
  *pairs(): Iterable<{ readonly low: string; readonly high: string; readonly vouched: readonly [boolean, boolean] }> {
    for (const [keys, vouched] of this.#pairs) {
      const [low = '', high = ''] = keys.split(' ');
      yield { low, high, vouched };
    }
  }

  of(pub: string): PlayerRating {
    return this.#ratings.get(pub) ?? INITIAL_RATING;
  }

  /** Goes on from a rating that another method has made. Opponents are counted from here on. */
  adopt(pub: string, rating: Rating): void {
    this.#ratings.set(pub, { ...this.of(pub), ...rating });
  }

  /** What the match did to its players by seat; null when it was not rated. */
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

/** A meeting by seat from what is stored of the pair by key, null before its first rated match; `isSwapped`: seat 0 has the higher key. */
export function meetingOf(stored: readonly [boolean, boolean] | null, isSwapped: boolean): Meeting {
  const [low, high] = stored ?? [false, false];
  return { isFirst: stored === null, vouched: isSwapped ? [high, low] : [low, high] };
}

/** What is to be stored of the pair after the match: the way back of `meetingOf`. */
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
