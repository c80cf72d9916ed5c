import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { useState } from 'preact/hooks';
import { type Judged, SYMBOLS } from '../../judged/judged.ts';
import { reviewTexts } from '../../strings/review.ts';
import type { Measure, Series } from './series.ts';
import type { Review } from './use-review.ts';

const texts = reviewTexts.chart;
const HEIGHT = 132;
const MARGIN = { top: 20, right: 8, bottom: 7, left: 46 };
/** The least width for a game's name. */
const ROOM_FOR_NAME = 30;
const MIDDLES: Readonly<Record<Measure, number>> = { mwc: 0.5, equity: 0, pips: 0 };

interface DrawingProps {
  readonly review: Review;
  readonly measure: Measure;
  readonly series: Series;
  readonly width: number;
  readonly label: string;
}

interface Spot {
  readonly index: number;
  readonly value: number;
}

type Scale = ScaleLinear<number, number>;

/** Draws the line with player 0's part below and player 1's part above the middle, in the colours of their checkers. */
export function ChartDrawing({ review, measure, series, width, label }: DrawingProps) {
  const { judged, index, actions } = review;
  const [pointed, setPointed] = useState<number | null>(null);
  const spots = spotsOf(series);
  const x = scaleLinear(
    [0, Math.max(judged.length - 1, 1)],
    [MARGIN.left, Math.max(width - MARGIN.right, MARGIN.left + 1)],
  );
  const y = scaleLinear(rangeOf(measure, spots), [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const at = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return Math.min(judged.length - 1, Math.max(0, Math.round(x.invert(left))));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider and the list lead to every moment by the keyboard
    <svg
      class="glance__drawing"
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={label}
      onPointerMove={(event) => setPointed(at(event))}
      onPointerLeave={() => setPointed(null)}
      onClick={(event) => actions.go(at(event))}
    >
      <Field x={x} y={y} spots={spots} middle={MIDDLES[measure]} />
      <Games review={review} x={x} />
      <Axis y={y} measure={measure} />
      <Signs judged={judged} series={series} x={x} y={y} middle={MIDDLES[measure]} />
      {pointed !== null && <Guide at={pointed} x={x} y={y} series={series} measure={measure} kind="pointed" />}
      <Guide at={index} x={x} y={y} series={series} measure={measure} kind="current" />
    </svg>
  );
}

/** Returns the points of the line. Unknown values repeat the last known one. */
function spotsOf(series: Series): Spot[] {
  return series.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
}

function rangeOf(measure: Measure, spots: readonly Spot[]): [number, number] {
  if (measure === 'mwc') return [0, 1];
  const least = measure === 'pips' ? 20 : 1;
  const most = Math.max(least, ...spots.map(({ value }) => Math.abs(value)));
  return [-most, most];
}

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

function Field({ x, y, spots, middle }: Scales & { readonly spots: readonly Spot[]; readonly middle: number }) {
  const [left = 0, right = 0] = x.range();
  const [bottom = 0, top = 0] = y.range();
  const across = (to: Spot) => x(to.index);
  const up = (to: Spot) => y(to.value);
  const whole = [{ index: 0, value: spots[0]?.value ?? middle }, ...spots];
  const mine = area<Spot>(across, bottom, up).curve(curveMonotoneX);
  const curve = line<Spot>(across, up).curve(curveMonotoneX);
  return (
    <g>
      <rect class="glance__theirs" x={left} y={top} width={right - left} height={bottom - top} />
      <path class="glance__mine" d={mine(whole) ?? ''} />
      <line class="glance__middle" x1={left} x2={right} y1={y(middle)} y2={y(middle)} />
      <path class="glance__line" d={curve(whole) ?? ''} />
    </g>
  );
}

function Axis({ y, measure }: { readonly y: Scale; readonly measure: Measure }) {
  const [low = 0, high = 0] = y.domain();
  return (
    <g class="glance__axis">
      {[low, (low + high) / 2, high].map((value) => (
        <text key={value} x={MARGIN.left - 6} y={y(value) + 4} text-anchor="end">
          {texts.value[measure](value)}
        </text>
      ))}
    </g>
  );
}

/** Marks the beginning of each game. */
function Games({ review: { spans }, x }: { readonly review: Review; readonly x: Scale }) {
  return (
    <g class="glance__games">
      {spans.map(({ game, first, last }) => (
        <g key={game}>
          {first > 0 && <line x1={x(first - 0.5)} x2={x(first - 0.5)} y1={4} y2={HEIGHT - MARGIN.bottom} />}
          {x(last) - x(first) > ROOM_FOR_NAME && (
            <text x={x(first) + 3} y={13}>
              {texts.gameMark(game)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

interface SignsProps extends Scales {
  readonly judged: readonly Judged[];
  readonly series: Series;
  readonly middle: number;
}

/** Marks errors and blunders with their signs, and the more frequent inaccuracies with dots. */
function Signs({ judged, series, x, y, middle }: SignsProps) {
  return (
    <g class="glance__signs">
      {judged.map(({ mark, moment }, index) => {
        if (!mark) return null;
        const place = `translate(${x(index)} ${y(valueNear(series, index) ?? middle)})`;
        return (
          <g key={moment.n} class={`glance__sign glance__sign--${mark}`} transform={place}>
            <circle r={mark === 'inaccuracy' ? 3.5 : 8} />
            {mark !== 'inaccuracy' && <text y="3.5">{SYMBOLS[mark]}</text>}
          </g>
        );
      })}
    </g>
  );
}

/** Returns the value at a moment, or the last known one before it. */
function valueNear(series: Series, index: number): number | null {
  return series.slice(0, index + 1).findLast((value) => value !== null) ?? null;
}

interface GuideProps extends Scales {
  readonly at: number;
  readonly series: Series;
  readonly measure: Measure;
  readonly kind: 'current' | 'pointed';
}

function Guide({ at, x, y, series, measure, kind }: GuideProps) {
  const value = valueNear(series, at);
  const [left = 0, right = 0] = x.range();
  const near = Math.min(Math.max(x(at), left + 24), right - 24);
  return (
    <g class={`glance__guide glance__guide--${kind}`}>
      <line x1={x(at)} x2={x(at)} y1={MARGIN.top - 4} y2={HEIGHT - MARGIN.bottom} />
      {value !== null && <circle cx={x(at)} cy={y(value)} r="4.5" />}
      {kind === 'pointed' && value !== null && (
        <text x={near} y={13} text-anchor="middle">
          {texts.value[measure](value)}
        </text>
      )}
    </g>
  );
}
