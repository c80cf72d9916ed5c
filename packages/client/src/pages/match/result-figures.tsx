import { stepsOf } from 'bg-record';
import type { MatchView } from 'bg-session';
import { useEffect, useMemo } from 'preact/hooks';
import { arrowsOf } from '../../board/arrows.ts';
import { Arrows } from '../../board/highlights.tsx';
import { SmallBoard } from '../../board/small-board.tsx';
import type { Estimate } from '../../engine/instant.ts';
import type { ReviewQuestion } from '../../engine/messages.ts';
import { type Judged, judge, undoubledIn } from '../../judged/judged.ts';
import { KeepButton } from '../../judged/keep-button.tsx';
import { keepEstimate } from '../../judged/kept-estimate.ts';
import { Mark } from '../../judged/mark.tsx';
import { cardsOf, costliest } from '../../judged/mistakes.ts';
import { sceneOf } from '../../judged/moment-scene.ts';
import { momentsOf } from '../../judged/moments.ts';
import { figuresOf, luckTotalsOf } from '../../judged/totals.ts';
import { type Instant, type InstantState, useInstant } from '../../judged/use-instant.ts';
import { bestOf, notationOf } from '../../judged/words.ts';
import { shownName, viewerOf } from '../../play/people.ts';
import { reviewPath } from '../../records/review-link.ts';
import { matchTexts } from '../../strings/match.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { reviewTexts } from '../../strings/review.ts';
import { Button } from '../../ui/button.tsx';
import { type FigureRow, FigureTable, type Finished } from './result-table.tsx';

const texts = matchTexts.end;
const { instant: instantTexts, summary } = reviewTexts;

interface FiguresProps {
  readonly view: MatchView;
  readonly outcome: Finished;
  /** True while the page is connected. The engine is requested again when the connection is back. */
  readonly online: boolean;
}

/**
 * How both played, by the quick analysis in this browser: performance and luck as soon as they are computed, the decision that cost
 * most, and the viewer's mistakes as cards.
 */
export default function ResultFigures({ view, outcome, online }: FiguresProps) {
  const question = useMemo((): ReviewQuestion => {
    const { header, events } = view;
    return { kind: 'review', record: { header, events: [...events], result: outcome.result } };
  }, [view.id]);
  const instant = useInstant(question, online);
  const { state } = instant;
  const estimate = state.kind === 'done' ? state.estimate : null;
  const judged = useMemo(() => estimate && judgedBy(view, estimate), [estimate]);
  const rows = state.kind === 'idle' ? [] : rowsOf(state);
  const { seat } = view;
  useEffect(() => {
    if (estimate && seat !== null) keepEstimate({ header: view.header, result: outcome.result }, estimate, seat);
  }, [estimate]);
  return (
    <>
      <FigureTable view={view} outcome={outcome} rows={rows} />
      <Progress instant={instant} />
      {state.kind === 'done' && (
        <p class="visually-hidden" role="status">
          {withoutIsolates(spokenRows(view, rows))}
        </p>
      )}
      {estimate && judged && (
        <>
          <Costliest view={view} judged={judged} />
          {seat !== null && <KeepButton cards={cardsOf({ match: view.id, judged, report: estimate.report }, seat)} />}
          <p class="soft small">{texts.by(estimate.report.engineId)}</p>
        </>
      )}
    </>
  );
}

function judgedBy({ header, events }: MatchView, estimate: Estimate): Judged[] {
  const undoubled = new Set(undoubledIn(estimate).map(({ n }) => n));
  return judge(momentsOf(stepsOf({ header, events }), undoubled), estimate.report, estimate);
}

/** The rows that the analysis fills: first the performance, then the luck. A value that is still computed is an ellipsis. */
function rowsOf(state: Exclude<InstantState, { kind: 'idle' }>): FigureRow[] {
  if (state.kind !== 'running' && state.kind !== 'done') return [];
  const open = ['…', '…'] as const;
  const pr = { title: summary.pr, hint: texts.prHint, cells: open };
  const luck = { title: summary.luck, hint: texts.luckHint, cells: open };
  if (state.kind === 'running') return [pr, luck];
  const { estimate } = state;
  const [left, right] = figuresOf(estimate);
  const known = { ...pr, cells: [instantTexts.prOf(left.pr), instantTexts.prOf(right.pr)] as const };
  if (state.luck === null) return [known, luck];
  if (state.luck === 'failed') return [known];
  const [one, other] = luckTotalsOf(state.luck, null);
  return [known, { ...luck, cells: [summary.luckOf(one), summary.luckOf(other)] }];
}

function spokenRows(view: MatchView, rows: readonly FigureRow[]): string {
  return rows
    .map(({ title, cells }) => texts.spoken(title, shownName(view, 0), cells[0], shownName(view, 1), cells[1]))
    .join(' ');
}

const FAILURES = {
  failed: instantTexts.failed,
  'match-too-long': instantTexts.tooLong,
  'not-loaded': instantTexts.notLoaded,
};

/** The progress of the analysis, its failure, or the button that starts it where it does not start by itself. */
function Progress({ instant: { state, start } }: { readonly instant: Instant }) {
  if (state.kind === 'done') return null;
  if (state.kind === 'running') {
    const { progress } = state;
    const said = progress ? instantTexts.progress(progress.done, progress.wanted) : instantTexts.starting;
    return (
      <div class="result__progress small soft">
        <progress {...(progress && { value: progress.done, max: Math.max(progress.wanted, 1) })} aria-label={said} />
        <span class="tabular">{said}</span>
      </div>
    );
  }
  const isRefused = state.kind === 'match-too-long';
  return (
    <div class="result__progress small">
      {state.kind !== 'idle' && <p role="status">{FAILURES[state.kind]}</p>}
      {!isRefused && (
        <Button kind="soft" icon={state.kind === 'idle' ? 'eye' : 'redo'} onClick={start}>
          {state.kind === 'idle' ? texts.analyse : reviewTexts.again}
        </Button>
      )}
    </div>
  );
}

interface CostliestProps {
  readonly view: MatchView;
  readonly judged: readonly Judged[];
}

/** The viewer's decision that cost most, or that of both players for a watcher: the board before it with the better play, and a link to its review. */
function Costliest({ view, judged }: CostliestProps) {
  const { seat } = view;
  const one = costliest(judged, seat);
  if (!one) return <p class="small">{seat === null ? texts.flawless.both : texts.flawless.you}</p>;
  const { moment, play, mark, cost } = one;
  const orientation = { viewer: viewerOf(view), mirrored: false, flipped: false };
  const { position, cube, dice } = sceneOf(moment, 'before');
  const better = play?.best[0]?.hops;
  const best = bestOf(one);
  return (
    <a class="costliest" href={reviewPath({ match: view.id, n: moment.n, wanted: null, origin: 'server' })}>
      <span class="costliest__title">
        {seat === null ? texts.costliest.of(shownName(view, moment.player)) : texts.costliest.you}
      </span>
      <span class="costliest__text small">
        <span>
          {texts.played} <bdi>{notationOf(one)}</bdi>
        </span>
        <span class="costliest__cost tabular">
          {mark && <Mark mark={mark} />} {reviewTexts.loss(cost ?? 0)}
        </span>
        {best !== null && (
          <span>
            {texts.best} <bdi>{best}</bdi>
          </span>
        )}
      </span>
      <SmallBoard position={position} cube={cube} dice={dice} orientation={orientation}>
        {better && (
          <Arrows player={moment.player} arrows={arrowsOf(better)} position={position} orientation={orientation} />
        )}
      </SmallBoard>
    </a>
  );
}
