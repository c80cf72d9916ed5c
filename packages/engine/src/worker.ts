import { ArgumentError } from 'bg-rules';
import { decideDoubleByRollouts, rankByRollouts } from './decide-by-rollouts.ts';
import { answerDouble, decideDouble, evaluate, rank } from './judge.ts';
import type { Asked, EnginePort, Question, RemoteEngine, Told } from './remote.ts';
import { playGames, rollout } from './rollout.ts';

/** The answers that a worker may give in its own way. */
type Served = Pick<RemoteEngine, 'rollout' | 'rankByRollouts' | 'decideDoubleByRollouts'>;

/** Answers in this thread. */
const here: Served = { rollout, rankByRollouts, decideDoubleByRollouts };

/**
 * Answers the questions of a `connectEngine` at the other end. A page's worker needs one line:
 * `serveEngine(self)`. A question that plays games can be stopped while it runs; the others are answered one after another. `engine`
 * plays the games, for example a `SharedEngine`; the default plays them in this thread.
 */
export function serveEngine(port: EnginePort, engine: Served = here): void {
  const running = new Map<number, AbortController>();
  const say = (told: Told) => port.postMessage(told);
  port.onmessage = ({ data }: MessageEvent<Asked>) => {
    const { id } = data;
    if ('abort' in data) return running.get(id)?.abort();
    const stop = new AbortController();
    running.set(id, stop);
    void answer(engine, data.question, stop.signal, (progress) => say({ id, progress }))
      .then((value) => say({ id, value }))
      .catch((error) => say({ id, error: codedError(error) }))
      .finally(() => running.delete(id));
  };
}

async function answer(
  engine: Served,
  question: Question,
  signal: AbortSignal,
  onProgress: (progress: unknown) => void,
): Promise<unknown> {
  switch (question.kind) {
    case 'evaluate':
      return evaluate(question.situation, question.options);
    case 'rank':
      return rank(question.situation, question.options);
    case 'decideDouble':
      return decideDouble(question.situation, question.options);
    case 'answerDouble':
      return answerDouble(question.situation, question.options);
    case 'rollout':
      return engine.rollout(question.situation, { ...question.options, signal, onProgress });
    case 'playGames':
      return playGames(question.situation, question.options);
    case 'rankByRollouts':
    case 'decideDoubleByRollouts':
      return engine[question.kind](question.situation, { ...question.options, signal });
  }
}

function codedError(error: unknown): { code: string | null; message: string } {
  if (error instanceof ArgumentError) return { code: error.code, message: error.message };
  return { code: null, message: error instanceof Error ? error.message : 'The engine failed.' };
}
