import { type Card, parseCard } from './card.ts';
import { MOST_CARDS } from './card-store.ts';

const FORMAT = 'anchor-cards/1';
/** Several times the size of a file with all cards that a device holds. */
export const MAX_FILE_BYTES = 8_000_000;

/** Returns a file with these cards, schedules included. */
export function makeCardFile(cards: readonly Card[]): string {
  return JSON.stringify({ format: FORMAT, cards });
}

/** Returns the cards of a file, or null for another file. Everything else is left out, and so are cards beyond the limit. */
export function parseCardFile(text: string): Card[] | null {
  const read = parsed(text);
  if (typeof read !== 'object' || read === null || !('format' in read) || !('cards' in read)) return null;
  if (read.format !== FORMAT || !Array.isArray(read.cards)) return null;
  return read.cards.slice(0, MOST_CARDS).flatMap((one) => parseCard(one) ?? []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
