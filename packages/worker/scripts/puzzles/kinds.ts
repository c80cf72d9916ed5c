import { BAR, checkersAt, opponent, type Player, type Position, pipCount } from 'bg-rules';

export const kinds = ['opening', 'blitz', 'prime', 'back-game', 'bear-off', 'race', 'contact'] as const;
export type Kind = (typeof kinds)[number];

/** Pip count at the start of a game. */
const START_PIPS = 167;
const OPENING_PIPS = 25;

/** Classifies a position by its type of game. */
export function kindOf(position: Position, player: Player): Kind {
  const other = opponent(player);
  const sides: readonly Player[] = [player, other];
  if (!inContact(position)) return 'race';
  if (sides.some((side) => position.off[side] > 0 || allHome(position, side))) return 'bear-off';
  if (sides.some((side) => anchors(position, side) >= 2 && behind(position, side) >= 60)) return 'back-game';
  if (sides.some((side) => longestPrime(position, side) >= 5)) return 'prime';
  if (sides.some((side) => position.bar[side] > 0 && homePoints(position, opponent(side)) >= 3)) return 'blitz';
  if (sides.every((side) => START_PIPS - pipCount(position, side) <= OPENING_PIPS)) return 'opening';
  return 'contact';
}

function rearmost(position: Position, player: Player): number {
  for (let place = BAR; place > 0; place--) if (checkersAt(position, player, place) > 0) return place;
  return 0;
}

function inContact(position: Position): boolean {
  return rearmost(position, 0) + rearmost(position, 1) > BAR;
}

function allHome(position: Position, player: Player): boolean {
  return rearmost(position, player) <= 6;
}

const holds = (position: Position, player: Player, point: number) => checkersAt(position, player, point) >= 2;

function homePoints(position: Position, player: Player): number {
  return [1, 2, 3, 4, 5, 6].filter((point) => holds(position, player, point)).length;
}

/** Number of points that a player holds in the opponent's home board. */
function anchors(position: Position, player: Player): number {
  return [19, 20, 21, 22, 23, 24].filter((point) => holds(position, player, point)).length;
}

function behind(position: Position, player: Player): number {
  return pipCount(position, player) - pipCount(position, opponent(player));
}

/** Length of the longest run of held points with an opposing checker behind it. */
function longestPrime(position: Position, player: Player): number {
  let run = 0;
  let longest = 0;
  for (let point = BAR - rearmost(position, opponent(player)) + 1; point <= 24; point++) {
    run = holds(position, player, point) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
