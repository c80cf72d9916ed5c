import { column, MIDDLE, type Orientation, placeBox } from './geometry.ts';

/** The distance of the band from the middle of the board: it passes above and below the dice, and between the stacks. */
const APART = 44;
/** The band turns this far before the middle of the last point. */
const INSET = 20;
const HEAD = { length: 26, half: 17 };

/** The way of the viewer's checkers as a band from point 24 into the home board, which is tinted. Both lie below checkers and dice. */
export function WayHome({ orientation }: { readonly orientation: Orientation }) {
  const [begin, outermost, end] = [24, 13, 4].map((point) => column(point, orientation).x) as [number, number, number];
  const isLow = column(1, orientation).low;
  const [far, near] = isLow ? [MIDDLE - APART, MIDDLE + APART] : [MIDDLE + APART, MIDDLE - APART];
  const direction = Math.sign(outermost - begin);
  const turn = outermost - direction * INSET;
  const sweep = direction < 0 === isLow ? 0 : 1;
  const tip = end - direction * HEAD.length;
  const [first, last] = [placeBox(1, orientation), placeBox(6, orientation)];
  return (
    <g class="way-home">
      <rect
        class="way-home__home"
        x={Math.min(first.x, last.x)}
        y={first.y}
        width={Math.abs(first.x - last.x) + first.width}
        height={first.height}
      />
      <path
        class="way-home__band"
        d={`M${begin} ${far} H${turn} A${APART} ${APART} 0 0 ${sweep} ${turn} ${near} H${end}`}
      />
      <path class="way-home__head" d={`M${end} ${near - HEAD.half} L${tip} ${near} L${end} ${near + HEAD.half} Z`} />
    </g>
  );
}
