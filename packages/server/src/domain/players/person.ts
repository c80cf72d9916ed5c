import type { StoredPlayer } from '../ports.ts';
import { isProvisional, shownRating } from '../rating/rating.ts';

/** A player as shown to others. */
export interface Person {
  readonly pub: string;
  readonly name: string;
  readonly rating: number;
  readonly rd: number;
  readonly provisional: boolean;
}

export function personOf({ pub, name, rating }: StoredPlayer, now: number): Person {
  const shown = shownRating(rating, now);
  return { pub, name, rating: shown.rating, rd: shown.rd, provisional: isProvisional(shown) };
}
