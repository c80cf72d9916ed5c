import { scaleLinear, scaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';
import { playerTexts as texts } from '../../strings/player.ts';
import { PlayerName } from '../../ui/player-link.tsx';
import { Chart, Dot, Guide, Labels, type Plot, Values } from './chart-parts.tsx';
import { labelsOf, type Moment, momentsOf } from './rating-axis.ts';
import type { Rated, RatingPoint } from './rating-series.ts';

/** More dots than this would hide the line. */
const DOTS_AT_MOST = 60;
const PIXELS_A_TICK = 120;

interface GraphProps {
  /** Oldest first, at least one. */
  readonly series: readonly RatingPoint[];
  /** The present rating. Its deviation has grown since the last match. */
  readonly now: Rated;
}

/** Draws the rating as a line within the band of its deviation. */
export function RatingGraph({ series, now }: GraphProps) {
  const moments = momentsOf(series, now);
  const dots = series.length <= DOTS_AT_MOST ? series : [];
  return (
    <Chart<RatingPoint>
      height={260}
      left={44}
      label={labelOf(series, now)}
      hint={texts.graphHint}
      legend={
        <>
          <li class="chart__key chart__key--line">{texts.legendRating}</li>
          <li class="chart__key chart__key--spread">{texts.legendSpread}</li>
          {dots.length > 0 && <li>{texts.legendDots}</li>}
        </>
      }
      nearest={(x, plot) => nearest(series, Number(scalesFor(moments, plot).x.invert(x)))}
      draw={(plot, pointed) => {
        const { x, y } = scalesFor(moments, plot);
        const place = ({ atMs, after }: RatingPoint) => ({ x: x(atMs), y: y(after.rating) });
        return (
          <>
            <Values plot={plot} y={y} text={texts.axisRating} />
            <Labels plot={plot} labels={timesBelow(moments, plot)} />
            <Curve x={x} y={y} moments={moments} />
            {dots.map((each) => (
              <Dot key={each.match} {...place(each)} won={each.won} />
            ))}
            {pointed && <Guide plot={plot} {...place(pointed)} />}
          </>
        );
      }}
      note={(point) => <PointText point={point} />}
    />
  );
}

function labelOf(series: readonly RatingPoint[], { rating, rd }: Rated): string {
  const ratings = series.map(({ after }) => after.rating);
  return texts.graphLabel(series.length, Math.min(...ratings), Math.max(...ratings), rating, rd);
}

type Scales = ReturnType<typeof scalesFor>;

function scalesFor(moments: readonly Moment[], { left, right, top, bottom }: Plot) {
  const times = moments.map(({ atMs }) => atMs);
  const lows = moments.map(({ rating, rd }) => rating - 2 * rd);
  const highs = moments.map(({ rating, rd }) => rating + 2 * rd);
  return {
    x: scaleTime([Math.min(...times), Math.max(...times)], [left, right]),
    y: scaleLinear([Math.min(...lows), Math.max(...highs)], [bottom, top]).nice(5),
  };
}

function timesBelow(moments: readonly Moment[], plot: Plot) {
  const { x } = scalesFor(moments, plot);
  const text = texts.axisTime((moments.at(-1)?.atMs ?? 0) - (moments[0]?.atMs ?? 0));
  const ticks = x.ticks(Math.max(2, Math.floor(plot.width / PIXELS_A_TICK)));
  return labelsOf(ticks.map(Number), text).map(({ atMs, text: label }) => ({ x: x(atMs), text: label }));
}

function Curve({ x, y, moments }: Scales & { readonly moments: readonly Moment[] }) {
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
