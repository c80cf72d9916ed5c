import { opponent, type Position, pipCount } from 'bg-rules';
import { HEIGHT, layout, type Orientation, STRIP } from './geometry.ts';

interface PipsProps {
  readonly position: Position;
  readonly orientation: Orientation;
}

/** Both pip counts, each at its player's end of the bar. */
export function Pips({ position, orientation }: PipsProps) {
  const { viewer, flipped } = orientation;
  const { bar } = layout(orientation);
  const near = flipped ? opponent(viewer) : viewer;
  return (
    <g class="board-pips" transform={`translate(${bar.x + bar.width / 2} 0)`}>
      <Count pips={pipCount(position, opponent(near))} y={STRIP / 2} />
      <Count pips={pipCount(position, near)} y={HEIGHT - STRIP / 2} />
    </g>
  );
}

function Count({ pips, y }: { readonly pips: number; readonly y: number }) {
  return (
    <g transform={`translate(0 ${y})`}>
      <rect x="-27" y="-11.5" width="54" height="23" rx="6" />
      <text y="0.5">{pips}</text>
    </g>
  );
}
