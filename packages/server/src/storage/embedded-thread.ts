// The embedded database in its own thread: the counterpart of ThreadedClient.
import { parentPort } from 'node:worker_threads';
import { type Client, type InStatement, LibsqlError } from '@libsql/client/sqlite3';
import { Queue } from '../shared/queue.ts';
import { takeMessages } from '../shared/thread-end.ts';
import { closeEmbedded, openEmbedded } from './embedded.ts';
import type { Answer, Fault, Outcome, Question } from './embedded-messages.ts';

let opened: Promise<Client> | null = null;

async function execute(client: Client, statement: InStatement): Promise<Outcome> {
  const { columns, columnTypes, rows, rowsAffected, lastInsertRowid } = await client.execute(statement);
  return { columns, columnTypes, rows: rows.map((row) => Array.from(row)), rowsAffected, lastInsertRowid };
}

async function answer(question: Question): Promise<Outcome | null> {
  if (question.kind === 'open') opened = openEmbedded(question.file, question.readsOnly);
  const client = await opened;
  if (!client) throw new Error('the database is not open');
  if (question.kind === 'execute') return execute(client, question.statement);
  if (question.kind === 'close') await closeEmbedded(client);
  return null;
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof LibsqlError)) return { message: error instanceof Error ? error.message : String(error) };
  const { message, code, rawCode } = error;
  return { message, code, ...(rawCode !== undefined && { rawCode }) };
}

const queue = new Queue();
takeMessages((question: Question) => {
  void queue
    .run(() => answer(question))
    .then<Answer, Answer>(
      (outcome) => ({ outcome }),
      (error) => ({ fault: faultOf(error) }),
    )
    .then((said) => parentPort?.postMessage(said));
});
