import './moment-list.css';
import { useEffect, useRef } from 'preact/hooks';
import { type Judged, SYMBOLS } from '../../judged/judged.ts';
import type { GameSpan } from '../../judged/moments.ts';
import { notationOf, spokenJudgement } from '../../judged/words.ts';
import { stepSpoken } from '../../play/step-text.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { ListFilters } from './list-filters.tsx';
import type { Subject } from './subject.ts';
import { type Review, shownIndexes } from './use-review.ts';
import { nameOf } from './words.ts';

/** Every decision that passes the filter, by game. The list is one tab stop, and arrow keys select a move. */
export function MomentList({ review }: { readonly review: Review }) {
  const { spans, index } = review;
  const shown = shownIndexes(review);
  const box = useScrolledTo(index);
  const stop = shown.includes(index) ? index : shown[0];
  return (
    <section class="steps" aria-label={texts.list}>
      <ListFilters review={review} />
      <div ref={box} class="steps__scroll">
        {shown.length === 0 && <p class="soft small steps__none">{texts.noneListed}</p>}
        {spans.map((span) => {
          const rows = shown.filter((at) => at >= span.first && at <= span.last);
          return rows.length > 0 && <Game key={span.game} review={review} span={span} rows={rows} stop={stop} />;
        })}
      </div>
    </section>
  );
}

/** The number of a recorded money game in its session. It has no score at its start. Null for a match, and for a file, which may have many games. */
function moneyGameOf(subject: Subject): number | null {
  if (subject.origin === 'import' || subject.length > 0) return null;
  return subject.checked.record.header.session?.game ?? 1;
}

interface GameProps {
  readonly review: Review;
  readonly span: GameSpan;
  readonly rows: readonly number[];
  readonly stop: number | undefined;
}

function Game({ review, span, rows, stop }: GameProps) {
  const { judged, index, actions } = review;
  const crawford = judged[span.first]?.moment.state.crawford === true && review.subject.length > 1;
  const money = moneyGameOf(review.subject);
  return (
    <div>
      <h3 class="steps__game">
        {texts.game(money ?? span.game)}{' '}
        {money === null && <span class="soft tabular">{texts.gameScore(...span.score, crawford)}</span>}
      </h3>
      <ol class="steps__list">
        {rows.map((at) => {
          const one = judged[at];
          const row = { review, shown: at === index, tabbed: at === stop, onShow: () => actions.go(at) };
          return one && <Row key={at} one={one} {...row} />;
        })}
      </ol>
    </div>
  );
}

interface RowProps {
  readonly review: Review;
  readonly one: Judged;
  readonly shown: boolean;
  readonly tabbed: boolean;
  readonly onShow: () => void;
}

function Row({ review, one, shown, tabbed, onShow }: RowProps) {
  const { moment, mark, cost } = one;
  const look = mark ? ` step--${mark}` : '';
  return (
    <li>
      <button
        type="button"
        class={`step${look}${shown ? ' is-shown' : ''}`}
        data-event={moment.n}
        tabIndex={tabbed ? 0 : -1}
        aria-current={shown ? 'step' : undefined}
        onClick={onShow}
      >
        <span class={`review__checker review__checker--${moment.player}`} aria-hidden="true" />
        <span class="step__dice tabular" aria-hidden="true">
          {moment.dice ? moment.dice.toSorted((a, b) => b - a).join('') : ''}
        </span>
        <span class={`step__text${moment.dice ? '' : ' is-decision'}`} aria-hidden="true">
          <bdi>{notationOf(one)}</bdi>
        </span>
        <span class="step__mark" aria-hidden="true">
          {mark && SYMBOLS[mark]}
        </span>
        <span class="step__loss tabular" aria-hidden="true">
          {cost === null ? '' : texts.loss(cost)}
        </span>
        <span class="step__rank soft tabular" aria-hidden="true">
          {rankText(one)}
        </span>
        <span class="visually-hidden">
          {withoutIsolates(stepSpoken(moment, nameOf(review.subject, moment.player)))} {spokenJudgement(one)}
        </span>
      </button>
    </li>
  );
}

function rankText({ play }: Judged): string {
  if (!play) return '';
  return play.forced ? texts.forced : `${play.rank}/${play.of}`;
}

/** Keeps the selected move visible within the list, without scrolling the page. */
function useScrolledTo(index: number) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = box.current;
    const row = frame?.querySelector<HTMLElement>('[aria-current]');
    if (!frame || !row) return;
    const top = row.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop || top + row.offsetHeight > frame.scrollTop + frame.clientHeight)
      frame.scrollTop = top - frame.clientHeight / 2;
  }, [index]);
  return box;
}
