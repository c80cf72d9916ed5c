import { useState } from 'preact/hooks';
import type { Answer } from '../protocol/requests.ts';
import { troubleText } from '../strings/troubles.ts';

/** The state of a request: in progress, failed or idle, and the function that sends it. */
export interface Asking {
  readonly busy: boolean;
  readonly failure: string | null;
  readonly ask: (question: () => Promise<Answer>) => Promise<Answer>;
}

/** Prevents a button from sending twice, and keeps the error text. */
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
