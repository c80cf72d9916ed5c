import type { Log } from '../domain/ports/world.ts';

/** Number of digits of the challenge that name a connection in the log. Only the client and the server know the challenge. */
const NAME_DIGITS = 12;

/** The name of a connection in the log, from the challenge in its greeting. */
export function connectionName(challenge: string): string {
  return challenge.slice(0, NAME_DIGITS);
}

/** A log that adds the connection's name to every line, as `conn`. */
export function connectionLog(log: Log, conn: string): Log {
  return {
    info: (fields, message) => log.info({ conn, ...fields }, message),
    warn: (fields, message) => log.warn({ conn, ...fields }, message),
    error: (fields, message) => log.error({ conn, ...fields }, message),
  };
}
