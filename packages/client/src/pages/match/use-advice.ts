import type { Hop } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Advice } from '../../engine/advise.ts';
import type { Engine, Told } from '../../engine/engine.ts';
import { mayBeAdvised } from '../../engine/permission.ts';
import type { Step } from '../../play/history.ts';

/** The engine’s help in a match against the bot. */
export interface Advising {
  /** True if this match has hints. */
  readonly isOffered: boolean;
  /** Asks about the present decision, or about the earlier one on the board. Null without a decision. */
  readonly ask: (() => void) | null;
  /** The answer about the decision on the board. */
  readonly told: Told<Advice | null> | 'thinking' | null;
  /** The play that the board shows as arrows. */
  readonly hops: readonly Hop[] | null;
  /** The number of decisions in this match that the player has asked about since the page was opened. */
  readonly used: number;
  /** Counts the present decision as one that the player asked about. */
  count(): void;
  show(hops: readonly Hop[]): void;
  close(): void;
}

interface Asked {
  readonly about: string;
  readonly told: Told<Advice | null> | 'thinking';
  readonly hops: readonly Hop[] | null;
}

const DECISIONS: ReadonlySet<string> = new Set(['play', 'double', 'take', 'pass', 'beaver', 'accept', 'decline']);

/** Holds the answer about the decision on the board. The next decision clears it. */
export function useAdvice(view: MatchView, past: Step | null, engine: Engine): Advising {
  const { header, events, seat, outcome, halted } = view;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const about = past ? `step ${past.n}` : `event ${events.length}`;
  const current = useRef(about);
  current.current = about;
  const isOffered = mayBeAdvised(header, seat) && !outcome && !halted;
  useEffect(() => setAsked((old) => (old?.about === about ? old : null)), [about]);

  const isOpen = past ? DECISIONS.has(past.type) : view.options.actions.some((type) => DECISIONS.has(type));
  const shown = asked?.about === about ? asked : null;
  return {
    isOffered,
    ask: isOffered && isOpen && !shown ? () => void ask() : null,
    told: shown?.told ?? null,
    hops: shown?.hops ?? null,
    used: used.size,
    count: () => setUsed((old) => new Set(old).add(about)),
    show: (hops) => shown && setAsked({ ...shown, hops }),
    close: () => setAsked(null),
  };

  async function ask(): Promise<void> {
    setAsked({ about, told: 'thinking', hops: null });
    const transcript = { header, events: [...events] };
    const told = await engine.ask<'advice'>({ kind: 'advice', transcript, seat, n: past?.n ?? null });
    if (current.current !== about) return;
    const best = told.ok && told.value?.kind === 'play' ? (told.value.plays[0]?.hops ?? null) : null;
    if (told.ok && told.value) setUsed((old) => new Set(old).add(about));
    setAsked((old) => old && { about, told, hops: best });
  }
}
