import type { Log } from '../domain/ports.ts';

/** So much of the challenge names a connection in the log: who is connected knows it, and nobody else. */
const NAME_DIGITS = 12;

/** What the log calls the connection that was greeted with this challenge. */
export function connectionName(challenge: string): string {
  return challenge.slice(0, NAME_DIGITS);
}

/** The operator's log for what one connection is about: every line has its name, as `conn`. */
export function connectionLog(log: Log, conn: string): Log {
  return {
    info: (fields, message) => log.info({ conn, ...fields }, message),
    warn: (fields, message) => log.warn({ conn, ...fields }, message),
    error: (fields, message) => log.error({ conn, ...fields }, message),
  };
}
