import type { Log } from '../domain/ports.ts';
import { moduleUrl } from '../paths.ts';
import { ThreadAnalyst } from '../threads/thread-analyst.ts';
import { type DeciderLimits, ThreadDecider } from '../threads/thread-decider.ts';
import { threadScript } from '../threads/thread-script.ts';

/** Creates the analyst, which works in its own thread. */
export function setUpAnalysis(log: Log): { readonly analyst: ThreadAnalyst } {
  return { analyst: new ThreadAnalyst({ script: threadScript('analyst-thread', moduleUrl), log }) };
}

/** Creates the thread in which the bots decide. */
export function setUpDecider(log: Log, limits: DeciderLimits = {}): ThreadDecider {
  return new ThreadDecider({ script: threadScript('bot-thread', moduleUrl), log, ...limits });
}
