import { useEffect, useState } from 'preact/hooks';
import { askDeep, type DeepState, followDeep } from './deep.ts';

export interface Deep {
  readonly state: DeepState;
  /** Requests the analysis, again if it has stopped. */
  start(): void;
  stop(): void;
}

/** The deep analysis of a match. It is requested only on demand, and no longer than the page is shown. */
export function useDeep(match: string, atOnce: boolean, online: boolean): Deep {
  const [round, setRound] = useState(atOnce ? 1 : 0);
  const [state, setState] = useState<DeepState>({ kind: 'idle' });
  useEffect(() => {
    if (round === 0) return setState({ kind: 'idle' });
    const stop = new AbortController();
    void follow(match, stop.signal, setState);
    return () => stop.abort();
  }, [match, round]);
  // This effect runs only when the connection returns. Otherwise a request that fails while connected would be repeated
  // at once.
  useEffect(() => {
    if (online && state.kind === 'unreachable') setRound((old) => old + 1);
  }, [online]);
  return { state, start: () => setRound((old) => old + 1), stop: () => setRound(0) };
}

async function follow(match: string, signal: AbortSignal, show: (state: DeepState) => void): Promise<void> {
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  for await (const state of followDeep({ ask: () => askDeep(match, signal), pause })) {
    if (signal.aborted) return;
    show(state);
  }
}
