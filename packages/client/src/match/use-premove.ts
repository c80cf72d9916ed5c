import { useMemo, useState } from 'preact/hooks';
import type { MatchView } from '../session/types.ts';
import { isKept, type Premove, premoveAt } from './premove.ts';

export interface Premoving {
  /** Whether the viewer plays and wants it offered. */
  readonly isOffered: boolean;
  /** Whether the next turn goes by itself as far as it leaves no choice. */
  readonly isOn: boolean;
  /** Gives the word or takes it back; null where there is nothing to give. */
  readonly toggle: (() => void) | null;
  /** What the viewer did last, to be said; null before that. */
  readonly said: 'given' | 'taken-back' | null;
}

/** Keeps the viewer's word for his next turn. Nothing of it leaves the page before that turn and its roll are there. */
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
