import { opponent, type Player, type Position, type Result } from './types.ts';

/** Checkers each player has. */
export const CHECKERS = 15;
/** The bar in a player's own numbers. */
export const BAR = 25;
/** Off the board in a player's own numbers. */
export const OFF = 0;

const START = [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2];

/** The position in which every game begins: 24-point 2, mid-point 5, 8-point 3, 6-point 5 for each player. */
export function startPosition(): Position {
  return { points: [...START], bar: [0, 0], off: [0, 0] };
}

/** Where a player's own point (1 to 24) stands in `points`. */
export function pointIndex(player: Player, point: number): number {
  return player === 0 ? point - 1 : 24 - point;
}

/** How many checkers a player has on one of his own places: 24 … 1, 25 the bar, 0 off; 0 anywhere else. */
export function checkersAt(position: Position, player: Player, place: number): number {
  if (place === BAR) return position.bar[player];
  if (place === OFF) return position.off[player];
  const count = position.points[pointIndex(player, place)] ?? 0;
  return Math.max(player === 0 ? count : -count, 0);
}

/** Pips that a player's checkers still have to travel; one on the bar counts 25. */
export function pipCount(position: Position, player: Player): number {
  let pips = position.bar[player] * BAR;
  for (let point = 1; point <= 24; point++) pips += checkersAt(position, player, point) * point;
  return pips;
}

/** Whether the player has borne off all his checkers. */
export function hasBorneOff(position: Position, player: Player): boolean {
  return position.off[player] === CHECKERS;
}

/**
 * A position as one player sees it: 26 counts by his own numbers, his checkers positive and the opponent's negative;
 * [25] is his bar, [0] the opponent's bar. What is missing to fifteen has been borne off.
 */
export function ownView(position: Position, player: Player): number[] {
  const sign = player === 0 ? 1 : -1;
  const view = [-position.bar[opponent(player)] || 0];
  for (let point = 1; point <= 24; point++) view.push(sign * (position.points[pointIndex(player, point)] ?? 0) || 0);
  view.push(position.bar[player]);
  return view;
}

/** The position that `ownView` shows; the inverse of it. */
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

/** The same position with the players exchanged. */
export function swapPlayers(position: Position): Position {
  return fromOwnView(ownView(position, 1), 0);
}

export function samePosition(a: Position, b: Position): boolean {
  return (
    a.bar[0] === b.bar[0] &&
    a.bar[1] === b.bar[1] &&
    a.off[0] === b.off[0] &&
    a.off[1] === b.off[1] &&
    a.points.every((n, index) => n === b.points[index])
  );
}

/** Why a value is no position that a game can reach. */
export type PositionFault = 'bad-count' | 'wrong-checkers' | 'both-off' | 'both-shut-out';

/**
 * Checks that a position can be: whole counts, fifteen checkers each, not both players off, and not both on the bar
 * against closed boards (neither could have been hit last).
 */
export function checkPosition(position: Position): Result<Position, PositionFault> {
  const fault = findFault(position);
  return fault ? { ok: false, code: fault, message: FAULTS[fault] } : { ok: true, value: position };
}

const FAULTS: Record<PositionFault, string> = {
  'bad-count': 'A position is 24 whole numbers, with two counts of 0 to 15 for the bar and two for off.',
  'wrong-checkers': 'Each player has fifteen checkers.',
  'both-off': 'Both players have borne off all their checkers.',
  'both-shut-out': 'Both players are on the bar against a closed board.',
};

function findFault(position: Position): PositionFault | null {
  const { points, bar, off } = position;
  const counts = [...bar, ...off];
  if (points.length !== 24 || bar.length !== 2 || off.length !== 2) return 'bad-count';
  if (![...points, ...counts].every(Number.isInteger) || counts.some((n) => n < 0)) return 'bad-count';
  if (count(points, 1) + bar[0] + off[0] !== CHECKERS) return 'wrong-checkers';
  if (count(points, -1) + bar[1] + off[1] !== CHECKERS) return 'wrong-checkers';
  if (hasBorneOff(position, 0) && hasBorneOff(position, 1)) return 'both-off';
  if (isShutOut(position, 0) && isShutOut(position, 1)) return 'both-shut-out';
  return null;
}

/** On the bar against six points that the opponent holds. */
function isShutOut(position: Position, player: Player): boolean {
  if (position.bar[player] === 0) return false;
  return [1, 2, 3, 4, 5, 6].every((point) => checkersAt(position, opponent(player), point) >= 2);
}
