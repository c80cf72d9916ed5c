export const hasPostgres: boolean;

/** A free port of this machine. */
export function freePort(): Promise<number>;

export function throwawayPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }>;

export function ownPostgres(): Promise<{
  newDatabase(name: string): Promise<string>;
  /** The rows of a query as texts, with `|` between columns. */
  query(name: string, sql: string): Promise<readonly string[]>;
  dropDatabase(name: string): Promise<void>;
  start(): Promise<unknown>;
  crash(): Promise<void>;
  /** The id of the listening process. Null when there is none. */
  postmaster(): number | null;
  stop(): Promise<void>;
}>;
