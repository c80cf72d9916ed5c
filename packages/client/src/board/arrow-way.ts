import { BAR, checkersAt, type Position } from 'bg-rules';
import { BOTTOM, CHECKER_RADIUS, checkerSpot, type Orientation, type Spot, shownInStack, TOP } from './geometry.ts';

/** How far an arrow may stand off its straight line, to either side, and at which share of it, the gentlest first. */
const BENDS = [8, 30, 60, 90, 120, 150, 180, 210, 240, 280].flatMap((off) =>
  [0.5, 0.2, 0.8].flatMap((share) => [
    { off, share },
    { off: -off, share },
  ]),
);
/** Number of spots at which a way is compared with the checkers. */
const STEPS = 24;
/** An arrow and its edge pass a checker at this distance without touching it. */
const CLEAR = CHECKER_RADIUS + 5;
/** An arrow stays so far within the field. */
const MARGIN = 8;

/** A quadratic Bézier curve: the way of an arrow. */
export interface Way {
  readonly start: Spot;
  readonly bend: Spot;
  readonly end: Spot;
}

/** Returns the spots of the checkers on the points and the bar. No arrow passes the tray. */
export function checkerSpots(position: Position, orientation: Orientation): Spot[] {
  const places = Array.from({ length: BAR }, (_, index) => index + 1);
  return ([0, 1] as const).flatMap((player) =>
    places.flatMap((place) =>
      Array.from({ length: Math.min(checkersAt(position, player, place), shownInStack(place)) }, (_, index) =>
        checkerSpot(player, place, index, orientation),
      ),
    ),
  );
}

/** Returns the way from start to end that covers the checkers least; of equal ones the straightest. */
export function wayBetween(start: Spot, end: Spot, checkers: readonly Spot[]): Way {
  const inTheWay = checkers.filter((spot) => apart(spot, start) > 1 && apart(spot, end) > 1);
  let best = { way: bent(start, end, 0, 0.5), cover: Number.POSITIVE_INFINITY };
  for (const { off, share } of BENDS) {
    const way = bent(start, end, off, share);
    const cover = covered(way, inTheWay);
    if (cover < best.cover) best = { way, cover };
    if (cover === 0) break;
  }
  return best.way;
}

/** Returns how much of a way lies on checkers, or outside the field. 0 if it is free. */
export function covered(way: Way, checkers: readonly Spot[]): number {
  let sum = 0;
  for (let step = 1; step < STEPS; step++) {
    const spot = spotOn(way, step / STEPS);
    for (const checker of checkers) sum += Math.max(0, CLEAR - apart(checker, spot));
    sum += Math.max(0, TOP + MARGIN - spot.y, spot.y - (BOTTOM - MARGIN)) * STEPS;
  }
  return sum;
}

/** Returns the spot at this share of the way, from 0 to 1. */
export function spotOn({ start, bend, end }: Way, share: number): Spot {
  const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
  return { x: a * start.x + b * bend.x + c * end.x, y: a * start.y + b * bend.y + c * end.y };
}

/** The curve that is drawn towards a spot beside the straight line: twice `off` from it, at this share of its length. */
function bent(start: Spot, end: Spot, off: number, share: number): Way {
  const length = apart(start, end) || 1;
  const unit = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const foot = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
  return { start, bend: { x: foot.x + 2 * off * unit.y, y: foot.y - 2 * off * unit.x }, end };
}

function apart(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
