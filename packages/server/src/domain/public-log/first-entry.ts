import type { LogEntry } from 'bg-record';
import type { ServerKeys } from '../server-keys.ts';

/** The content that the first entry of a log needs. */
interface LogName {
  readonly origin: string;
  /** The verifier key. */
  readonly key: string;
  /** The public keys of the server, the former ones included. */
  readonly servers: readonly string[];
}

/** The keys that may have signed the first entry: the present key, and those that it has succeeded. */
export function signersOf({ present, succession }: Pick<ServerKeys, 'present' | 'succession'>): readonly string[] {
  return [present.pub, ...succession.map(({ previous }) => previous)];
}

/** True if the entry names this key for this log. Pages and auditors accept no log that begins with another entry. */
export function namesLog(entry: LogEntry, { origin, key, servers }: LogName): boolean {
  return entry.type === 'log-key' && entry.origin === origin && entry.key === key && servers.includes(entry.server);
}
