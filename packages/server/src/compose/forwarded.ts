import type { IncomingMessage, Server } from 'node:http';
import type { Log } from '../domain/ports/world.ts';

const HOUR_MS = 3_600_000;

/** The paths at which proxies and monitors check the process. Their own requests do not carry the header. */
const CHECKED = new Set(['/', '/healthz']);

/**
 * For a service that trusts no proxy: warns once an hour at most, after an hour in which most requests carried `X-Forwarded-For`. Anyone can
 * send that header, but a proxy adds it to all requests.
 *
 * @param now milliseconds of a clock that is never set
 */
export function warnOfProxy(server: Server, log: Log, now: () => number = () => performance.now()): void {
  let [since, requests, forwarded] = [now(), 0, 0];
  const count = ({ url, headers }: IncomingMessage) => {
    if (now() - since >= HOUR_MS) {
      if (2 * forwarded > requests) warn(log, { requests, forwarded });
      [since, requests, forwarded] = [now(), 0, 0];
    }
    if (CHECKED.has(url ?? '')) return;
    requests += 1;
    if (headers['x-forwarded-for'] !== undefined) forwarded += 1;
  };
  server.on('request', count);
  server.on('upgrade', count);
}

function warn(log: Log, counts: { readonly requests: number; readonly forwarded: number }): void {
  log.warn(
    counts,
    'TRUST_PROXY is 0, but most requests of an hour carried X-Forwarded-For: if your reverse proxy adds it, all visitors share one limit and one ban; set TRUST_PROXY=1',
  );
}
