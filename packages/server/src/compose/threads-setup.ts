import { moduleUrl } from '../config/paths.ts';
import type { Log } from '../domain/ports/world.ts';
import type { Answer, DatabaseThread, Question } from '../storage/embedded-messages.ts';
import { ThreadAnalyser } from '../threads/thread-analyser.ts';
import { ThreadCalls, threadScript } from '../threads/thread-calls.ts';
import { type DeciderLimits, ThreadDecider } from '../threads/thread-decider.ts';
import { ThreadPainter } from '../threads/thread-painter.ts';
import { ThreadVerifier } from '../threads/thread-verifier.ts';

/** Creates the thread that checks the signatures of live matches. */
export function setUpVerifier(log: Log): ThreadVerifier {
  return new ThreadVerifier({ script: threadScript('signature-thread', moduleUrl), log });
}

/** Starts the database thread. If it dies, crashes the process, which cannot work without it. */
export function startDatabaseThread(): DatabaseThread {
  return new ThreadCalls<Question, Answer>(threadScript('../storage/embedded-thread', moduleUrl), (fault) => {
    throw fault;
  });
}

/** Creates the analyser, which works in its own thread. */
export function setUpAnalysis(log: Log): { readonly analyser: ThreadAnalyser } {
  return { analyser: new ThreadAnalyser({ script: threadScript('analysis-thread', moduleUrl), log }) };
}

/** Creates the thread in which the bots decide. */
export function setUpDecider(log: Log, limits: DeciderLimits = {}): ThreadDecider {
  return new ThreadDecider({ script: threadScript('bot-thread', moduleUrl), log, ...limits });
}

/** Creates the painter of pictures, which starts its thread with the first one. */
export function setUpPainter(log: Log): ThreadPainter {
  return new ThreadPainter(threadScript('picture-thread', moduleUrl), log);
}
