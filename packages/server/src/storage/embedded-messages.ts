import type { InStatement, ResultSet, Value } from '@libsql/client';

/** What the thread of the embedded database is asked; `open` first, `close` last. */
export type Question =
  | { readonly kind: 'open'; readonly file: string }
  | { readonly kind: 'execute'; readonly statement: InStatement }
  | { readonly kind: 'close' };

/** What a statement came to, its rows as plain lists. */
export interface Outcome extends Pick<ResultSet, 'columns' | 'columnTypes' | 'rowsAffected' | 'lastInsertRowid'> {
  readonly rows: readonly (readonly Value[])[];
}

/** An error as it crosses between threads: what the adapter reads of it. */
export interface Fault {
  readonly message: string;
  readonly code?: string;
  readonly rawCode?: number;
}

export type Answer = { readonly outcome: Outcome | null } | { readonly fault: Fault };

/** A thread that answers in the order in which it is asked. */
export interface DatabaseThread {
  /** Rejects when the thread has ended. */
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}
