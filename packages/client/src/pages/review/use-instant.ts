import type { AnalysisReport } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { useEffect, useState } from 'preact/hooks';
import { Engine } from '../../engine/engine.ts';

/** The state of the quick analysis. */
type InstantState =
  | { readonly kind: 'idle' }
  /** The number of evaluated decisions among those that were not forced. Null until the engine is loaded. */
  | { readonly kind: 'running'; readonly progress: { readonly done: number; readonly wanted: number } | null }
  /** The engine could not be loaded, or failed on this record. */
  | { readonly kind: 'not-loaded' | 'failed' }
  | { readonly kind: 'done'; readonly report: AnalysisReport };

export interface Instant {
  readonly state: InstantState;
  start(): void;
  stop(): void;
}

/** The quick analysis by our own engine in this browser. It runs on demand, in a thread that ends with it. */
export function useInstant(record: MatchRecord, atOnce: boolean): Instant {
  const [round, setRound] = useState(atOnce ? 1 : 0);
  const [state, setState] = useState<InstantState>({ kind: 'idle' });
  useEffect(() => {
    if (round === 0) return setState({ kind: 'idle' });
    const engine = new Engine();
    setState({ kind: 'running', progress: null });
    void engine
      .ask<'review'>({ kind: 'review', record }, (done, wanted) =>
        setState({ kind: 'running', progress: { done, wanted } }),
      )
      .then((told) => {
        engine.close();
        if (told.ok) setState({ kind: 'done', report: told.value });
        else setState({ kind: told.code === 'not-loaded' ? 'not-loaded' : 'failed' });
      });
    return () => engine.close();
  }, [record, round]);
  return { state, start: () => setRound((old) => old + 1), stop: () => setRound(0) };
}
