import type { EventEmitter } from 'node:events';
import type { Shift } from '../work/shift.ts';

const MESSAGE = 'Finishing current jobs. Press Ctrl-C again to stop at once.';

/**
 * The first SIGINT (Ctrl-C) or SIGTERM finishes the run, the second aborts it. Returns a function that
 * removes the listeners.
 */
export function listenForSignals(source: EventEmitter, shift: Shift, say: (text: string) => void): () => void {
  const onSignal = () => {
    if (shift.finishing.aborted) return shift.abort();
    say(MESSAGE);
    shift.finish();
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  return () => {
    source.off('SIGINT', onSignal);
    source.off('SIGTERM', onSignal);
  };
}
