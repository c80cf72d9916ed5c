import type { Answer, CodedFailure } from 'bg-session';
import { useState } from 'preact/hooks';

/** The state of a request: in progress, failed or idle, and the function that sends it. */
interface RequestState {
  readonly busy: boolean;
  readonly failure: CodedFailure | null;
  readonly send: (request: () => Promise<Answer>) => Promise<Answer>;
}

/** Prevents a button from sending twice, and keeps the failure. */
export function useRequest(): RequestState {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CodedFailure | null>(null);
  const send = async (request: () => Promise<Answer>) => {
    setBusy(true);
    setFailure(null);
    const answer = await request();
    setBusy(false);
    if (!answer.ok) setFailure(answer);
    return answer;
  };
  return { busy, failure, send };
}
