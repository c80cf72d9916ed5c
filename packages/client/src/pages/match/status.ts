import { type MatchState, opponent } from 'bg-rules';
import type { MatchView } from 'bg-session';
import type { TurnView } from '../../board/turn.ts';
import type { History, LatestRoll } from '../../play/history.ts';
import { shownName, spokenName } from '../../play/people.ts';
import { matchTexts as texts } from '../../strings/match.ts';

/** The play that the viewer is making. */
type PlaySoFar = Pick<TurnView, 'complete' | 'hops'>;

/** Returns one line that says what the match is waiting for. */
export function statusLine(
  view: MatchView,
  { latest, steps }: Pick<History, 'latest' | 'steps'>,
  turn: PlaySoFar | null,
): string {
  const { match, pending } = view;
  if (view.halted) return texts.halted;
  if (pending) return texts.sending;
  if (view.rolls.length === 0 && view.options.actions.length === 0 && match.phase === 'roll') return opening(view);
  if (match.phase === 'dice') return awaited(view) ?? texts.rolling;
  if (isOpening(match, steps) && match.turn !== null && !turn?.complete)
    return texts.openingWon(spokenName(view, match.turn));
  if (match.toAct !== null && match.toAct === view.seat) return myStatus(view, latest, turn);
  return theirStatus(view);
}

function opening(view: MatchView): string {
  const isDue = view.events.filter(({ type }) => type === 'commit').length >= 3;
  return isDue ? theirStatus(view) : (awaited(view) ?? texts.preparing);
}

/** Names the opponent while they are not online, because the dice may then wait for them. Null for a spectator. */
function awaited(view: MatchView): string | null {
  if (view.seat === null) return null;
  const other = opponent(view.seat);
  const { online } = view.presence[other];
  return online || view.header.players[other].bot ? null : texts.awaiting(shownName(view, other));
}

function myStatus({ match, options }: MatchView, latest: History['latest'], turn: PlaySoFar | null): string {
  if (match.phase === 'play') return playStatus(turn);
  if (match.phase === 'double' || match.phase === 'beaver') return texts.takeOrPass;
  if (match.phase === 'resign') return texts.acceptOrDecline;
  if (isTied(match, latest)) return texts.tied(latest.dice[0]);
  return options.actions.includes('double') ? texts.rollOrDouble : texts.yourRoll;
}

/** True for the first play of a game, whose player the opening roll determined. */
function isOpening({ phase, game }: MatchState, steps: History['steps']): boolean {
  return phase === 'play' && !steps.some((step) => step.game === game && step.type === 'play');
}

function playStatus(turn: PlaySoFar | null): string {
  if (!turn?.complete) return texts.yourMove;
  return turn.hops.length > 0 ? texts.confirmMove : texts.confirmDance;
}

function isTied(match: MatchState, latest: History['latest']): latest is LatestRoll {
  return match.turn === null && latest !== null && latest.player === null && latest.game === match.game;
}

function theirStatus(view: MatchView): string {
  const { phase, toAct } = view.match;
  if (toAct === null) return '';
  const name = spokenName(view, toAct);
  if (phase === 'play') return texts.theirMove(name);
  if (phase === 'roll') return texts.theirTurn(name);
  return phase === 'resign' ? texts.theirResignation(name) : texts.theirAnswer(name);
}
