export const hasPostgres: boolean;

/** A port of this machine on which nobody listens. */
export function freePort(): Promise<number>;

export function throwawayPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }>;

export function ownPostgres(): Promise<{
  newDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  start(): Promise<unknown>;
  crash(): Promise<void>;
  /** The id of the process that listens, or null when there is none. */
  postmaster(): number | null;
  stop(): Promise<void>;
}>;
