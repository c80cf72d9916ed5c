import type { Health } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import { BOT_ENGINE } from './domain/bot/bot.ts';
import type { Log } from './domain/ports.ts';
import type { Service } from './domain/service.ts';

const BYTES_A_MB = 1024 * 1024;

/** A log that counts the errors which it passes on. */
export function countErrors(log: Log): Log & { readonly errors: number } {
  let errors = 0;
  return {
    get errors() {
      return errors;
    },
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error(fields, message) {
      errors += 1;
      log.error(fields, message);
    },
  };
}

type Counted = Pick<Health, 'errors' | 'limiterKeys' | 'backup' | 'queue' | 'redis'>;

/** How the process is. */
export function healthOf(service: Service, counted: Counted): Health {
  const { rss, heapUsed } = memory();
  return {
    ok: true,
    uptime: Math.floor(process.uptime()),
    online: service.presence.count,
    matches: service.tables.count,
    rssMB: toMB(rss),
    heapMB: toMB(heapUsed),
    botEngine: BOT_ENGINE,
    dice: PROTOCOL,
    serverKey: service.serverPub,
    ...counted,
  };
}

/** So long an answer counts that costs more than all the rest of the report: one of the system, or a count of many. */
const LASTS_MS = 1_000;

/** Asks at most once in so long. */
export function lately<T>(ask: () => T, now: () => number = () => performance.now()): () => T {
  let known: { readonly at: number; readonly answer: T } | null = null;
  return () => {
    if (known === null || now() - known.at >= LASTS_MS) known = { at: now(), answer: ask() };
    return known.answer;
  };
}

const memory = lately(() => process.memoryUsage());

function toMB(bytes: number): number {
  return Math.round((bytes / BYTES_A_MB) * 10) / 10;
}
