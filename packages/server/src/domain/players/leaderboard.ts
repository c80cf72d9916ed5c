import type { StoredPlayer } from '../ports.ts';
import { conservative, isProvisional, type PlayerRating, shownRating } from '../rating/rating.ts';

/** A player's rating as shown at a moment. */
export interface Standing {
  readonly rating: number;
  /** Rating deviation. It grows with the time since the last rated match. */
  readonly rd: number;
  readonly provisional: boolean;
  /** The lowest rating that the player very likely has: rating − 2 rd. */
  readonly conservative: number;
}

export interface Leader extends Standing {
  readonly pub: string;
  readonly name: string;
  readonly games: number;
  readonly wins: number;
}

export function standingAt(rating: PlayerRating, now: number): Standing {
  const shown = shownRating(rating, now);
  return {
    rating: shown.rating,
    rd: shown.rd,
    provisional: isProvisional(shown),
    conservative: conservative(shown),
  };
}

export function leaderOf({ pub, name, games, wins, rating }: StoredPlayer, now: number): Leader {
  return { pub, name, games, wins, ...standingAt(rating, now) };
}

/** Sorted best first. Ties are broken by rating, games and key, so that the order is stable. */
export function rank(leaders: readonly Leader[], limit: number): readonly Leader[] {
  return leaders.toSorted(compare).slice(0, limit);
}

/** Negative when `a` ranks before `b`. */
export function compare(a: Placed, b: Placed): number {
  return b.conservative - a.conservative || b.rating - a.rating || b.games - a.games || (a.pub < b.pub ? -1 : 1);
}

/** The fields that decide the order of the leaderboard. */
type Placed = Pick<Leader, 'conservative' | 'rating' | 'games' | 'pub'>;
