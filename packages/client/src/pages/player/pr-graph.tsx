import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useState } from 'preact/hooks';
import '../../ui/charts.css';
import { playerTexts as texts } from '../../strings/player.ts';
import { PlayerName } from '../../ui/player-link.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { MEAN_OVER, meanPr, type PrPoint } from './pr-series.ts';

const HEIGHT = 220;
const MARGIN = { top: 10, right: 14, bottom: 26, left: 34 };
const PIXELS_A_TICK = 110;
/** With more dots than this, they are smaller. */
const MANY = 40;

/** @param points oldest first, at least one */
export function PrGraph({ points }: { readonly points: readonly PrPoint[] }) {
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const [pointed, setPointed] = useState<number | null>(null);
  const scales = scalesFor(points, width);
  const point = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(Math.max(0, Math.min(points.length - 1, Math.round(scales.x.invert(x)))));
  };
  const shown = pointed === null ? undefined : points[pointed];
  const mean = line<PrPoint>(
    (_, index) => scales.x(index),
    (each) => scales.y(each.mean),
  );
  return (
    <figure class="chart">
      <div ref={frame} class="chart__frame" style={{ height: `${HEIGHT}px` }}>
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={labelOf(points)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Axes {...scales} points={points} width={width} />
          <path class="chart__line" d={mean([...points]) ?? ''} />
          {points.map((each, index) => (
            <Dot key={each.match} {...scales} index={index} point={each} radius={points.length > MANY ? 2.5 : 3.5} />
          ))}
          {shown && pointed !== null && <Guide {...scales} index={pointed} point={shown} />}
        </svg>
      </div>
      <figcaption class="chart__note tabular" aria-hidden="true">
        {shown ? <PointText point={shown} /> : <span class="soft">{texts.prHint}</span>}
      </figcaption>
      <ul class="chart__legend">
        <li>{texts.legendPr}</li>
        {points.length > 1 && <li class="chart__key chart__key--line">{texts.legendMean(MEAN_OVER)}</li>}
      </ul>
    </figure>
  );
}

function labelOf(points: readonly PrPoint[]): string {
  const values = points.map(({ pr }) => pr);
  return texts.prLabel(points.length, Math.min(...values), Math.max(...values), meanPr(points) ?? 0);
}

type Scales = ReturnType<typeof scalesFor>;

/** One step to the right is one match, because several are often played on one day. A single match stands in the middle. */
function scalesFor(points: readonly PrPoint[], width: number) {
  const last = points.length - 1;
  const ends = last === 0 ? [-1, 1] : [0, last];
  return {
    x: scaleLinear(ends, [MARGIN.left + 6, width - MARGIN.right]),
    y: scaleLinear([0, Math.max(1, ...points.map(({ pr }) => pr))], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(5),
  };
}

function Axes({ x, y, points, width }: Scales & { readonly points: readonly PrPoint[]; readonly width: number }) {
  return (
    <g>
      {y.ticks(5).map((pr) => (
        <g key={pr}>
          <line class="chart__grid" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(pr)} y2={y(pr)} />
          <text x={MARGIN.left - 8} y={y(pr) + 4} text-anchor="end">
            {texts.axisPr(pr)}
          </text>
        </g>
      ))}
      {daysBelow(points, width).map(({ index, day, anchor }) => (
        <text key={index} x={x(index)} y={HEIGHT - 6} text-anchor={anchor}>
          {day}
        </text>
      ))}
    </g>
  );
}

/** The days that are written below the axis, from the first match to the last, none twice in a row. */
function daysBelow(points: readonly PrPoint[], width: number) {
  const last = points.length - 1;
  const gaps = Math.max(1, Math.min(last, Math.floor(width / PIXELS_A_TICK) - 1));
  const places = last === 0 ? [0] : Array.from({ length: gaps + 1 }, (_, n) => Math.round((n * last) / gaps));
  const days = places.map((index) => ({
    index,
    day: texts.day(points[index]?.atMs ?? 0),
    anchor: last === 0 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle',
  }));
  return days.filter(({ day }, n) => day !== days[n - 1]?.day);
}

interface DotProps extends Scales {
  readonly index: number;
  readonly point: PrPoint;
}

function Dot({ x, y, index, point: { pr, won }, radius }: DotProps & { readonly radius: number }) {
  return <circle class={`chart__point${won ? '' : ' chart__point--lost'}`} cx={x(index)} cy={y(pr)} r={radius} />;
}

function Guide({ x, y, index, point }: DotProps) {
  return (
    <>
      <line class="chart__guide" x1={x(index)} x2={x(index)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
      <circle class="chart__point" cx={x(index)} cy={y(point.pr)} r="6" />
    </>
  );
}

function PointText({ point: { atMs, pr, decisions, opponent } }: { readonly point: PrPoint }) {
  return (
    <>
      {texts.prPoint(atMs, pr, decisions)} {texts.against} <PlayerName name={opponent.name} pub={opponent.pub} />
    </>
  );
}
