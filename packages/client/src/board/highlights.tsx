import { BAR, checkersAt, OFF, type Player, type Position } from 'bg-rules';
import { useMemo } from 'preact/hooks';
import { checkerSpots, spotOn, type Way, wayBetween } from './arrow-way.ts';
import type { Arrow } from './arrows.ts';
import { CHECKER_RADIUS, checkerSpot, type Orientation, placeBox, type Spot, shownInStack } from './geometry.ts';

interface RingsProps {
  readonly places: ReadonlySet<number>;
  readonly position: Position;
  readonly orientation: Orientation;
}

/** Rings around the viewer's movable checkers. They are separate from the checkers, which glide. */
export function Rings({ places, position, orientation }: RingsProps) {
  const { viewer } = orientation;
  return (
    <g class="rings">
      {[...places].map((place) => {
        const { x, y } = checkerSpot(viewer, place, checkersAt(position, viewer, place) - 1, orientation);
        return <circle key={`${x} ${y}`} cx={x} cy={y} r={CHECKER_RADIUS} />;
      })}
    </g>
  );
}

interface TargetsProps {
  readonly places: readonly number[];
  readonly over: number | null;
  readonly position: Position;
  readonly orientation: Orientation;
}

/** The places where the viewer's checker may land. */
export function Targets({ places, over, position, orientation }: TargetsProps) {
  return (
    <g class="targets">
      {places.map((place) =>
        place === OFF ? (
          <TrayTarget key={place} orientation={orientation} over={over === OFF} />
        ) : (
          <PointTarget key={place} place={place} position={position} orientation={orientation} over={over === place} />
        ),
      )}
    </g>
  );
}

function TrayTarget({ orientation, over }: { readonly orientation: Orientation; readonly over: boolean }) {
  const { x, y, width, height } = placeBox(OFF, orientation);
  const inset = height - 288;
  const near = y > 100;
  return (
    <rect
      class={`target${over ? ' is-over' : ''}`}
      x={x + 2}
      y={near ? y + inset + 2 : y + 2}
      width={width - 4}
      height={284}
      rx="6"
    />
  );
}

interface PointTargetProps {
  readonly place: number;
  readonly over: boolean;
  readonly position: Position;
  readonly orientation: Orientation;
}

function PointTarget({ place, over, position, orientation }: PointTargetProps) {
  const { viewer } = orientation;
  const { x, y } = checkerSpot(viewer, place, checkersAt(position, viewer, place), orientation);
  return <circle class={`target${over ? ' is-over' : ''}`} cx={x} cy={y} r={CHECKER_RADIUS - 4} />;
}

interface ArrowsProps {
  readonly player: Player;
  readonly arrows: readonly Arrow[];
  /** The position after the play. */
  readonly position: Position;
  readonly orientation: Orientation;
}

/**
 * Draws the last play as arrows, which end at the rim of the moved checker. They lie below checkers, dice and cube, and go round the checkers
 * where they can.
 */
export function Arrows({ player, arrows, position, orientation }: ArrowsProps) {
  // Drawn again while a checker is dragged: the ways stay the same.
  const ways = useMemo(() => {
    const checkers = checkerSpots(position, orientation);
    return arrows.map(({ from, to }) => {
      const start = restSpot(player, from, position, orientation, 0);
      return wayBetween(start, restSpot(player, to, position, orientation, -1), checkers);
    });
  }, [player, arrows, position, orientation]);
  return (
    <g class="arrows">
      {arrows.map(({ from, to, count }, index) => {
        const way = ways[index];
        return way && <ArrowLine key={`${from}-${to}`} way={way} count={count} />;
      })}
    </g>
  );
}

/** Returns the spot of the topmost checker of a place, or `shift` above it. */
function restSpot(player: Player, place: number, position: Position, orientation: Orientation, shift: number): Spot {
  const shown = Math.min(checkersAt(position, player, place) + shift, shownInStack(place) - 1);
  return checkerSpot(player, place, place === BAR ? 0 : Math.max(shown, 0), orientation);
}

function ArrowLine({ way, count }: { readonly way: Way; readonly count: number }) {
  const { start, bend, end } = way;
  const tip = arrowTip(bend, end);
  const middle = spotOn(way, 0.5);
  const line = `M${start.x} ${start.y} Q${bend.x} ${bend.y} ${tip.x} ${tip.y}`;
  return (
    <g class="arrow">
      <path class="arrow-edge" d={line} />
      <circle class="arrow-start" cx={start.x} cy={start.y} r="7" />
      <path class="arrow-line" d={line} marker-end="url(#arrow-head)" />
      {count > 1 && (
        <text class="arrow-count" x={middle.x} y={middle.y}>
          ×{count}
        </text>
      )}
    </g>
  );
}

/** Returns the point at which an arrow that comes from `bend` meets the checker at `end`. */
export function arrowTip(bend: Spot, end: Spot): Spot {
  const length = Math.hypot(end.x - bend.x, end.y - bend.y) || 1;
  const share = Math.min(1, (CHECKER_RADIUS + 2) / length);
  return { x: end.x + (bend.x - end.x) * share, y: end.y + (bend.y - end.y) * share };
}

/** The arrow's head, defined once. */
export function ArrowHead() {
  return (
    <marker id="arrow-head" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4.2" markerHeight="4.2" orient="auto">
      <path class="arrow-tip" d="M0 0.8 L9 5 L0 9.2 Q2.4 5 0 0.8 Z" />
    </marker>
  );
}
