import { BAR, checkersAt, type Player, type Position } from 'bg-rules';

/** One checker that keeps its identity while it moves, so that it can be seen moving. */
export interface Piece {
  readonly id: string;
  readonly player: Player;
  /** In its player's own numbers: 24 … 1, 25 the bar, 0 off. */
  readonly place: number;
  /** How many checkers lie below it. */
  readonly index: number;
}

const PLACES = Array.from({ length: BAR + 1 }, (_, place) => place);
const PLAYERS: readonly Player[] = [0, 1];

/**
 * The thirty checkers of a position. Those that stay keep their place and order; of a stack that shrinks the topmost leave.
 * Checkers that moved come last, so that they are drawn above the others.
 */
export function arrange(position: Position, before: readonly Piece[] = []): Piece[] {
  const sides = PLAYERS.map((player) => arrangeSide(position, player, before));
  return [...sides.flatMap(({ kept }) => kept), ...sides.flatMap(({ moved }) => moved)];
}

function arrangeSide(position: Position, player: Player, before: readonly Piece[]) {
  const own = before.filter((piece) => piece.player === player);
  const kept = own.filter(({ place, index }) => index < checkersAt(position, player, place));
  const leaving = own.filter((piece) => !kept.includes(piece)).sort((a, b) => b.place - a.place || b.index - a.index);
  const moved = vacancies(position, player, kept).map(({ place, index }, n) => {
    const id = leaving[n]?.id ?? `${player}-${kept.length + n}`;
    return { id, player, place, index };
  });
  return { kept, moved };
}

/** Where checkers are missing, from the highest place down. */
function vacancies(position: Position, player: Player, kept: readonly Piece[]) {
  return PLACES.toReversed().flatMap((place) => {
    const present = kept.filter((piece) => piece.place === place).length;
    const wanted = checkersAt(position, player, place);
    return Array.from({ length: Math.max(wanted - present, 0) }, (_, n) => ({ place, index: present + n }));
  });
}

/** The topmost checker of a player's place. */
export function topPiece(pieces: readonly Piece[], player: Player, place: number): Piece | null {
  const stack = pieces.filter((piece) => piece.player === player && piece.place === place);
  return stack.toSorted((a, b) => b.index - a.index)[0] ?? null;
}
