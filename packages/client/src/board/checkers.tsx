import { BAR, OFF, type Player } from 'bg-rules';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CHECKER_RADIUS, checkerSpot, type Orientation, SLAB, type Spot, shownInStack } from './geometry.ts';
import type { Piece } from './pieces.ts';

interface CheckersProps {
  readonly pieces: readonly Piece[];
  readonly orientation: Orientation;
  /** With 0, checkers jump. */
  readonly durationMs: number;
  /** The checker that the viewer is dragging. The ghost draws it. */
  readonly lifted: string | null;
}

/** All thirty checkers. A checker that changed its place glides there. */
export function Checkers({ pieces, orientation, durationMs, lifted }: CheckersProps) {
  const tops = topIndexes(pieces);
  return (
    <g class="checkers">
      {pieces.map((piece) => {
        const isTop = tops.get(stackKey(piece)) === piece.index;
        const spot = checkerSpot(piece.player, piece.place, piece.index, orientation);
        const count = isTop && piece.index + 1 > shownInStack(piece.place) ? piece.index + 1 : null;
        return (
          <Moving key={piece.id} spot={spot} durationMs={durationMs} hidden={piece.id === lifted}>
            {piece.place === OFF ? (
              <Slab player={piece.player} />
            ) : (
              <Checker player={piece.player} count={count} flat={piece.index >= shownInStack(piece.place)} />
            )}
          </Moving>
        );
      })}
    </g>
  );
}

function stackKey({ player, place }: Piece): number {
  return player * (BAR + 1) + place;
}

function topIndexes(pieces: readonly Piece[]): Map<number, number> {
  const tops = new Map<number, number>();
  for (const piece of pieces) tops.set(stackKey(piece), Math.max(piece.index, tops.get(stackKey(piece)) ?? 0));
  return tops;
}

interface MovingProps {
  readonly spot: Spot;
  readonly durationMs: number;
  readonly hidden: boolean;
  readonly children: preact.ComponentChildren;
}

function translate({ x, y }: Spot): string {
  return `translate(${x}px, ${y}px)`;
}

/**
 * Draws its child at a spot, and glides when the spot changes. A checker that was dragged appears there without
 * gliding.
 */
function Moving({ spot, durationMs, hidden, children }: MovingProps) {
  const node = useRef<SVGGElement>(null);
  const last = useRef({ spot, hidden });
  useLayoutEffect(() => {
    const { spot: from, hidden: wasHidden } = last.current;
    last.current = { spot, hidden };
    if (durationMs === 0 || wasHidden || (from.x === spot.x && from.y === spot.y)) return;
    node.current?.animate(glide(from, spot), { duration: durationMs, easing: 'cubic-bezier(.3, .1, .2, 1)' });
  }, [spot.x, spot.y, hidden]);
  return (
    <g ref={node} class="checker" style={{ transform: translate(spot) }} visibility={hidden ? 'hidden' : undefined}>
      {children}
    </g>
  );
}

/** Lifts the checker a little on its way. */
function glide(from: Spot, to: Spot): Keyframe[] {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 10 };
  return [
    { transform: translate(from) },
    { transform: `${translate(middle)} scale(1.09)` },
    { transform: translate(to) },
  ];
}

interface CheckerProps {
  readonly player: Player;
  /** The number of checkers here, if not all of them are visible. */
  readonly count: number | null;
  /** True if it lies on another checker at the same spot, whose shadow is enough. */
  readonly flat?: boolean;
}

/** A ring for player 0, a cross for player 1. */
const MARKS: readonly [string, string] = ['M0 -9 A9 9 0 1 1 -0.01 -9', 'M-7 -7 L7 7 M7 -7 L-7 7'];

/** A checker seen from above, centred at the origin. */
export function Checker({ player, count, flat = false }: CheckerProps) {
  return (
    <g class={`checker-${player}`}>
      {!flat && <circle class="checker-shadow" cx="1" cy="4" r={CHECKER_RADIUS + 3} />}
      <circle class="checker-rim" r={CHECKER_RADIUS} fill={`url(#paint-rim-${player})`} />
      <circle class="checker-face" r={CHECKER_RADIUS - 2} fill={`url(#paint-face-${player})`} />
      <circle class="checker-dish" r="17.5" fill={`url(#paint-dish-${player})`} />
      <circle class="checker-face" r="15.6" fill={`url(#paint-face-${player})`} />
      {count === null ? (
        <path class="checker-mark" d={MARKS[player]} />
      ) : (
        <text class="checker-count" y="1">
          {count}
        </text>
      )}
    </g>
  );
}

/** A checker in the tray, seen from the side. */
function Slab({ player }: { readonly player: Player }) {
  return (
    <g class={`checker-${player}`}>
      <rect
        class="checker-rim"
        x="-27"
        y={-SLAB / 2}
        width="54"
        height={SLAB}
        rx="4"
        fill={`url(#paint-slab-${player})`}
      />
      <rect class="slab-line" x="-26" y="-2.5" width="52" height="5" />
    </g>
  );
}
