import { scaleLinear, scaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useState } from 'preact/hooks';
import '../../ui/charts.css';
import { playerTexts as texts } from '../../strings/player.ts';
import { PlayerName } from '../../ui/player-link.tsx';
import { useWidth } from '../../ui/use-width.ts';
import type { Rated, RatingPoint } from './rating-series.ts';

const HEIGHT = 260;
const MARGIN = { top: 10, right: 14, bottom: 26, left: 44 };
/** More dots than this would hide the line. */
const DOTS_AT_MOST = 60;
const PIXELS_A_TICK = 120;

interface GraphProps {
  /** Oldest first, at least one. */
  readonly series: readonly RatingPoint[];
  /** The present rating. Its deviation has grown since the last match. */
  readonly now: Rated;
}

interface Moment extends Rated {
  readonly atMs: number;
}

/** Draws the rating as a line within the band of its deviation. */
export function RatingGraph({ series, now }: GraphProps) {
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const [pointed, setPointed] = useState<RatingPoint | null>(null);
  const moments = momentsOf(series, now);
  const scales = scalesFor(moments, width);
  const point = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(nearest(series, Number(scales.x.invert(x))));
  };
  return (
    <figure class="chart">
      <div ref={frame} class="chart__frame" style={{ height: `${HEIGHT}px` }}>
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={labelOf(series, now)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Axes {...scales} moments={moments} width={width} />
          <Curve {...scales} moments={moments} />
          {(series.length <= DOTS_AT_MOST ? series : []).map((each) => (
            <Dot key={each.match} {...scales} point={each} />
          ))}
          {pointed && <Guide {...scales} point={pointed} />}
        </svg>
      </div>
      <figcaption class="chart__note tabular" aria-hidden="true">
        {pointed ? <PointText point={pointed} /> : <span class="soft">{texts.graphHint}</span>}
      </figcaption>
      <ul class="chart__legend">
        <li class="chart__key chart__key--line">{texts.legendRating}</li>
        <li class="chart__key chart__key--spread">{texts.legendSpread}</li>
        {series.length <= DOTS_AT_MOST && <li>{texts.legendDots}</li>}
      </ul>
    </figure>
  );
}

function labelOf(series: readonly RatingPoint[], { rating, rd }: Rated): string {
  const ratings = series.map(({ after }) => after.rating);
  return texts.graphLabel(series.length, Math.min(...ratings), Math.max(...ratings), rating, rd);
}

/** Returns the points of the line: the rating before the first match, after each, and now. */
function momentsOf(series: readonly RatingPoint[], now: Rated): Moment[] {
  const [first] = series;
  const last = series.at(-1);
  if (!first || !last) return [];
  const after = series.map((point) => ({ atMs: point.atMs, ...point.after }));
  // The rating before the first match is drawn a little to the left, so that the first change is visible.
  const lead = Math.max((last.atMs - first.atMs) / series.length, 1000);
  const start = { atMs: first.atMs - lead, ...first.before };
  return [
    start,
    ...after,
    { atMs: Math.max(last.atMs + lead / 2, Math.min(Date.now(), last.atMs + 4 * lead)), ...now },
  ];
}

type Scales = ReturnType<typeof scalesFor>;

function scalesFor(moments: readonly Moment[], width: number) {
  const times = moments.map(({ atMs }) => atMs);
  const lows = moments.map(({ rating, rd }) => rating - 2 * rd);
  const highs = moments.map(({ rating, rd }) => rating + 2 * rd);
  return {
    x: scaleTime([Math.min(...times), Math.max(...times)], [MARGIN.left, width - MARGIN.right]),
    y: scaleLinear([Math.min(...lows), Math.max(...highs)], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(5),
  };
}

type PartProps = Scales & { readonly moments: readonly Moment[] };

function Axes({ x, y, moments, width }: PartProps & { readonly width: number }) {
  const span = (moments.at(-1)?.atMs ?? 0) - (moments[0]?.atMs ?? 0);
  const timeText = texts.axisTime(span);
  return (
    <g>
      {y.ticks(5).map((rating) => (
        <g key={rating}>
          <line class="chart__grid" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(rating)} y2={y(rating)} />
          <text x={MARGIN.left - 8} y={y(rating) + 4} text-anchor="end">
            {texts.axisRating(rating)}
          </text>
        </g>
      ))}
      {x.ticks(Math.max(2, Math.floor(width / PIXELS_A_TICK))).map((time) => (
        <text key={Number(time)} x={x(time)} y={HEIGHT - 6} text-anchor="middle">
          {timeText(Number(time))}
        </text>
      ))}
    </g>
  );
}

function Curve({ x, y, moments }: PartProps) {
  const band = area<Moment>(
    ({ atMs }) => x(atMs),
    ({ rating, rd }) => y(rating - 2 * rd),
    ({ rating, rd }) => y(rating + 2 * rd),
  );
  const curve = line<Moment>(
    ({ atMs }) => x(atMs),
    ({ rating }) => y(rating),
  );
  return (
    <>
      <path class="chart__spread" d={band([...moments]) ?? ''} />
      <path class="chart__line" d={curve([...moments]) ?? ''} />
    </>
  );
}

type DotProps = Scales & { readonly point: RatingPoint };

function Dot({ x, y, point: { atMs, after, won } }: DotProps) {
  return <circle class={`chart__point${won ? '' : ' chart__point--lost'}`} cx={x(atMs)} cy={y(after.rating)} r="3.5" />;
}

function Guide({ x, y, point }: DotProps) {
  const at = x(point.atMs);
  return (
    <>
      <line class="chart__guide" x1={at} x2={at} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
      <circle class="chart__point" cx={at} cy={y(point.after.rating)} r="6" />
    </>
  );
}

function PointText({ point: { atMs, before, after, opponent, opponentPub } }: { readonly point: RatingPoint }) {
  return (
    <>
      {texts.pointText(atMs, after.rating, after.rd, after.rating - before.rating)} {texts.against}{' '}
      <PlayerName name={opponent} pub={opponentPub} />
    </>
  );
}

function nearest(series: readonly RatingPoint[], atMs: number): RatingPoint | null {
  const away = (point: RatingPoint) => Math.abs(point.atMs - atMs);
  return series.reduce<RatingPoint | null>((best, point) => (best && away(best) <= away(point) ? best : point), null);
}
