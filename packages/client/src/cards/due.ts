import type { Card } from './card.ts';

/**
 * Returns the cards that are due on the day of this moment, those that wait longest first. A card that was answered in the
 * future, by a clock that was wrong then, is due too.
 */
export function dueCards(cards: readonly Card[], now: number): Card[] {
  const tomorrow = startOfTomorrow(now);
  return cards
    .filter(({ schedule }) => schedule === null || schedule.due < tomorrow || schedule.lastAnswer >= tomorrow)
    .sort((a, b) => (a.schedule?.due ?? a.added) - (b.schedule?.due ?? b.added));
}

/** Returns the moment at which the next card that is not due becomes due, or null. */
export function nextDue(cards: readonly Card[]): number | null {
  const dues = cards.flatMap(({ schedule }) => schedule?.due ?? []);
  return dues.length === 0 ? null : Math.min(...dues);
}

function startOfTomorrow(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}
