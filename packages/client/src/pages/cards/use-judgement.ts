import { useEffect, useState } from 'preact/hooks';
import type { Card } from '../../cards/card.ts';
import { Engine } from '../../engine/engine.ts';
import type { Choice, JudgedCard } from '../../engine/judge-card.ts';

type Judgement =
  | { readonly kind: 'waiting' }
  /** The engine could not be loaded, or it cannot judge this card. */
  | { readonly kind: 'not-loaded' | 'failed' }
  | { readonly kind: 'judged'; readonly judged: JudgedCard };

/**
 * The engine's judgement of an answer (first) and of the mistake in the match, by the engine in a thread of its own. Null
 * before the answer. If the engine could not be loaded, it is requested again when the connection is back.
 */
export function useJudgement({ situation, mistake }: Card, answer: Choice | null, online: boolean) {
  const [judgement, setJudgement] = useState<Judgement>({ kind: 'waiting' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (answer === null) return;
    const engine = new Engine();
    setJudgement({ kind: 'waiting' });
    void engine.ask<'card'>({ kind: 'card', situation, choices: [answer, mistake] }).then((told) => {
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
