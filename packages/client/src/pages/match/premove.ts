import { opponent } from 'bg-rules';
import { forcedPlay } from '../../board/turn.ts';
import type { MatchView } from '../../protocol/types.ts';

/**
 * A premove, given during the opponent's turn: roll for me, and play immediately if there is only one play. It stays in
 * this page.
 */
export interface Premove {
  readonly game: number;
  /** The number of events when it was given. */
  readonly after: number;
}

type Moment = Pick<MatchView, 'seat' | 'match' | 'events' | 'outcome' | 'halted'>;

/** Returns the premove that can be given now. Returns null on the viewer's own turn, and for a watcher. */
export function premoveAt({ seat, match, events, outcome, halted }: Moment): Premove | null {
  const isTheirs = seat !== null && match.turn === opponent(seat) && match.toAct !== seat;
  return isTheirs && !outcome && !halted ? { game: match.game, after: events.length } : null;
}

/** True if the premove still applies. It lasts for one turn of the same game, and ends when a roll leaves a choice. */
export function isKept({ game, after }: Premove, { seat, match, events, outcome, halted }: Moment): boolean {
  if (seat === null || outcome || halted || match.game !== game) return false;
  if (events.slice(after).some(({ type, p }) => type === 'play' && p === seat)) return false;
  const { turn, dice, position } = match;
  return turn !== seat || dice === null || forcedPlay(position, seat, dice) !== null;
}
