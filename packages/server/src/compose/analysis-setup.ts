import type { Log } from '../domain/ports.ts';
import { moduleUrl } from '../paths.ts';
import { ThreadAnalyst } from '../threads/thread-analyst.ts';
import { threadScript } from '../threads/thread-script.ts';
import { type ThinkerLimits, ThreadThinker } from '../threads/thread-thinker.ts';

/** Creates the analyst, which works in its own thread. */
export function setUpAnalysis(log: Log): { readonly analyst: ThreadAnalyst } {
  return { analyst: new ThreadAnalyst({ script: threadScript('analyst-thread', moduleUrl), log }) };
}

/** Creates the thread in which the bots decide. */
export function setUpThinker(log: Log, limits: ThinkerLimits = {}): ThreadThinker {
  return new ThreadThinker({ script: threadScript('bot-thread', moduleUrl), log, ...limits });
}
