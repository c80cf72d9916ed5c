import { opponent } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { useMemo, useState } from 'preact/hooks';
import { forcedPlay } from '../../board/turn.ts';

export interface Premoving {
  /** True if the viewer plays and has enabled the offer. */
  readonly isOffered: boolean;
  /** True if the next turn is played automatically as far as there is no choice. */
  readonly isOn: boolean;
  /** Turns the premove on or off. Null if none is possible. */
  readonly toggle: (() => void) | null;
  /** The viewer's last action, to be announced. Null before the first. */
  readonly said: 'given' | 'taken-back' | null;
}

/** Keeps the viewer's premove for the next turn. Nothing is sent before that turn and its roll have begun. */
export function usePremove(view: MatchView, isWanted: boolean): Premoving {
  const isOffered = isWanted && view.seat !== null;
  const [given, setGiven] = useState<Premove | null>(null);
  const [said, setSaid] = useState<Premoving['said']>(null);
  const kept = useMemo(() => given !== null && isKept(given, view), [given, view.match, view.outcome, view.halted]);
  const isOn = isOffered && kept;
  const next = isOffered ? premoveAt(view) : null;
  const toggle = () => {
    setGiven(isOn ? null : next);
    setSaid(isOn ? 'taken-back' : 'given');
  };
  return { isOffered, isOn, toggle: isOn || next ? toggle : null, said: isOn === (said === 'given') ? said : null };
}

/**
 * A premove, given during the opponent's turn: roll for me, and play immediately if there is only one play. It stays in
 * this page.
 */
interface Premove {
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
