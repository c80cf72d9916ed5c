import type { Situation } from 'bg-rules';
import { useEffect, useState } from 'preact/hooks';
import { Engine } from '../engine/engine.ts';
import type { Choice, JudgedCard } from '../engine/judge-card.ts';

type Judgement =
  | { readonly kind: 'waiting' }
  /** The engine could not be loaded, or it cannot judge this position. */
  | { readonly kind: 'not-loaded' | 'failed' }
  | { readonly kind: 'judged'; readonly judged: JudgedCard };

/** A decision, the reader's answer, and other choices that are judged beside it. */
interface Answered {
  readonly situation: Situation;
  /** Null before the reader has answered. */
  readonly answer: Choice | null;
  readonly others: readonly Choice[];
}

/**
 * The judgement of an answer (first) and of the other choices, by the engine in a thread of its own. Null before the answer. If the engine
 * could not be loaded, it is requested again when the connection is back.
 */
export function useJudgement({ situation, answer, others }: Answered, online: boolean) {
  const [judgement, setJudgement] = useState<Judgement>({ kind: 'waiting' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (answer === null) return;
    const engine = new Engine();
    setJudgement({ kind: 'waiting' });
    void engine.ask<'card'>({ kind: 'card', situation, choices: [answer, ...others] }).then((told) => {
      engine.close();
      if (told.ok) setJudgement({ kind: 'judged', judged: told.value });
      else setJudgement({ kind: told.code === 'not-loaded' ? 'not-loaded' : 'failed' });
    });
    return () => engine.close();
  }, [answer, round]);
  const again = () => setRound((old) => old + 1);
  // This effect runs only when the connection returns.
  useEffect(() => {
    if (online && judgement.kind === 'not-loaded') again();
  }, [online]);
  return { judgement: answer && judgement, again };
}

/** A choice is right if the review would not mark it. */
export function isRight({ marks: [mark] }: Pick<JudgedCard, 'marks'>): boolean {
  return mark === null;
}
