import { refuseArgument } from './argument-error.ts';
import { opponent, type Player, type Position, type Result } from './types.ts';

/** Number of checkers of each player. */
export const CHECKERS = 15;
/** The bar in a player's numbering. */
export const BAR = 25;
/** Off the board in a player's numbering. */
export const OFF = 0;

const START = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2];

/** Returns the starting position: 24-point 2, mid-point 5, 8-point 3, 6-point 5 for each player. */
export function startPosition(): Position {
  return { points: [...START], bar: [0, 0], off: [0, 0] };
}

/** Returns the index in `points` of a player's point (1 to 24). */
export function pointIndex(player: Player, point: number): number {
  return player === 0 ? point - 1 : 24 - point;
}

/**
 * Returns the number of checkers on a place in the player's numbering: 24 … 1, 25 the bar, 0 off. Returns 0
 * for any other number.
 */
export function checkersAt(position: Position, player: Player, place: number): number {
  if (place === BAR) return position.bar[player];
  if (place === OFF) return position.off[player];
  const count = position.points[pointIndex(player, place)] ?? 0;
  return Math.max(player === 0 ? count : -count, 0);
}

/** Returns a player's pip count. A checker on the bar counts 25. */
export function pipCount(position: Position, player: Player): number {
  let pips = position.bar[player] * BAR;
  for (let point = 1; point <= 24; point++) pips += checkersAt(position, player, point) * point;
  return pips;
}

/** Returns true if the player has borne off all checkers. */
export function hasBorneOff(position: Position, player: Player): boolean {
  return position.off[player] === CHECKERS;
}

/**
 * Returns a position from one player's view: 26 counts in the player's numbering, the player's checkers
 * positive and the opponent's negative. [25] is the player's bar, [0] the opponent's bar. Checkers missing
 * from fifteen have been borne off.
 */
export function ownView(position: Position, player: Player): number[] {
  const sign = player === 0 ? 1 : -1;
  const view = [-position.bar[opponent(player)] || 0];
  for (let point = 1; point <= 24; point++) view.push(sign * (position.points[pointIndex(player, point)] ?? 0) || 0);
  view.push(position.bar[player]);
  return view;
}

/** The inverse of `ownView`. */
export function fromOwnView(view: readonly number[], player: Player): Position {
  const sign = player === 0 ? 1 : -1;
  const points = Array.from({ length: 24 }, (_, index) => sign * (view[pointIndex(player, index + 1) + 1] ?? 0) || 0);
  const own = count(view, 1);
  const others = count(view, -1);
  const bar = [view[BAR] ?? 0, -(view[0] ?? 0) || 0] as const;
  const off = [CHECKERS - own, CHECKERS - others] as const;
  return player === 0 ? { points, bar, off } : { points, bar: [bar[1], bar[0]], off: [off[1], off[0]] };
}

function count(numbers: readonly number[], sign: 1 | -1): number {
  return numbers.reduce((sum, n) => sum + Math.max(sign * n, 0), 0);
}

/** Returns the position with the players exchanged. */
export function swapPlayers(position: Position): Position {
  return fromOwnView(ownView(position, 1), 0);
}

/** Returns true if all checkers of two positions are on the same places. */
export function samePosition(a: Position, b: Position): boolean {
  return (
    a.bar[0] === b.bar[0] &&
    a.bar[1] === b.bar[1] &&
    a.off[0] === b.off[0] &&
    a.off[1] === b.off[1] &&
    a.points.every((n, index) => n === b.points[index])
  );
}

/** The reasons why a value is not a possible position. */
export type PositionFault = 'bad-count' | 'wrong-checkers' | 'both-off' | 'both-shut-out';

/**
 * Checks that a position is possible: integer counts, fifteen checkers for each player, not both players off,
 * and not both on the bar against closed boards (neither could have been hit last). Never throws, whatever the
 * value is.
 */
export function checkPosition(position: Position): Result<Position, PositionFault> {
  const fault = findFault(position);
  return fault ? { ok: false, code: fault, message: FAULTS[fault] } : { ok: true, value: position };
}

const FAULTS: Record<PositionFault, string> = {
  'bad-count': 'A position has 24 integers, and two counts of 0 to 15 each for the bar and for off.',
  'wrong-checkers': 'Each player must have fifteen checkers.',
  'both-off': 'Both players have borne off all checkers.',
  'both-shut-out': 'Both players are on the bar against a closed board.',
};

/** Throws an `ArgumentError` (`bad-count`) for what is no position. Does not check its counts, which takes longer: see `checkPosition`. */
export function requirePosition(position: Position): void {
  if (!isPosition(position)) refuseArgument('bad-count', FAULTS['bad-count']);
}

function isPosition(position: Position): boolean {
  const { points, bar, off } = position ?? {};
  const areLists = Array.isArray(points) && Array.isArray(bar) && Array.isArray(off);
  return areLists && points.length === 24 && bar.length === 2 && off.length === 2;
}

function findFault(position: Position): PositionFault | null {
  if (!isPosition(position)) return 'bad-count';
  const { points, bar, off } = position;
  if (!points.every(Number.isInteger) || !bar.every(isCount) || !off.every(isCount)) return 'bad-count';
  const [own, others] = totals(points);
  if (own + bar[0] + off[0] !== CHECKERS || others + bar[1] + off[1] !== CHECKERS) return 'wrong-checkers';
  if (hasBorneOff(position, 0) && hasBorneOff(position, 1)) return 'both-off';
  if (isShutOut(position, 0) && isShutOut(position, 1)) return 'both-shut-out';
  return null;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/** Returns the positive numbers added up, and the negative ones. */
function totals(points: readonly number[]): readonly [number, number] {
  let own = 0;
  let others = 0;
  for (const count of points) {
    if (count > 0) own += count;
    else others -= count;
  }
  return [own, others];
}

/** Returns true if the player is on the bar against six points held by the opponent. */
function isShutOut(position: Position, player: Player): boolean {
  if (position.bar[player] === 0) return false;
  return [1, 2, 3, 4, 5, 6].every((point) => checkersAt(position, opponent(player), point) >= 2);
}
