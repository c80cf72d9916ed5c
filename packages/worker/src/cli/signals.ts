import type { EventEmitter } from 'node:events';
import type { Shift } from '../work/shift.ts';

const MESSAGE = 'Finishing what was begun; once more stops at once.';

/** The first Ctrl-C (or a supervisor's SIGTERM) finishes the shift, the second one aborts it. Returns how to stop listening. */
export function listenForSignals(source: EventEmitter, shift: Shift, say: (text: string) => void): () => void {
  const heed = () => {
    if (shift.finishing.aborted) return shift.abort();
    say(MESSAGE);
    shift.finish();
  };
  source.on('SIGINT', heed);
  source.on('SIGTERM', heed);
  return () => {
    source.off('SIGINT', heed);
    source.off('SIGTERM', heed);
  };
}
