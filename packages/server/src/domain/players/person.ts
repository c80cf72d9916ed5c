import type { StoredPlayer } from '../ports.ts';
import { isProvisional, type Rating, ratingAt } from './rating.ts';

/** A player as others see him. */
export interface Person {
  readonly pub: string;
  readonly name: string;
  readonly rating: number;
  readonly rd: number;
  readonly provisional: boolean;
}

export function personOf({ pub, name, rating }: StoredPlayer, now: number): Person {
  return { pub, name, ...shownRating(ratingAt(rating, now)) };
}

function shownRating(rating: Rating): Pick<Person, 'rating' | 'rd' | 'provisional'> {
  return { rating: rating.rating, rd: rating.rd, provisional: isProvisional(rating) };
}
