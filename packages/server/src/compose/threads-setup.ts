import type { Log } from '../domain/ports.ts';
import { moduleUrl } from '../paths.ts';
import type { Answer, DatabaseThread, Question } from '../storage/embedded-messages.ts';
import { ThreadCalls } from '../threads/thread-calls.ts';
import { threadScript } from '../threads/thread-script.ts';
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
