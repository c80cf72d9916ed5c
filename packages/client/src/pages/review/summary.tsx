import type { AnalysisReport } from '@anchor/wire';
import { useState } from 'preact/hooks';
import { reviewTexts } from '../../strings/review.ts';
import { Choices } from '../../ui/fields.tsx';
import { isMeasured } from './judged.ts';
import { Mark } from './mark.tsx';
import { type Totals, totalsOf } from './totals.ts';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

const texts = reviewTexts.summary;
const MARKS = ['inaccuracy', 'error', 'blunder'] as const;

/** The performance of both players, over the match or one of its games. */
export function Summary({ review }: { readonly review: Review }) {
  const { report, spans, checked } = review;
  const [chosen, setChosen] = useState(0);
  if (!report) return null;
  const games = spans.map(({ game }) => ({ value: game, label: reviewTexts.chart.gameMark(game) }));
  return (
    <section class="card summary" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {games.length > 1 && (
        <Choices
          label={texts.what}
          options={[{ value: 0, label: texts.whole }, ...games]}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <Figures checked={checked} lines={linesOf(report, totalsOf(report, chosen === 0 ? null : chosen))} />
      <p class="soft small">{explanationOf(report)}</p>
      {!isEstimate(report) && <p class="soft small">{texts.engine(report.engineId, report.ply)}</p>}
    </section>
  );
}

/** True for a report from a search too short to compare with the ratings of the deep analysis. */
function isEstimate(report: AnalysisReport): boolean {
  return report.provisional && isMeasured(report);
}

function explanationOf(report: AnalysisReport): string {
  if (!isMeasured(report)) return reviewTexts.tier.fastText;
  const measure = texts.explained[report.scoredIn];
  return isEstimate(report)
    ? `${reviewTexts.instant.estimate(report.engineId)} ${measure}`
    : `${texts.prLong} ${measure}`;
}

function Figures({ checked, lines }: Pick<Review, 'checked'> & { readonly lines: readonly Line[] }) {
  return (
    <table class="figures">
      <thead>
        <tr>
          <td />
          <th scope="col">{nameOf(checked, 0)}</th>
          <th scope="col">{nameOf(checked, 1)}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, title, cells, strong }) => (
          <tr key={key} class={strong ? 'summary__pr' : undefined}>
            <th scope="row">{title}</th>
            <td>{cells[0]}</td>
            <td>{cells[1]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Line {
  readonly key: string;
  readonly title: preact.ComponentChildren;
  readonly cells: readonly [string, string];
  readonly strong?: boolean;
}

/** Returns the lines for which the tier has data. */
function linesOf(report: AnalysisReport, totals: readonly [Totals, Totals]): Line[] {
  const line = (title: string, text: (one: Totals) => string): Line => ({
    key: title,
    title,
    cells: [text(totals[0]), text(totals[1])],
  });
  const counts = [
    line(texts.decisions, ({ decisions }) => texts.number(decisions)),
    line(texts.forced, ({ forced }) => texts.number(forced)),
  ];
  if (!isMeasured(report))
    return [line(texts.first, ({ first, decisions }) => texts.firstOf(first, decisions)), ...counts];
  const rating = isEstimate(report)
    ? line(reviewTexts.instant.pr, ({ pr }) => reviewTexts.instant.prOf(pr))
    : { ...line(texts.pr, ({ pr }) => texts.prOf(pr)), strong: true };
  const luck = totals.some((one) => one.luck !== null)
    ? [line(texts.luck, (one) => (one.luck === null ? '–' : texts.luckOf(one.luck)))]
    : [];
  return [
    rating,
    ...MARKS.map((mark) => ({
      ...line(mark, ({ marks }) => texts.number(marks[mark])),
      title: (
        <>
          <Mark mark={mark} /> {texts.figures[mark]}
        </>
      ),
    })),
    line(texts.loss, ({ loss }) => texts.lossOf(loss)),
    ...counts,
    ...luck,
  ];
}
