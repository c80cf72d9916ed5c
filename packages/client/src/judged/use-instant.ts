import { useEffect, useState } from 'preact/hooks';
import { Engine } from '../engine/engine.ts';
import type { Estimate } from '../engine/instant.ts';
import type { Luck } from '../engine/luck.ts';
import type { ReviewQuestion } from '../engine/messages.ts';
import { savesData } from '../platform/browser.ts';
import { useHidden } from '../ui/use-hidden.ts';

/** The state of the quick analysis. */
export type InstantState =
  /** The reader has stopped it, the browser saves data, or the page is hidden. */
  | { readonly kind: 'idle' }
  /** The number of evaluated decisions. Null until the engine is loaded. */
  | { readonly kind: 'running'; readonly progress: { readonly done: number; readonly wanted: number } | null }
  /** The engine could not be loaded, or failed on this record. */
  | { readonly kind: 'not-loaded' | 'match-too-long' | 'failed' }
  /** The luck follows the estimate. Null while it is computed, `failed` if it could not be. */
  | { readonly kind: 'done'; readonly estimate: Estimate; readonly luck: Luck | 'failed' | null };

export interface Instant {
  readonly state: InstantState;
  start(): void;
  stop(): void;
}

const BEGINNING: InstantState = { kind: 'running', progress: null };

/**
 * The quick analysis by our own engine in this browser, in a thread that ends with it. It starts by itself unless the
 * browser saves data. It does not run while the page is hidden, and starts over when the page is shown again. If the
 * engine could not be loaded, it is requested again when the connection is back.
 */
export function useInstant(question: ReviewQuestion, online: boolean): Instant {
  const [round, setRound] = useState(() => (savesData() ? 0 : 1));
  const [state, setState] = useState<InstantState>(round > 0 ? BEGINNING : { kind: 'idle' });
  const hidden = useHidden();
  const rests = hidden && state.kind !== 'done';
  useEffect(() => {
    if (round === 0 || rests) return setState({ kind: 'idle' });
    const engine = new Engine();
    setState(BEGINNING);
    void engine
      .ask<'review' | 'review-import'>(question, (done, wanted) =>
        setState({ kind: 'running', progress: { done, wanted } }),
      )
      .then(async (told) => {
        if (!told.ok) {
          engine.close();
          const isNamed = told.code === 'not-loaded' || told.code === 'match-too-long';
          return setState({ kind: isNamed ? told.code : 'failed' });
        }
        const estimate = told.value;
        setState({ kind: 'done', estimate, luck: null });
        const luck = await engine.ask<'luck'>({ kind: 'luck', of: question });
        engine.close();
        setState({ kind: 'done', estimate, luck: luck.ok ? luck.value : 'failed' });
      });
    return () => engine.close();
  }, [question, round, rests]);
  const start = () => setRound((old) => old + 1);
  // This effect runs only when the connection returns.
  useEffect(() => {
    if (online && state.kind === 'not-loaded') start();
  }, [online]);
  return { state, start, stop: () => setRound(0) };
}
