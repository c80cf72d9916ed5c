import { BAR, checkersAt, type Player, type Position } from 'bg-rules';

/** A checker that keeps its identity while it moves, so that the movement can be animated. */
export interface Piece {
  readonly id: string;
  readonly player: Player;
  /** The place in its player's own numbers: 24 … 1, 25 for the bar, 0 for off. */
  readonly place: number;
  /** The number of checkers below it. */
  readonly index: number;
}

const PLACES = Array.from({ length: BAR + 1 }, (_, place) => place);
const PLAYERS: readonly Player[] = [0, 1];

/**
 * Returns the thirty checkers of a position. Checkers that stay keep their place and order, and a stack that shrinks
 * loses its topmost ones. Moved checkers come last, so that they are drawn above the others.
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

/** Returns the places where checkers are missing, from the highest down. */
function vacancies(position: Position, player: Player, kept: readonly Piece[]) {
  return PLACES.toReversed().flatMap((place) => {
    const present = kept.filter((piece) => piece.place === place).length;
    const wanted = checkersAt(position, player, place);
    return Array.from({ length: Math.max(wanted - present, 0) }, (_, n) => ({ place, index: present + n }));
  });
}

/** Returns the topmost checker of a player's place. */
export function topPiece(pieces: readonly Piece[], player: Player, place: number): Piece | null {
  const stack = pieces.filter((piece) => piece.player === player && piece.place === place);
  return stack.toSorted((a, b) => b.index - a.index)[0] ?? null;
}
