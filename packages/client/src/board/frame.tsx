import {
  BOTTOM,
  type Box,
  column,
  HEIGHT,
  layout,
  type Orientation,
  POINT_HEIGHT,
  POINT_WIDTH,
  STRIP,
  TOP,
  WIDTH,
} from './geometry.ts';

const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);

export interface FrameProps {
  readonly orientation: Orientation;
}

/** The fixed parts of the board: wood, felt, points, numbers, trays. */
export function Frame({ orientation }: FrameProps) {
  const { home, outer, tray, bar } = layout(orientation);
  return (
    <g class="board-frame">
      <rect class="wood" width={WIDTH} height={HEIGHT} rx="16" />
      <rect class="wood-light" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="15" />
      <Field box={home} />
      <Field box={outer} />
      <BarPost box={bar} />
      <Tray box={tray} />
      {POINTS.map((point) => {
        const { d, low } = pointShape(point, orientation);
        const look = `point ${point % 2 ? 'point-odd' : 'point-even'} ${low ? 'is-low' : 'is-high'}`;
        return <path key={point} class={look} d={d} />;
      })}
      <PointNumbers orientation={orientation} />
    </g>
  );
}

function Field({ box }: { readonly box: Box }) {
  return (
    <g transform={`translate(${box.x} ${box.y})`}>
      <rect class="felt" width={box.width} height={box.height} rx="5" />
      <rect class="felt-shade-top" width={box.width} height="26" rx="5" />
      <rect class="felt-shade-left" width="18" height={box.height} rx="5" />
      <rect class="felt-edge" x="-0.5" y="-0.5" width={box.width + 1} height={box.height + 1} rx="5.5" />
    </g>
  );
}

function BarPost({ box }: { readonly box: Box }) {
  const middle = box.x + box.width / 2;
  return (
    <g>
      <rect class="bar-post" x={box.x + 4} y="3" width={box.width - 8} height={HEIGHT - 6} rx="4" />
      <line class="groove" x1={middle} x2={middle} y1="4" y2={HEIGHT - 4} />
      <line class="groove-light" x1={middle + 1.2} x2={middle + 1.2} y1="4" y2={HEIGHT - 4} />
    </g>
  );
}

function Tray({ box }: { readonly box: Box }) {
  const height = 16 * 17 + 16;
  return (
    <g>
      {[box.y, box.y + box.height - height].map((y) => (
        <g key={y} transform={`translate(${box.x} ${y})`}>
          <rect class="tray" width={box.width} height={height} rx="6" />
          <rect class="felt-shade-top" width={box.width} height="18" rx="6" />
          <rect class="felt-edge" width={box.width} height={height} rx="6" />
        </g>
      ))}
    </g>
  );
}

/** Returns the outline of a point as an SVG path, and whether it is at the bottom. */
export function pointShape(point: number, orientation: Orientation): { readonly d: string; readonly low: boolean } {
  const { x, low } = column(point, orientation);
  const base = low ? BOTTOM : TOP;
  const tip = low ? base - POINT_HEIGHT : base + POINT_HEIGHT;
  const half = POINT_WIDTH / 2 - 1.5;
  const d = `M${x - half} ${base} L${x - 1.6} ${tip} Q${x} ${tip + (low ? -3 : 3)} ${x + 1.6} ${tip} L${x + half} ${base} Z`;
  return { d, low };
}

export function PointNumbers({ orientation }: FrameProps) {
  return (
    <>
      {POINTS.map((point) => {
        const { x, low } = column(point, orientation);
        return (
          <text key={point} class="point-number" x={x} y={low ? HEIGHT - STRIP / 2 + 0.5 : STRIP / 2 + 0.5}>
            {point}
          </text>
        );
      })}
    </>
  );
}
