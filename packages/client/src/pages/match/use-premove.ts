import { useMemo, useState } from 'preact/hooks';
import type { MatchView } from '../../protocol/types.ts';
import { isKept, type Premove, premoveAt } from './premove.ts';

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
