import type { Player } from 'bg-rules';
import type { KeptMatch } from './kept-match.ts';

/** `won` and `lost` are about the player who is searched for. */
export type ResultFilter = 'all' | 'finished' | 'unfinished' | 'won' | 'lost';
export type Order = 'added' | 'played' | 'best' | 'worst';

export interface Search {
  /** Words that a name must contain. Empty for all players. */
  readonly player: string;
  readonly result: ResultFilter;
  readonly order: Order;
}

export const EVERYTHING: Search = { player: '', result: 'all', order: 'added' };

/** The side that won. `null`: a session without a winner. `unfinished`: the file ends before the match does. */
export function winnerOf({ length, score }: Pick<KeptMatch, 'length' | 'score'>): Player | null | 'unfinished' {
  if (length > 0 && Math.max(...score) < length) return 'unfinished';
  if (score[0] === score[1]) return null;
  return score[0] > score[1] ? 0 : 1;
}

/** Returns the matches that a search finds, in its order. Matches without a PR are the last of an order by PR. */
export function found(all: readonly KeptMatch[], { player, result, order }: Search): KeptMatch[] {
  const words = foldedWords(player);
  const hits = all.flatMap((match) => {
    const seats = ([0, 1] as const).filter((seat) => containsAll(match.names[seat], words));
    return seats.length > 0 && passes(match, seats, words.length === 0 ? impersonal(result) : result)
      ? [{ match, seats }]
      : [];
  });
  return hits.sort((a, b) => compare(a, b, order)).map(({ match }) => match);
}

/** Without a player who is searched for, a match is neither won nor lost, only finished. */
function impersonal(result: ResultFilter): ResultFilter {
  return result === 'won' || result === 'lost' ? 'finished' : result;
}

function passes(match: KeptMatch, seats: readonly Player[], result: ResultFilter): boolean {
  const winner = winnerOf(match);
  switch (result) {
    case 'all':
      return true;
    case 'finished':
      return winner !== 'unfinished';
    case 'unfinished':
      return winner === 'unfinished';
    case 'won':
      return seats.some((seat) => seat === winner);
    case 'lost':
      return (winner === 0 || winner === 1) && seats.some((seat) => seat !== winner);
  }
}

interface Hit {
  readonly match: KeptMatch;
  /** The sides that are searched for. */
  readonly seats: readonly Player[];
}

function compare(a: Hit, b: Hit, order: Order): number {
  const newestFirst = b.match.added - a.match.added || (a.match.id < b.match.id ? -1 : 1);
  if (order === 'added') return newestFirst;
  if (order === 'played') return compareText(b.match.date ?? '', a.match.date ?? '') || newestFirst;
  const [one, other] = [prOf(a, order), prOf(b, order)];
  if (one === null || other === null) return Number(one === null) - Number(other === null) || newestFirst;
  return (order === 'best' ? one - other : other - one) || newestFirst;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns the lowest or highest PR of the sides that are searched for. */
function prOf({ match: { review }, seats }: Hit, order: 'best' | 'worst'): number | null {
  const known = review?.kind === 'done' ? seats.flatMap((seat) => review.pr[seat] ?? []) : [];
  if (known.length === 0) return null;
  return order === 'best' ? Math.min(...known) : Math.max(...known);
}

/** Without accents and in lower case, so that a search finds a name however it is typed. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function foldedWords(text: string): string[] {
  return folded(text).split(/\s+/).filter(Boolean);
}

function containsAll(name: string, words: readonly string[]): boolean {
  const text = folded(name);
  return words.every((word) => text.includes(word));
}
