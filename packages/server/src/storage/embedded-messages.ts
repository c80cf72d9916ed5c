import type { InStatement, ResultSet, Value } from '@libsql/client/sqlite3';

/** How to open a file. */
export interface OpenQuestion {
  readonly file: string;
  /** If true, the connection refuses statements that write. Another connection must have opened the file before. */
  readonly readsOnly?: boolean;
}

/** A request to a database thread. `open` comes first and `close` last. */
export type Question =
  | ({ readonly kind: 'open' } & OpenQuestion)
  | { readonly kind: 'execute'; readonly statement: InStatement }
  | { readonly kind: 'close' };

/** The result of a statement, with rows as arrays. */
export interface Outcome extends Pick<ResultSet, 'columns' | 'columnTypes' | 'rowsAffected' | 'lastInsertRowid'> {
  readonly rows: readonly (readonly Value[])[];
}

/** An error in a form that can be posted between threads, with the fields that the adapter reads. */
export interface Fault {
  readonly message: string;
  readonly code?: string;
  readonly rawCode?: number;
}

export type Answer = { readonly outcome: Outcome | null } | { readonly fault: Fault };

/** A thread that answers requests in order. */
export interface DatabaseThread {
  /** Rejects when the thread has ended. */
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}
