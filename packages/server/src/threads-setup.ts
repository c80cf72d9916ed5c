import type { Log } from './domain/ports.ts';
import type { Answer, DatabaseThread, Question } from './storage/embedded-messages.ts';
import { ThreadCalls } from './threads/thread-calls.ts';
import { threadScript } from './threads/thread-script.ts';
import { ThreadVerifier } from './threads/thread-verifier.ts';

/** Who checks the signatures of live matches. */
export function setUpVerifier(log: Log): ThreadVerifier {
  return new ThreadVerifier({ script: threadScript('signature-thread', import.meta.url), log });
}

/** Where the embedded database works. Nothing can go on without it: the process ends then, as if it had broken off itself. */
export function startDatabaseThread(): DatabaseThread {
  return new ThreadCalls<Question, Answer>(threadScript('../storage/embedded-thread', import.meta.url), (fault) => {
    throw fault;
  });
}
