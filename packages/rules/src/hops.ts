import { BAR, checkersAt, OFF, pointIndex } from './position.ts';
import { type Hop, opponent, type Player, type Position } from './types.ts';

/** Returns the highest place that holds a checker of the player, 0 if all are off. */
function farthest(position: Position, player: Player): number {
  let place = BAR;
  while (place > 0 && checkersAt(position, player, place) === 0) place--;
  return place;
}

/** Returns the target of a hop. A larger die than needed bears the checker off. */
export function landing(from: number, die: number): number {
  return Math.max(from - die, OFF);
}

/**
 * Returns true if a player may move a checker from `from` by one die: checkers on the bar enter first, a
 * point held by two opposing checkers is blocked, and bearing off needs all checkers at home and, with a
 * larger die, no checker behind.
 */
export function canHop(position: Position, player: Player, from: number, die: number): boolean {
  if (checkersAt(position, player, from) === 0 || from < 1) return false;
  const behind = farthest(position, player);
  if (behind === BAR && from !== BAR) return false;
  if (from > die) return checkersAt(position, opponent(player), BAR - from + die) < 2;
  return behind <= 6 && (from === die || from === behind);
}

/** Returns the places from which a player may move a checker by the die, highest first. */
export function hopSources(position: Position, player: Player, die: number): number[] {
  const sources: number[] = [];
  for (let from = BAR; from >= 1; from--) if (canHop(position, player, from, die)) sources.push(from);
  return sources;
}

/** Returns the position after hops that are legal in this order. A blot that is hit goes to the bar. */
export function afterHops(position: Position, player: Player, hops: readonly Hop[]): Position {
  const points = position.points.slice();
  const sign = player === 0 ? 1 : -1;
  let entered = 0;
  let borneOff = 0;
  let hits = 0;
  for (const hop of hops) {
    // Index access: destructuring a frozen pair uses its iterator, which slows legalPlays down by a third.
    const from = hop[0];
    const to = hop[1];
    if (from === BAR) entered++;
    else {
      const source = pointIndex(player, from);
      points[source] = (points[source] ?? 0) - sign;
    }
    if (to === OFF) {
      borneOff++;
      continue;
    }
    const index = pointIndex(player, to);
    if (points[index] === -sign) {
      points[index] = sign;
      hits++;
    } else points[index] = (points[index] ?? 0) + sign;
  }
  const { bar, off } = position;
  return player === 0
    ? { points, bar: [bar[0] - entered, bar[1] + hits], off: [off[0] + borneOff, off[1]] }
    : { points, bar: [bar[0] + hits, bar[1] - entered], off: [off[0], off[1] + borneOff] };
}
