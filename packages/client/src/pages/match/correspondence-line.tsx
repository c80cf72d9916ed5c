import { mayBeAway } from 'bg-record';
import type { MatchSession, MatchView } from 'bg-session';
import { spokenName } from '../../play/people.ts';
import { momentOf } from '../../strings/forms.ts';
import { matchTexts } from '../../strings/match.ts';
import { turnTexts as texts } from '../../strings/turns.ts';
import { Button } from '../../ui/button.tsx';
import { mayTakeHoliday } from './control-panels.tsx';

interface LineProps {
  readonly session: Pick<MatchSession, 'now'>;
  readonly view: MatchView;
  readonly onHoliday: () => void;
}

/** Says in a correspondence match how long the player who must act may take and who is off, offers days off, and says on demand whom the players trust with the dice. */
export function CorrespondenceLine({ session, view, onHoliday }: LineProps) {
  const { header, seat, answerBy, outcome, match } = view;
  if (!mayBeAway(header) || outcome) return null;
  const trust = trustOf(header);
  return (
    <div class="correspondence soft small">
      {answerBy !== null && isNear(view, answerBy.at, session.now()) && <p>{deadline(view, answerBy)}</p>}
      {daysOff(view, session.now()).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {seat !== null && match.phase !== 'over' && <p>{texts.mayLeave}</p>}
      {mayTakeHoliday(view) && (
        <Button kind="quiet" disabled={view.asideInFlight !== null} onClick={onHoliday}>
          {view.asideInFlight === 'holiday' ? matchTexts.sending : texts.holiday.take}
        </Button>
      )}
      {trust !== null && (
        <details>
          <summary>{texts.trustTitle}</summary>
          <p>{trust}</p>
        </details>
      )}
    </div>
  );
}

const DAY_MS = 24 * 3_600_000;

/** The bot waits for a month, which matters only on the last day. */
function isNear({ header }: MatchView, at: number, now: number): boolean {
  return !header.players.some(({ bot }) => bot) || at - now < DAY_MS;
}

/** Says of each player on holiday until when, the viewer first. */
function daysOff(view: MatchView, now: number): string[] {
  const seats = view.seat === 1 ? ([1, 0] as const) : ([0, 1] as const);
  return seats.flatMap((seat) => {
    const until = view.holidays?.[seat].until ?? null;
    if (until === null || until <= now) return [];
    const moment = momentOf(until);
    return [seat === view.seat ? texts.holiday.yours(moment) : texts.holiday.theirs(spokenName(view, seat), moment)];
  });
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
