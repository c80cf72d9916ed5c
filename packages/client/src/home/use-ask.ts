import { useState } from 'preact/hooks';
import type { Answer } from '../session/requests.ts';
import { troubleText } from '../strings/troubles.ts';

/** A question on its way: whether it is, why it failed, and how to ask. */
export interface Asking {
  readonly busy: boolean;
  readonly failure: string | null;
  readonly ask: (question: () => Promise<Answer>) => Promise<Answer>;
}

/** Keeps a button from being pressed twice, and the sentence of what went wrong. */
export function useAsk(): Asking {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ask = async (question: () => Promise<Answer>) => {
    setBusy(true);
    setFailure(null);
    const answer = await question();
    setBusy(false);
    if (!answer.ok) setFailure(troubleText(answer));
    return answer;
  };
  return { busy, failure, ask };
}
