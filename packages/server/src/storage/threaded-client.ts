import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client, InArgs, InStatement, ResultSet, Row, Value } from '@libsql/client';
import { UnderWay } from '../domain/under-way.ts';
import { InPlaceTransaction } from './embedded.ts';
import type { DatabaseThread, Outcome, Question } from './embedded-messages.ts';

/** The embedded database as the adapter sees it, while it works in a thread of its own: the event loop does not stand still while the disk works. */
export class ThreadedClient implements Client {
  readonly protocol = 'file';
  readonly #thread: DatabaseThread;
  #isClosed = false;
  /** Statements and transactions. */
  readonly #work = new UnderWay();

  private constructor(thread: DatabaseThread) {
    this.#thread = thread;
  }

  /** Opens a SQLite file with its settings made and read back; throws where the file system cannot provide them. */
  static async open(thread: DatabaseThread, file: string): Promise<ThreadedClient> {
    const client = new ThreadedClient(thread);
    try {
      await client.#ask({ kind: 'open', file });
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
    if (!outcome) throw new Error('a statement was not answered');
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

  /** Lets go of the file and ends the thread, once nothing is under way and nothing follows from what was. */
  async end(): Promise<void> {
    for (await nextTurn(); this.#work.count > 0; await nextTurn()) await this.#work.idle();
    this.#isClosed = true;
    await this.#ask({ kind: 'close' });
    await this.#thread.stop();
  }

  close(): void {
    if (!this.#isClosed) void this.end();
  }

  // nothing here needs these

  batch = (): Promise<never> => unavailable('batch');
  migrate = (): Promise<never> => unavailable('migrate');
  executeMultiple = (): Promise<never> => unavailable('executeMultiple');
  sync = (): Promise<never> => unavailable('sync');

  reconnect(): void {
    throw new Error('the database stays open');
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
