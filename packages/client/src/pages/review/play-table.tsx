import type { CandidatePlay, PlayRow } from '@anchor/wire';
import { applyPlay, type Hop, makePlay, samePosition } from 'bg-rules';
import { isMade, isMeasured } from '../../judged/judged.ts';
import type { Moment } from '../../judged/moments.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { solvedTexts } from '../../strings/solved.ts';
import { madeWorth } from './series.ts';
import { statedOf } from './subject.ts';
import type { Review } from './use-review.ts';

/** A line of the table: a candidate, or the play made if it is not among the best five. */
interface Line {
  readonly hops: readonly Hop[];
  readonly equity: number | null;
  readonly mwc: number | null;
  readonly loss: number;
  readonly probs: CandidatePlay['probs'];
  readonly made: boolean;
  readonly rank: number;
  /** The place in the table. A better analysis changes the text of a row and moves no row. */
  readonly place: number;
}

interface TableProps {
  readonly review: Review;
  readonly play: PlayRow;
}

/** The five best plays. Pointing at one shows it on the board, and a click keeps it there. */
export function PlayTable({ review, play }: TableProps) {
  const { now, report } = review;
  const lines = linesOf(now.moment, play);
  const judged = isMeasured(report);
  const columns = [...columnsOf(lines, judged), ...columnOfFile(review)];
  return (
    <table class="plays">
      <caption class="visually-hidden">{judged ? texts.plays : texts.playsFast}</caption>
      <thead>
        <tr>
          <th scope="col">{judged ? texts.plays : texts.playsFast}</th>
          {columns.map(({ title, hidden }) => (
            <th key={title} scope="col" class={hidden}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.place} review={review} line={line} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

interface Column {
  readonly title: string;
  /** The class that hides the column where it has no room. */
  readonly hidden?: 'plays__minor' | 'plays__gammons';
  text(line: Line): string;
}

/** There is a column only for data that the tier has. The first is what the losses are measured in, so that both agree. */
function columnsOf(lines: readonly Line[], judged: boolean): Column[] {
  if (!judged) return [];
  const knows = (known: (line: Line) => boolean) => lines.some(known);
  const main: Column = knows(({ mwc }) => mwc !== null)
    ? { title: texts.mwc, text: ({ mwc }) => (mwc === null ? '' : texts.mwcOf(mwc)) }
    : { title: texts.equity, text: ({ equity }) => (equity === null ? '' : texts.equityOf(equity)) };
  const chances: Column[] = knows(({ probs }) => probs !== null)
    ? [
        { title: texts.win, hidden: 'plays__minor', text: ({ probs }) => (probs ? texts.percent(probs[0]) : '') },
        {
          title: solvedTexts.gammons,
          hidden: 'plays__gammons',
          text: ({ probs }) => (probs ? solvedTexts.gammonsOf(probs[1], probs[3]) : ''),
        },
      ]
    : [];
  return [main, { title: texts.difference, text: ({ loss }) => texts.loss(loss) }, ...chances];
}

/** The equities that the file states, where it states those of plays. */
function columnOfFile({ subject, now }: Review): Column[] {
  const stated = statedOf(subject, now.moment.n);
  if (!stated || stated.plays.length === 0) return [];
  const { before, player, dice } = now.moment;
  const text = ({ hops }: Line) => {
    const reached = dice && applyPlay(before, player, dice, hops);
    const found = reached?.ok && stated.plays.find(({ position }) => samePosition(position, reached.value));
    return found ? texts.equityOf(found.equity) : '';
  };
  return [{ title: texts.stated.column, text }];
}

function linesOf(moment: Moment, play: PlayRow): Line[] {
  const lines = play.best.map((one, index) => ({
    ...one,
    made: isMade(moment, one.hops),
    rank: index + 1,
    place: index,
  }));
  if (lines.some(({ made }) => made)) return lines;
  const { hops } = moment;
  const own = { hops, equity: madeEquity(moment, play), mwc: madeWorth(moment, play, 'mwc'), probs: null };
  return [...lines, { ...own, loss: play.loss, made: true, rank: play.rank, place: lines.length }];
}

/** If losses are in match-winning chances, no equity follows from them. */
function madeEquity(moment: Moment, play: PlayRow): number | null {
  return play.best[0]?.mwc == null ? madeWorth(moment, play, 'equity') : null;
}

interface RowProps {
  readonly review: Review;
  readonly line: Line;
  readonly columns: readonly Column[];
}

function Row({ review: { now, look, actions }, line, columns }: RowProps) {
  const { before, player } = now.moment;
  const { hops, made, rank } = line;
  const shown = made ? look === 'after' : String(look) === String(hops);
  const own = made ? ('after' as const) : hops;
  return (
    <tr
      class={`${made ? 'is-made' : ''}${shown ? ' is-shown' : ''}`}
      onMouseEnter={() => actions.peek(own)}
      onMouseLeave={() => actions.peek(null)}
    >
      <th scope="row">
        <button
          type="button"
          class="line-button"
          aria-pressed={shown}
          onFocus={() => actions.peek(own)}
          onBlur={() => actions.peek(null)}
          onClick={() => actions.choose(own)}
        >
          <span class="plays__rank tabular" aria-hidden="true">
            {rank}
          </span>
          <bdi class="plays__text">{makePlay(hops, { position: before, player })}</bdi>
          {made && <span class="tag tag--accent">{texts.made}</span>}
        </button>
      </th>
      {columns.map(({ title, hidden, text }) => (
        <td key={title} class={hidden}>
          {text(line)}
        </td>
      ))}
    </tr>
  );
}
