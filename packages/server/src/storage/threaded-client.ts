import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client, InArgs, InStatement, ResultSet, Row, Value } from '@libsql/client';
import { InPlaceTransaction } from './embedded.ts';
import type { DatabaseThread, Outcome, Question } from './embedded-messages.ts';

/** The embedded database as the adapter sees it, while it works in a thread of its own: the event loop does not stand still while the disk works. */
export class ThreadedClient implements Client {
  readonly protocol = 'file';
  readonly #thread: DatabaseThread;
  #isClosed = false;
  /** Statements, and transactions, that have begun and not ended. */
  #underWay = 0;
  #quiet: () => void = () => undefined;

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
    this.#underWay += 1;
    try {
      const outcome = await this.#ask({ kind: 'execute', statement: whole });
      if (!outcome) throw new Error('a statement was not answered');
      return resultOf(outcome);
    } finally {
      this.#leave();
    }
  }

  async transaction(): Promise<InPlaceTransaction> {
    this.#underWay += 1;
    try {
      await this.execute('BEGIN IMMEDIATE');
    } catch (error) {
      this.#leave();
      throw error;
    }
    return new InPlaceTransaction(this, () => this.#leave());
  }

  /** Lets go of the file and ends the thread, once nothing is under way and nothing follows from what was. */
  async end(): Promise<void> {
    await nextTurn();
    while (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#quiet = resolve;
      });
      await nextTurn();
    }
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

  #leave(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#quiet();
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
