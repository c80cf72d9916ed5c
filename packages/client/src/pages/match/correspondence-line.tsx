import { mayBeAway } from 'bg-record';
import type { MatchView } from 'bg-session';
import { spokenName } from '../../play/people.ts';
import { momentOf } from '../../strings/forms.ts';
import { turnTexts as texts } from '../../strings/turns.ts';

/** Says in a correspondence match how long the player who must act may take, and on demand whom the players trust with the dice. */
export function CorrespondenceLine({ view }: { readonly view: MatchView }) {
  const { header, seat, answerBy, outcome, match } = view;
  if (!mayBeAway(header) || outcome) return null;
  const trust = trustOf(header);
  return (
    <div class="correspondence soft small">
      {answerBy !== null && <p>{deadline(view, answerBy)}</p>}
      {seat !== null && match.phase !== 'over' && <p>{texts.mayLeave}</p>}
      {trust !== null && (
        <details>
          <summary>{texts.trustTitle}</summary>
          <p>{trust}</p>
        </details>
      )}
    </div>
  );
}

/** Says whom the players trust with the dice. Null in a match against the bot that is played as a live one. */
function trustOf(header: MatchView['header']): string | null {
  if (header.dice === 'advance') return hasKeptKey(header) ? texts.trustKept : texts.trust;
  return header.players.some(({ bot }) => bot) ? null : texts.trustLive;
}

function hasKeptKey({ players }: MatchView['header']): boolean {
  return players.some(({ custody }) => custody === 'service');
}

function deadline(view: MatchView, answerBy: { readonly player: 0 | 1; readonly at: number }): string {
  const moment = momentOf(answerBy.at);
  return answerBy.player === view.seat
    ? texts.deadlineYours(moment)
    : texts.deadlineTheirs(spokenName(view, answerBy.player), moment);
}
