import type { Key, Succession } from 'bg-record';

/** The keys that this server signs with, and how its present key came to be. */
export interface ServerKeys {
  /** New matches are begun under it. */
  readonly present: Key;
  /** For matches that were begun under them and still go on; the one before the present first. */
  readonly former: readonly Key[];
  /** What leads to the present key, the oldest statement first; empty where it was always this one. */
  readonly succession: readonly Succession[];
}

/** The key with this public half, or null when this process does not have it. */
export function keyWith(pub: string, { present, former }: ServerKeys): Key | null {
  return [present, ...former].find((key) => key.pub === pub) ?? null;
}
