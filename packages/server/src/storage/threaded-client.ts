import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client, InArgs, InStatement, ResultSet, Row, Value } from '@libsql/client';
import type { PendingCount } from '../shared/pending-count.ts';
import { InPlaceTransaction } from './embedded.ts';
import type { DatabaseThread, OpenQuestion, Outcome, Question } from './embedded-messages.ts';

/** A libsql client of the embedded database in its own thread, so that disk access does not block the event loop. */
export class ThreadedClient implements Client {
  readonly protocol = 'file';
  readonly #thread: DatabaseThread;
  #isClosed = false;
  /** Running statements and transactions of all connections to the file. */
  readonly #work: PendingCount;

  private constructor(thread: DatabaseThread, work: PendingCount) {
    this.#thread = thread;
    this.#work = work;
  }

  /**
   * Opens a SQLite file. Throws when the file system does not support the settings.
   *
   * @param work counts the running statements and transactions of all connections to the file
   */
  static async open(thread: DatabaseThread, how: OpenQuestion, work: PendingCount): Promise<ThreadedClient> {
    const client = new ThreadedClient(thread, work);
    try {
      await client.#ask({ kind: 'open', ...how });
    } catch (error) {
      await thread.stop();
      throw error;
    }
    return client;
  }

  get closed(): boolean {
    return this.#isClosed;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    const whole = typeof statement === 'string' && args ? { sql: statement, args } : statement;
    const outcome = await this.#work.during(() => this.#ask({ kind: 'execute', statement: whole }));
    if (!outcome) throw new Error('the database thread did not answer a statement');
    return resultOf(outcome);
  }

  async transaction(): Promise<InPlaceTransaction> {
    this.#work.begin();
    const ended = () => this.#work.end();
    try {
      await this.execute('BEGIN IMMEDIATE');
    } catch (error) {
      ended();
      throw error;
    }
    return new InPlaceTransaction(this, ended);
  }

  /** Closes the connection and ends the thread, after running work of all connections and its continuations have ended. */
  async end(): Promise<void> {
    for (await nextTurn(); this.#work.count > 0; await nextTurn()) await this.#work.idle();
    this.#isClosed = true;
    await this.#ask({ kind: 'close' });
    await this.#thread.stop();
  }

  close(): void {
    if (!this.#isClosed) void this.end();
  }

  // Prisma's adapter does not use these.

  batch = (): Promise<never> => unavailable('batch');
  migrate = (): Promise<never> => unavailable('migrate');
  executeMultiple = (): Promise<never> => unavailable('executeMultiple');
  sync = (): Promise<never> => unavailable('sync');

  reconnect(): void {
    throw new Error('reconnect is not available while the database works in a thread');
  }

  async #ask(question: Question): Promise<Outcome | null> {
    const answer = await this.#thread.ask(question);
    if ('outcome' in answer) return answer.outcome;
    const { message, ...codes } = answer.fault;
    throw Object.assign(new Error(message), codes);
  }
}

function resultOf({ rows, ...rest }: Outcome): ResultSet {
  const result = { ...rest, rows: rows.map(rowOf) };
  return { ...result, toJSON: () => result };
}

function rowOf(values: readonly Value[]): Row {
  return { ...Object.fromEntries(values.entries()), length: values.length };
}

function unavailable(name: string): Promise<never> {
  return Promise.reject(new Error(`${name} is not available while the database works in a thread`));
}
