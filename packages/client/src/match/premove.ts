import { opponent } from 'bg-rules';
import { forcedPlay } from '../board/turn.ts';
import type { MatchView } from '../session/types.ts';

/** A word given while the opponent is at it: roll for me, and play at once what leaves no choice. It is kept in this page alone. */
export interface Premove {
  readonly game: number;
  /** How many events there were when it was given. */
  readonly after: number;
}

type Standing = Pick<MatchView, 'seat' | 'match' | 'events' | 'outcome' | 'halted'>;

/** The word that can be given now; null while it is the viewer's own turn, and to who watches. */
export function premoveAt({ seat, match, events, outcome, halted }: Standing): Premove | null {
  const isTheirs = seat !== null && match.turn === opponent(seat) && match.toAct !== seat;
  return isTheirs && !outcome && !halted ? { game: match.game, after: events.length } : null;
}

/** Whether it still holds: for one turn of the same game, and no longer when the roll leaves a choice. */
export function isKept({ game, after }: Premove, { seat, match, events, outcome, halted }: Standing): boolean {
  if (seat === null || outcome || halted || match.game !== game) return false;
  if (events.slice(after).some(({ type, p }) => type === 'play' && p === seat)) return false;
  const { turn, dice, position } = match;
  return turn !== seat || dice === null || forcedPlay(position, seat, dice) !== null;
}
