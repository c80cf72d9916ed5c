import type { RemoteEngine } from 'bg-engine';
import { type Dice, opponent as otherOf, type Player } from 'bg-rules';
import { useEffect, useState } from 'preact/hooks';
import type { StudyEngine } from '../../engine/study-engine.ts';
import { studyTexts as texts } from '../../strings/study.ts';
import { childrenOf, current, doubled, isFull, mayDouble, played, resultOf, type Study, withDice } from './study.ts';

/** A game from the position on the board against the engine. */
export interface Opponent {
  /** True while the engine thinks. */
  readonly busy: boolean;
  /** True if the engine has doubled and the reader must answer. */
  readonly asksForAnswer: boolean;
  /** True if the engine could not be loaded. */
  readonly failed: boolean;
  /** A sentence about a game that ended by a pass, or null. */
  readonly ended: string | null;
  answer(take: boolean): void;
  /** Null unless the reader may roll. */
  readonly roll: (() => void) | null;
  /** Null unless the reader may double. */
  readonly double: (() => void) | null;
  again(): void;
}

/** Two rolls ahead: the expert level of the bot. */
const PLY = 2;

interface Parts {
  readonly study: Study;
  readonly set: (study: Study) => void;
  readonly engine: StudyEngine;
  /** False while no game is played. */
  readonly playing: boolean;
}

/** The step that the engine or the reader is about to take at the variation `at`. */
type Pending = { readonly at: number } & (
  | { readonly kind: 'asked' | 'answering' | 'failed' }
  | { readonly kind: 'passed'; readonly who: string }
);

/** Plays the side that was not on roll when the game began. It moves whenever it is on roll at the end of a line. */
export function useOpponent({ study, set, engine, playing }: Parts): Opponent {
  const [seat, setSeat] = useState<Player | null>(null);
  const [last, setPending] = useState<Pending | null>(null);
  const now = current(study);
  const { situation } = now;
  const pending = last?.at === now.id ? last : null;
  useEffect(() => {
    setSeat(playing ? otherOf(situation.onRoll) : null);
    setPending(null);
  }, [playing]);
  const isOver = resultOf(situation) !== null || pending?.kind === 'passed' || isFull(study);
  const isEnd = childrenOf(study, now.id).length === 0;
  const isTurn = playing && seat === situation.onRoll && !isOver && isEnd;
  const isOwn = playing && seat !== null && seat !== situation.onRoll && !isOver;
  const thinks = isTurn && pending === null;
  const nameOf = (player: Player) => (player === 0 ? texts.you : texts.opponent);
  const pass = (player: Player) => setPending({ at: now.id, kind: 'passed', who: nameOf(player) });

  useEffect(() => {
    if (!thinks) return;
    const stop = new AbortController();
    engine
      .ask((remote) => turnOf(remote, study), stop.signal)
      .then(
        (next) => (next === 'double' ? setPending({ at: now.id, kind: 'asked' }) : set(next)),
        () => stop.signal.aborted || setPending({ at: now.id, kind: 'failed' }),
      );
    return () => stop.abort();
  }, [thinks, engine, study]);

  useEffect(() => {
    if (pending?.kind !== 'answering') return;
    const stop = new AbortController();
    engine
      .ask((remote) => remote.answerDouble(situation, { ply: PLY }), stop.signal)
      .then(
        (answer) => {
          if (answer === 'pass') pass(otherOf(situation.onRoll));
          else set(doubled(study, answer === 'beaver' ? texts.doubleBeaver : texts.doubleTake, answer));
        },
        () => stop.signal.aborted || setPending({ at: now.id, kind: 'failed' }),
      );
    return () => stop.abort();
  }, [pending?.kind === 'answering', engine, now.id]);

  const isFree = isOwn && situation.dice === null && pending === null;
  return {
    busy: thinks || pending?.kind === 'answering',
    asksForAnswer: isTurn && pending?.kind === 'asked',
    failed: pending?.kind === 'failed',
    ended: pending?.kind === 'passed' ? texts.passed(pending.who) : null,
    answer: (take) => {
      if (take) set(doubled(study, texts.doubleTake, 'take'));
      else pass(otherOf(situation.onRoll));
    },
    roll: isFree ? () => set(withDice(study, rolled())) : null,
    double: isFree && mayDouble(situation) ? () => setPending({ at: now.id, kind: 'answering' }) : null,
    again: () => setPending(null),
  };
}

/** Doubles, or rolls for the engine and makes its play. */
async function turnOf(engine: RemoteEngine, study: Study): Promise<Study | 'double'> {
  const { situation } = current(study);
  if (mayDouble(situation)) {
    const decision = await engine.decideDouble(situation, { ply: PLY });
    if (decision && Math.min(decision.doubleTake, decision.doublePass) > decision.noDouble) return 'double';
  }
  const ready = situation.dice === null ? withDice(study, rolled()) : study;
  const [best] = await engine.rank(current(ready).situation, { ply: PLY });
  return played(ready, best?.hops ?? []) ?? study;
}

/** Two dice of the browser's generator. Nothing depends on them but this study. */
export function rolled(): Dice {
  const die = (): number => {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    return byte < 252 ? 1 + (byte % 6) : die();
  };
  return [die(), die()];
}
