import './match-chart.css';
import { useState } from 'preact/hooks';
import { useWidth } from '../../ui/use-width.ts';
import '../../ui/charts.css';
import { type Judged, SYMBOLS } from '../../judged/judged.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { reviewTexts } from '../../strings/review.ts';
import { Choices } from '../../ui/fields.tsx';
import { ChartDrawing } from './chart-drawing.tsx';
import { ChartTable } from './chart-table.tsx';
import { type Measure, measureOf, type Series, seriesOf } from './series.ts';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

const texts = reviewTexts.chart;

/** The match as one line. A click selects the moment. */
export function MatchChart({ review }: { readonly review: Review }) {
  const { report, judged, subject } = review;
  const [wanted, setWanted] = useState<Measure | null>(null);
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const told = measureOf(report);
  const measure = wanted === 'pips' ? 'pips' : told;
  const series = seriesOf(judged, measure);
  const what = texts[measure](nameOf(subject, 0));
  const options = [told, 'pips' as const].map((value) => ({ value, label: texts.kinds[value] }));
  return (
    <section class="glance" aria-label={texts.title}>
      <div class="glance__head small">
        <p class="soft">{what}</p>
        {told !== 'pips' && <Choices label={texts.what} options={options} value={measure} onChange={setWanted} />}
      </div>
      <div ref={frame} class="glance__frame">
        <ChartDrawing
          review={review}
          measure={measure}
          series={series}
          width={width}
          label={labelOf(what, measure, series, judged)}
        />
      </div>
      <p class="soft small">{told === 'pips' ? texts.pipsNote : legendOf(judged)}</p>
      <ChartTable review={review} measure={measure} series={series} />
    </section>
  );
}

function labelOf(what: string, measure: Measure, series: Series, judged: readonly Judged[]): string {
  const values = series.filter((value) => value !== null);
  const text = texts.value[measure];
  const [low, high] = [text(Math.min(...values, 0)), text(Math.max(...values, 0))];
  return texts.label(withoutIsolates(what), low, high, mistakesText(judged));
}

function mistakesText(judged: readonly Judged[]): string {
  const count = (mark: Judged['mark']) => judged.filter((one) => one.mark === mark).length;
  const counts = { inaccuracy: count('inaccuracy'), error: count('error'), blunder: count('blunder') };
  const none = counts.inaccuracy + counts.error + counts.blunder === 0;
  return none ? texts.none : texts.mistakes(counts);
}

/** Returns the meaning of the signs in the chart. */
function legendOf(judged: readonly Judged[]): string {
  if (judged.every(({ mark }) => mark === null)) return texts.none;
  const { marks } = reviewTexts;
  return (['inaccuracy', 'error', 'blunder'] as const).map((mark) => `${SYMBOLS[mark]} ${marks[mark]}`).join(' · ');
}
