import type { MatchRow } from '@anchor/wire';

/** A match from the side of one of its players. */
export interface OwnMatch {
  readonly id: string;
  readonly createdMs: number;
  readonly length: number;
  readonly won: boolean;
  readonly own: number;
  readonly other: number;
  readonly opponent: { readonly pub: string; readonly name: string };
  readonly rated: boolean;
  readonly reason: MatchRow['reason'];
  /** The member `dice` of the header: dice in advance. */
  readonly dice: MatchRow['dice'];
  /** The rating change of this match. Null if it was unrated. */
  readonly gain: number | null;
  /** Null for a match to points. */
  readonly money: OwnMoneyGame | null;
}

/** A money game from the side of one of its players. Null where the service does not say. */
interface OwnMoneyGame {
  /** The points won, or lost as a negative number. */
  readonly points: number;
  readonly game: number | null;
  /** The game before it in the session. */
  readonly previous: string | null;
}

export function ownSide(row: MatchRow, pub: string): OwnMatch {
  const seat = row.p0 === pub ? 0 : 1;
  const { id, created: createdMs, length, rated, reason, dice } = row;
  const won = row.winner === seat;
  const [own, other] = seat === 0 ? [row.score0, row.score1] : [row.score1, row.score0];
  const opponent = seat === 0 ? { pub: row.p1, name: row.name1 } : { pub: row.p0, name: row.name0 };
  const gain =
    seat === 0 ? difference(row.rating0_before, row.rating0_after) : difference(row.rating1_before, row.rating1_after);
  return {
    id,
    createdMs,
    length,
    won,
    own,
    other,
    opponent,
    rated,
    reason,
    dice,
    gain,
    money: ownGame(row, own - other),
  };
}

function ownGame({ length, money }: MatchRow, points: number): OwnMoneyGame | null {
  if (length > 0) return null;
  const { game = null, previous = null } = money ?? {};
  return { points, game, previous };
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

export interface Filter {
  readonly kind: 'all' | 'rated' | 'unrated';
  readonly outcome: 'all' | 'won' | 'lost';
  /** The key of the opponent, or null for all opponents. */
  readonly opponent: string | null;
}

export const EVERYTHING: Filter = { kind: 'all', outcome: 'all', opponent: null };

export function filtered(matches: readonly OwnMatch[], { kind, outcome, opponent }: Filter): OwnMatch[] {
  return matches.filter(
    (match) =>
      (kind === 'all' || match.rated === (kind === 'rated')) &&
      (outcome === 'all' || match.won === (outcome === 'won')) &&
      (opponent === null || match.opponent.pub === opponent),
  );
}

/** The results of all matches against one opponent. */
export interface Rivalry {
  readonly pub: string;
  /** The opponent's name in the latest match. */
  readonly name: string;
  readonly matches: number;
  readonly won: number;
  readonly lastMs: number;
}

/**
 * Returns the results against each opponent, the most frequent first.
 *
 * @param matches newest first
 */
export function rivalries(matches: readonly OwnMatch[]): Rivalry[] {
  const met = new Map<string, Rivalry>();
  for (const { opponent, won, createdMs } of matches) {
    const known = met.get(opponent.pub) ?? { ...opponent, matches: 0, won: 0, lastMs: createdMs };
    met.set(opponent.pub, { ...known, matches: known.matches + 1, won: known.won + (won ? 1 : 0) });
  }
  return [...met.values()].toSorted((a, b) => b.matches - a.matches || b.lastMs - a.lastMs);
}
