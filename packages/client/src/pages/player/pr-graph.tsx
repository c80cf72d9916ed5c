import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { playerTexts as texts } from '../../strings/player.ts';
import { PlayerName } from '../../ui/player-link.tsx';
import { Chart, Dot, Guide, Labels, type Plot, Values } from './chart-parts.tsx';
import { MEAN_OVER, meanPr, type PrPoint } from './pr-series.ts';

const PIXELS_A_TICK = 110;
/** With more dots than this, they are smaller. */
const MANY = 40;

/** @param points oldest first, at least one */
export function PrGraph({ points }: { readonly points: readonly PrPoint[] }) {
  return (
    <Chart<number>
      height={220}
      left={34}
      label={labelOf(points)}
      hint={texts.prHint}
      legend={
        <>
          <li>{texts.legendPr}</li>
          {points.length > 1 && <li class="chart__key chart__key--line">{texts.legendMean(MEAN_OVER)}</li>}
        </>
      }
      nearest={(x, plot) => Math.max(0, Math.min(points.length - 1, Math.round(scalesFor(points, plot).x.invert(x))))}
      draw={(plot, pointed) => <Drawing points={points} plot={plot} pointed={pointed} />}
      note={(index) => points[index] && <PointText point={points[index]} />}
    />
  );
}

interface DrawingProps {
  readonly points: readonly PrPoint[];
  readonly plot: Plot;
  /** The index of the point that is pointed at. */
  readonly pointed: number | null;
}

function Drawing({ points, plot, pointed }: DrawingProps) {
  const { x, y } = scalesFor(points, plot);
  const mean = line<PrPoint>(
    (_, index) => x(index),
    (each) => y(each.mean),
  );
  const shown = pointed === null ? undefined : points[pointed];
  return (
    <>
      <Values plot={plot} y={y} text={texts.axisPr} />
      <Labels plot={plot} labels={daysBelow(points, plot)} />
      <path class="chart__line" d={mean([...points]) ?? ''} />
      {points.map(({ match, pr, won }, index) => (
        <Dot key={match} x={x(index)} y={y(pr)} won={won} radius={points.length > MANY ? 2.5 : 3.5} />
      ))}
      {shown && pointed !== null && <Guide plot={plot} x={x(pointed)} y={y(shown.pr)} />}
    </>
  );
}

function labelOf(points: readonly PrPoint[]): string {
  const values = points.map(({ pr }) => pr);
  return texts.prLabel(points.length, Math.min(...values), Math.max(...values), meanPr(points) ?? 0);
}

/** One step to the right is one match, because several are often played on one day. A single match stands in the middle. */
function scalesFor(points: readonly PrPoint[], { left, right, top, bottom }: Plot) {
  const last = points.length - 1;
  const ends = last === 0 ? [-1, 1] : [0, last];
  return {
    x: scaleLinear(ends, [left + 6, right]),
    y: scaleLinear([0, Math.max(1, ...points.map(({ pr }) => pr))], [bottom, top]).nice(5),
  };
}

/** The days that are written below the axis, from the first match to the last, none twice in a row. */
function daysBelow(points: readonly PrPoint[], plot: Plot) {
  const { x } = scalesFor(points, plot);
  const last = points.length - 1;
  const gaps = Math.max(1, Math.min(last, Math.floor(plot.width / PIXELS_A_TICK) - 1));
  const places = last === 0 ? [0] : Array.from({ length: gaps + 1 }, (_, n) => Math.round((n * last) / gaps));
  const days = places.map((index) => ({ x: x(index), text: texts.day(points[index]?.atMs ?? 0) }));
  return days.filter(({ text }, n) => text !== days[n - 1]?.text);
}

function PointText({ point: { atMs, pr, decisions, opponent } }: { readonly point: PrPoint }) {
  return (
    <>
      {texts.prPoint(atMs, pr, decisions)} {texts.against} <PlayerName name={opponent.name} pub={opponent.pub} />
    </>
  );
}
