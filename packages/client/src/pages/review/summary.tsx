import type { JudgedMoves } from '@anchor/analysis';
import { useState } from 'preact/hooks';
import { isMeasured } from '../../judged/judged.ts';
import { Mark } from '../../judged/mark.tsx';
import {
  type CubeTotals,
  cubeTotalsOf,
  luckTotalsOf,
  ratingTogether,
  type Totals,
  totalsOf,
} from '../../judged/totals.ts';
import { reviewTexts } from '../../strings/review.ts';
import { Choices } from '../../ui/fields.tsx';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

const texts = reviewTexts.summary;
const estimateTexts = reviewTexts.instant;
const MARKS = ['inaccuracy', 'error', 'blunder'] as const;
const WRONGS = ['missed', 'doubles', 'takes', 'passes'] as const;

/** The performance of both players, over the match or one of its games. */
export function Summary({ review }: { readonly review: Review }) {
  const { report, estimate, instant, spans, subject } = review;
  const [chosen, setChosen] = useState(0);
  if (!report) return null;
  const game = chosen === 0 ? null : chosen;
  const luck = estimate ? luckLine(instant.state, game) : [];
  const lines = [...linesOf(report, totalsOf(report, game), estimate && cubeTotalsOf(estimate, game)), ...luck];
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
      <Figures subject={subject} lines={lines} />
      <p class="soft small">{explanationOf(report)}</p>
      {isMeasured(report) && <p class="soft small">{texts.engine(report.engineId, report.ply)}</p>}
      {estimate && <p class="soft small">{texts.luckBy(estimate.report.engineId)}</p>}
      {estimate && report !== estimate.report && (
        <p class="soft small">{texts.cubeBy(estimate.report.engineId, estimate.report.ply)}</p>
      )}
    </section>
  );
}

/** True for a report from a search too short to compare with the ratings of the deep analysis. */
function isEstimate(report: JudgedMoves): boolean {
  return report.provisional && isMeasured(report);
}

function explanationOf(report: JudgedMoves): string {
  if (!isMeasured(report)) return reviewTexts.tier.fastText;
  const measure = texts.explained[report.scoredIn];
  return isEstimate(report)
    ? `${reviewTexts.instant.estimate(report.engineId)} ${measure}`
    : `${texts.prLong} ${measure}`;
}

function Figures({ subject, lines }: Pick<Review, 'subject'> & { readonly lines: readonly Line[] }) {
  return (
    <table class="figures">
      <thead>
        <tr>
          <td />
          <th scope="col">{nameOf(subject, 0)}</th>
          <th scope="col">{nameOf(subject, 1)}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, title, cells, strong, part: isPart }) => (
          <tr key={key} class={strong ? 'summary__pr' : isPart ? 'summary__part' : undefined}>
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
  /** True for the main figure, and for a part of the line above. */
  readonly strong?: boolean;
  readonly part?: boolean;
}

type Both<T> = readonly [T, T];

function lineOf<T>(title: string, [first, second]: Both<T>, text: (one: T) => string): Line {
  return { key: title, title, cells: [text(first), text(second)] };
}

/** Returns the lines for which the tier has data. The cube is judged by the quick analysis, whose figures stand apart from others. */
function linesOf(report: JudgedMoves, totals: Both<Totals>, cubes: Both<CubeTotals> | null): Line[] {
  const forced = lineOf(texts.forced, totals, (one) => texts.number(one.forced));
  const decisions = lineOf(texts.decisions, totals, (one) => texts.number(one.decisions));
  if (!isMeasured(report))
    return [lineOf(texts.first, totals, ({ first, decisions: of }) => texts.firstOf(first, of)), decisions, forced];
  if (!isEstimate(report) || cubes === null) {
    const rating = isEstimate(report)
      ? lineOf(estimateTexts.pr, totals, ({ pr }) => estimateTexts.prOf(pr))
      : { ...lineOf(texts.pr, totals, ({ pr }) => texts.prOf(pr)), strong: true };
    const loss = lineOf(texts.loss, totals, (one) => texts.lossOf(one.loss));
    const marks = MARKS.map((mark) => markLine(mark, totals, (one) => one.marks[mark]));
    return [rating, ...marks, loss, decisions, forced, ...(cubes ? cubeLines(cubes) : [])];
  }
  const both: Both<Pair> = [
    { plays: totals[0], cube: cubes[0] },
    { plays: totals[1], cube: cubes[1] },
  ];
  return [
    {
      ...lineOf(estimateTexts.pr, both, ({ plays, cube }) => estimateTexts.prOf(ratingTogether(plays, cube))),
      strong: true,
    },
    part(lineOf(estimateTexts.prPlays, totals, ({ pr }) => estimateTexts.prOf(pr))),
    part(lineOf(estimateTexts.prCube, cubes, ({ pr }) => estimateTexts.prOf(pr))),
    ...MARKS.map((mark) => markLine(mark, both, ({ plays, cube }) => plays.marks[mark] + cube.marks[mark])),
    lineOf(texts.loss, both, ({ plays, cube }) => texts.lossOf(plays.loss + cube.loss)),
    decisions,
    forced,
    ...wrongLines(cubes),
  ];
}

/** The luck, which is known a while after the estimate. Its line is there from the beginning, so that nothing moves. */
function luckLine(state: Review['instant']['state'], game: number | null): Line[] {
  if (state.kind !== 'done') return [];
  const { luck } = state;
  if (luck === null || luck === 'failed') return [lineOf(texts.luck, [luck, luck], () => (luck ? '–' : '…'))];
  return [lineOf(texts.luck, luckTotalsOf(luck, game), texts.luckOf)];
}

interface Pair {
  readonly plays: Totals;
  readonly cube: CubeTotals;
}

function part(line: Line): Line {
  return { ...line, part: true };
}

function markLine<T>(mark: (typeof MARKS)[number], totals: Both<T>, count: (one: T) => number): Line {
  const title = (
    <>
      <Mark mark={mark} /> {texts.figures[mark]}
    </>
  );
  return { ...lineOf(mark, totals, (one) => texts.number(count(one))), title };
}

/** The figures of the cube beside a report of another engine. */
function cubeLines(cubes: Both<CubeTotals>): Line[] {
  return [
    lineOf(estimateTexts.prCubeAlone, cubes, ({ pr }) => estimateTexts.prOf(pr)),
    lineOf(texts.cubeLoss, cubes, (one) => texts.lossOf(one.loss)),
    ...wrongLines(cubes),
  ];
}

function wrongLines(cubes: Both<CubeTotals>): Line[] {
  return [
    lineOf(texts.cubeDecisions, cubes, (one) => texts.number(one.decisions)),
    ...WRONGS.map((kind) => part(lineOf(texts.wrong[kind], cubes, (one) => texts.number(one.wrong[kind])))),
  ];
}
