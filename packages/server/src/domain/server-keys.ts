import type { Key, Succession } from 'bg-record';

/** The signing keys of this server. */
export interface ServerKeys {
  /** The key of all new matches. */
  readonly present: Key;
  /** Earlier keys, for live matches that began under them. The most recent first. */
  readonly former: readonly Key[];
  /** The chain of statements that leads to the present key, the oldest first. Empty when the key never changed. */
  readonly succession: readonly Succession[];
}

/** The key with this public half. Returns null when this process does not have it. */
export function keyWith(pub: string, { present, former }: ServerKeys): Key | null {
  return [present, ...former].find((key) => key.pub === pub) ?? null;
}
