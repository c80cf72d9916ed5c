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
    ...{ ok: true, uptime: Math.floor(process.uptime()) },
    ...{ online: service.presence.count, matches: service.tables.count },
    ...{ rssMB: toMB(rss), heapMB: toMB(heapUsed) },
    ...{ botEngine: BOT_ENGINE, dice: PROTOCOL, serverKey: service.serverPub },
    ...counted,
  };
}

const MEMORY_LASTS_MS = 1_000;
let measured = { at: Number.NEGATIVE_INFINITY, ...process.memoryUsage() };

/** Asking the system costs more than all the rest of the answer, so it is asked once a second at most. */
function memory(): NodeJS.MemoryUsage {
  const at = performance.now();
  if (at - measured.at >= MEMORY_LASTS_MS) measured = { at, ...process.memoryUsage() };
  return measured;
}

function toMB(bytes: number): number {
  return Math.round((bytes / BYTES_A_MB) * 10) / 10;
}
