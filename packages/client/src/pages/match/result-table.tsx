import type { MatchView, Outcome, RatingChange } from 'bg-session';
import { shownName } from '../../play/people.ts';
import { matchTexts as texts } from '../../strings/match.ts';

export type Finished = Extract<Outcome, { kind: 'finished' }>;

/** One figure of both players. */
export interface FigureRow {
  readonly title: string;
  readonly hint: string;
  /** By seat. */
  readonly cells: readonly [string, string];
}

interface TableProps {
  readonly view: MatchView;
  readonly outcome: Finished;
  readonly rows: readonly FigureRow[];
}

/** The ratings after a rated match with their changes, and further figures of both players. */
export function FigureTable({ view, outcome: { ratings }, rows }: TableProps) {
  return (
    (ratings || rows.length > 0) && (
      <table class="result__figures tabular">
        <caption class="visually-hidden">{texts.end.figures}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{shownName(view, 0)}</th>
            <th scope="col">{shownName(view, 1)}</th>
          </tr>
        </thead>
        <tbody>
          {ratings && (
            <tr>
              <th scope="row">{texts.ratingWord}</th>
              {ratings.map((change, seat) => (
                <td key={seat}>
                  {Math.round(change.after)} <Change change={change} />
                </td>
              ))}
            </tr>
          )}
          {rows.map(({ title, hint, cells }) => (
            <tr key={title}>
              <th scope="row" title={hint}>
                {title}
              </th>
              <td>{cells[0]}</td>
              <td>{cells[1]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  );
}

function Change({ change }: { readonly change: RatingChange }) {
  const points = Math.round(change.after) - Math.round(change.before);
  const tone = points < 0 ? 'is-down' : 'is-up';
  return <span class={`result__change ${tone}`}>{texts.ratingChange(points)}</span>;
}
