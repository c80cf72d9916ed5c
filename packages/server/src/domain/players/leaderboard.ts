import type { StoredPlayer } from '../ports.ts';
import { conservative, isProvisional, type PlayerRating, shownRating } from './rating.ts';

/** How a player stands at a moment. */
export interface Standing {
  readonly rating: number;
  /** Grown with the time since the last rated match. */
  readonly rd: number;
  readonly provisional: boolean;
  /** The lowest rating that the player very likely has. */
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

/** The best first; equals by rating, then games, then key, so that the order never wavers. */
export function rank(leaders: readonly Leader[], limit: number): readonly Leader[] {
  return leaders.toSorted(compare).slice(0, limit);
}

/** Negative when the first one stands before the other. */
export function compare(a: Placed, b: Placed): number {
  return b.conservative - a.conservative || b.rating - a.rating || b.games - a.games || (a.pub < b.pub ? -1 : 1);
}

/** What the order of the leaderboard looks at. */
type Placed = Pick<Leader, 'conservative' | 'rating' | 'games' | 'pub'>;
