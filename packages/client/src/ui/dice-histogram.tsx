import { scaleBand, scaleLinear } from 'd3-scale';
import { diceChartTexts as texts } from '../strings/charts.ts';
import './theme-rest.css';
import './charts.css';
import { deviations, type FaceFigure } from './dice-figures.ts';
import { TableHead } from './table-head.tsx';
import { useWidth } from './use-width.ts';

const HEIGHT = 260;
/** In narrower charts the bars are too narrow for a share with its sign. */
const ROOM_FOR_UNITS = 420;
const MARGIN = { top: 24, right: 4, bottom: 28, left: 4 };

/** The count of each face, with the expected value and the range of chance. */
export function DiceHistogram({ figures }: { readonly figures: readonly FaceFigure[] }) {
  const [frame, width] = useWidth<HTMLDivElement>(560);
  return (
    <figure class="chart">
      <div ref={frame} class="chart__frame" style={{ height: `${HEIGHT}px` }}>
        <Bars figures={figures} width={width} />
      </div>
      <ul class="chart__legend">
        <li class="chart__key chart__key--bar">{texts.legendSeen}</li>
        <li class="chart__key chart__key--mean">{texts.legendExpected}</li>
        <li class="chart__key chart__key--band">{texts.legendBand}</li>
      </ul>
      <FaceTable figures={figures} />
    </figure>
  );
}

interface BarsProps {
  readonly figures: readonly FaceFigure[];
  readonly width: number;
}

function Bars({ figures, width }: BarsProps) {
  const [{ expected, sd } = { expected: 0, sd: 0 }] = figures;
  const dice = figures.reduce((sum, { seen }) => sum + seen, 0);
  const top = Math.max(expected + 2 * sd, ...figures.map(({ seen }) => seen), 1);
  const x = scaleBand<number>(
    figures.map(({ face }) => face),
    [MARGIN.left, width - MARGIN.right],
  ).padding(0.28);
  const y = scaleLinear([0, top], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const span = { x: MARGIN.left, width: width - MARGIN.left - MARGIN.right };
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={texts.label(dice, verdictOf(figures))}>
      {figures.map(({ face, seen }) => (
        <g key={face}>
          <rect class="chart__bar" x={x(face)} width={x.bandwidth()} y={y(seen)} height={y(0) - y(seen)} rx="4" />
          <text class="chart__value" x={(x(face) ?? 0) + x.bandwidth() / 2} y={y(0) + 19}>
            {face}
          </text>
          <text class="chart__share" x={(x(face) ?? 0) + x.bandwidth() / 2} y={y(0) - 10}>
            {dice > 0 && (width < ROOM_FOR_UNITS ? texts.bareShare(seen / dice) : texts.share(seen / dice))}
          </text>
        </g>
      ))}
      <rect
        class="chart__band"
        {...span}
        y={y(expected + 2 * sd)}
        height={y(expected - 2 * sd) - y(expected + 2 * sd)}
      />
      <line class="chart__mean" x1={span.x} x2={span.x + span.width} y1={y(expected)} y2={y(expected)} />
      <line class="chart__axis" x1={span.x} x2={span.x + span.width} y1={y(0)} y2={y(0)} />
    </svg>
  );
}

function verdictOf(figures: readonly FaceFigure[]): string {
  const outside = figures.filter((figure) => Math.abs(deviations(figure)) > 2).map(({ face }) => String(face));
  return outside.length === 0 ? texts.within : texts.outside(outside);
}

/** The chart as a table, with the deviation of each count. */
function FaceTable({ figures }: { readonly figures: readonly FaceFigure[] }) {
  const titles = [texts.face, texts.seen, texts.expected, texts.difference, texts.deviations];
  return (
    <table class="figures figures--faces">
      <TableHead titles={titles} />
      <tbody>
        {figures.map((figure) => (
          <tr key={figure.face}>
            <th scope="row">{figure.face}</th>
            <td>{texts.count(figure.seen)}</td>
            <td>{texts.mean(figure.expected)}</td>
            <td>{texts.signedCount(figure.seen - figure.expected)}</td>
            <td>
              <Needle at={deviations(figure)} /> {texts.signedDeviations(deviations(figure))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NEEDLE_REACH = 4;

/** Shows a count on a scale of standard deviations, with a band of two on each side. */
function Needle({ at }: { readonly at: number }) {
  const place = 32 + (Math.max(-NEEDLE_REACH, Math.min(NEEDLE_REACH, at)) * 28) / NEEDLE_REACH;
  return (
    <svg class="needle" width="64" height="14" aria-hidden="true">
      <line class="chart__axis" x1="4" x2="60" y1="7" y2="7" />
      <rect class="chart__band" x="18" width="28" y="2" height="10" rx="3" />
      <line class="chart__mean" x1="32" x2="32" y1="2" y2="12" />
      <circle class="needle__point" cx={place} cy="7" r="4" />
    </svg>
  );
}
