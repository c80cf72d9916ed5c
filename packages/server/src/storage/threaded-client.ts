import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client, InArgs, InStatement, ResultSet, Row, Value } from '@libsql/client/sqlite3';
import type { PendingCount } from '../shared/pending-count.ts';
import { InPlaceTransaction } from './embedded.ts';
import type { DatabaseThread, OpenQuestion, Outcome, Question } from './embedded-messages.ts';

/** A connection to the embedded database in its own thread, so that disk access does not block the event loop. */
export class ThreadedConnection {
  readonly #thread: DatabaseThread;
  /** Running statements and transactions of all connections to the file. */
  readonly #work: PendingCount;
  #isClosed = false;

  private constructor(thread: DatabaseThread, work: PendingCount) {
    this.#thread = thread;
    this.#work = work;
  }

  /**
   * Opens a SQLite file. Throws when the file system does not support the settings.
   *
   * @param work counts the running statements and transactions of all connections to the file
   */
  static async open(thread: DatabaseThread, how: OpenQuestion, work: PendingCount): Promise<ThreadedConnection> {
    const connection = new ThreadedConnection(thread, work);
    try {
      await connection.#ask({ kind: 'open', ...how });
    } catch (error) {
      await thread.stop();
      throw error;
    }
    return connection;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    const whole = typeof statement === 'string' && args ? { sql: statement, args } : statement;
    const outcome = await this.#work.during(() => this.#ask({ kind: 'execute', statement: whole }));
    if (!outcome) throw new Error('the database thread did not answer a statement');
    return resultOf(outcome);
  }

  /** Begins a transaction. `ended` is called when it has ended, with or without success, or could not begin. */
  async begin(ended: () => void): Promise<InPlaceTransaction> {
    this.#work.begin();
    const end = () => {
      this.#work.end();
      ended();
    };
    try {
      await this.execute('BEGIN IMMEDIATE');
    } catch (error) {
      end();
      throw error;
    }
    return new InPlaceTransaction(this, end);
  }

  /** Closes the connection and ends the thread, after running work of all connections and its continuations have ended. */
  async end(): Promise<void> {
    for (await nextTurn(); this.#work.count > 0; await nextTurn()) await this.#work.idle();
    this.#isClosed = true;
    await this.#ask({ kind: 'close' });
    await this.#thread.stop();
  }

  async #ask(question: Question): Promise<Outcome | null> {
    const answer = await this.#thread.ask(question);
    if ('outcome' in answer) return answer.outcome;
    const { message, ...codes } = answer.fault;
    throw Object.assign(new Error(message), codes);
  }
}

/** A libsql client that shares a connection with others. Each statement outside a transaction, and each transaction, waits for its turn. */
export class ThreadedClient implements Client {
  readonly protocol = 'file';
  readonly #connection: ThreadedConnection;
  readonly #takeTurn: () => Promise<() => void>;

  /** `takeTurn` resolves to a function that ends the turn. */
  constructor(connection: ThreadedConnection, takeTurn: () => Promise<() => void>) {
    this.#connection = connection;
    this.#takeTurn = takeTurn;
  }

  get closed(): boolean {
    return this.#connection.isClosed;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    const endTurn = await this.#takeTurn();
    try {
      return await this.#connection.execute(statement, args);
    } finally {
      endTurn();
    }
  }

  async transaction(): Promise<InPlaceTransaction> {
    return this.#connection.begin(await this.#takeTurn());
  }

  close(): void {
    if (!this.closed) void this.#connection.end();
  }

  // Prisma's adapter does not use these.

  batch = (): Promise<never> => unavailable('batch');
  migrate = (): Promise<never> => unavailable('migrate');
  executeMultiple = (): Promise<never> => unavailable('executeMultiple');
  sync = (): Promise<never> => unavailable('sync');

  reconnect(): void {
    throw new Error('reconnect is not available while the database works in a thread');
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
