import type { RemoteEngine } from 'bg-engine';
import { type Dice, opponent as otherOf, type Player } from 'bg-rules';
import { useEffect, useState } from 'preact/hooks';
import { studyTexts as texts } from '../../strings/study.ts';
import { childrenOf, current, doubled, played, resultOf, type Study, withDice } from './study.ts';

/** A game from the position on the board against the engine. */
export interface Opponent {
  /** True while the engine thinks or its double waits for an answer. */
  readonly busy: boolean;
  /** True if the engine has doubled and the reader must answer. */
  readonly asksForAnswer: boolean;
  /** A sentence about a game that ended by a pass, or null. */
  readonly ended: string | null;
  answer(take: boolean): void;
  roll(): void;
  double(): void;
}

/** One roll ahead: the expert level of the bot. */
const PLY = 1;

interface Parts {
  readonly study: Study;
  readonly set: (study: Study) => void;
  /** Null while no game is played. */
  readonly engine: RemoteEngine | null;
}

/** Plays the side that was not on roll when the game began. It moves whenever it is on roll at the end of a line. */
export function useOpponent({ study, set, engine }: Parts): Opponent {
  const [seat, setSeat] = useState<Player | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const [passed, setPassed] = useState<{ at: number; who: string } | null>(null);
  const now = current(study);
  const { situation } = now;
  const playing = engine !== null;
  useEffect(() => setSeat(playing ? otherOf(situation.onRoll) : null), [playing]);
  const isOver = resultOf(situation) !== null || passed?.at === now.id;
  const isTurn = playing && seat === situation.onRoll && !isOver && childrenOf(study, now.id).length === 0;

  useEffect(() => {
    if (!isTurn || !engine || asked === now.id) return;
    let left = false;
    const go = async () => {
      const decision = situation.dice === null ? await engine.decideDouble(situation, { ply: PLY }) : null;
      if (left) return;
      const doubles = decision !== null && Math.min(decision.doubleTake, 1) > decision.noDouble;
      if (doubles && now.label !== texts.doubleTake) return setAsked(now.id);
      await move(engine, study, (next) => left || set(next));
    };
    go().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [isTurn, engine, now.id, asked]);

  const nameOf = (player: Player) => (player === 0 ? texts.you : texts.opponent);
  return {
    busy: isTurn,
    asksForAnswer: asked === now.id && isTurn,
    ended: passed?.at === now.id ? texts.passed(passed.who) : null,
    answer: (take) => {
      setAsked(null);
      if (!take) return setPassed({ at: now.id, who: nameOf(otherOf(situation.onRoll)) });
      set(doubled(study, texts.doubleTake));
    },
    roll: () => set(withDice(study, rolled())),
    double: () => {
      void engine?.answerDouble(situation, { ply: PLY }).then((answer) => {
        if (answer === 'pass') return setPassed({ at: now.id, who: nameOf(otherOf(situation.onRoll)) });
        set(doubled(study, texts.doubleTake));
      });
    },
  };
}

/** Rolls for the engine and makes its play. */
async function move(engine: RemoteEngine, study: Study, set: (study: Study) => void): Promise<void> {
  const { situation } = current(study);
  const ready = situation.dice === null ? withDice(study, rolled()) : study;
  const [best] = await engine.rank(current(ready).situation, { ply: PLY });
  const next = played(ready, best?.hops ?? []);
  if (next) set(next);
}

/** Two dice of the browser's generator. Nothing depends on them but this study. */
export function rolled(): Dice {
  const die = (): number => {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    return byte < 252 ? 1 + (byte % 6) : die();
  };
  return [die(), die()];
}

