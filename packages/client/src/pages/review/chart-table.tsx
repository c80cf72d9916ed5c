import type { GameSpan } from '../../judged/moments.ts';
import { reviewTexts } from '../../strings/review.ts';
import { TableHead } from '../../ui/table-head.tsx';
import type { Measure, Series } from './series.ts';
import type { Review } from './use-review.ts';

const texts = reviewTexts.chart;

interface TableProps {
  readonly review: Review;
  readonly measure: Measure;
  readonly series: Series;
}

/** The chart as a table for screen readers: each game with its score and the range of the line. */
export function ChartTable({ review, measure, series }: TableProps) {
  const { column } = texts;
  return (
    <details class="small">
      <summary>{texts.inWords}</summary>
      <table class="figures">
        <TableHead titles={[column.game, column.score, column.low, column.high, column.end]} />
        <tbody>
          {review.spans.map((span) => (
            <tr key={span.game}>
              <th scope="row">{span.game}</th>
              <td>{reviewTexts.score(...span.score)}</td>
              {figuresOf(span, series).map((value, at) => (
                <td key={[column.low, column.high, column.end][at]}>
                  {value === null ? '–' : texts.value[measure](value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Returns the lowest, highest and last value of a game. */
function figuresOf({ first, last }: GameSpan, series: Series): (number | null)[] {
  const values = series.slice(first, last + 1).filter((value) => value !== null);
  if (values.length === 0) return [null, null, null];
  return [Math.min(...values), Math.max(...values), values.at(-1) ?? null];
}
