import type { Health } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import { BOT_ENGINE } from '../domain/bot/bot.ts';
import type { Log } from '../domain/ports/world.ts';
import type { Service } from './service.ts';

const BYTES_A_MB = 1024 * 1024;

/** A log that also counts errors. */
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

type Counted = Pick<Health, 'ok' | 'errors' | 'limiterKeys' | 'backup' | 'queue' | 'redis'>;

/** The health report. */
export function healthOf(service: Service, counted: Counted): Health {
  const { rss, heapUsed } = memory();
  return {
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

/** How long an expensive figure is cached. */
const LASTS_MS = 1_000;

/** Caches the result of `ask` for LASTS_MS. */
export function cached<T>(ask: () => T, now: () => number = () => performance.now()): () => T {
  let known: { readonly at: number; readonly answer: T } | null = null;
  return () => {
    if (known === null || now() - known.at >= LASTS_MS) known = { at: now(), answer: ask() };
    return known.answer;
  };
}

/** Minimum interval between probes. */
const PROBE_EVERY_MS = 5_000;
/** The time limit of one read from the store. */
const READ_LIMIT_MS = 2_000;

/**
 * Returns a function that reads from the store, or answers null while the store fails. Only one read runs at a time, and its result is
 * cached for `everyMs`. A read that exceeds the time limit counts as failed until it ends.
 */
export function fromStore<T>(
  read: () => Promise<T>,
  everyMs = LASTS_MS,
  now = () => performance.now(),
): () => Promise<T | null> {
  let answeredAt = Number.NEGATIVE_INFINITY;
  let known: T | null = null;
  let underWay: Promise<void> | null = null;
  const begin = () =>
    read()
      .catch(() => null)
      .then((answer) => {
        known = answer;
        answeredAt = now();
        underWay = null;
      });
  return async () => {
    if (underWay === null && now() - answeredAt < everyMs) return known;
    underWay ??= begin();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, READ_LIMIT_MS, 'late');
    });
    const end = await Promise.race([underWay, limit]);
    clearTimeout(timer);
    return end === 'late' ? null : known;
  };
}

/** Returns a function that tells if the store can be written. */
export function storeProbe(probe: () => Promise<void>, now = () => performance.now()): () => Promise<boolean> {
  const isWritten = () => probe().then(() => true);
  const works = fromStore(isWritten, PROBE_EVERY_MS, now);
  return async () => (await works()) ?? false;
}

/** Returns a function that reads from the store, and answers the last known value while the store fails. */
export function lastKnown<T>(read: () => Promise<T>, first: T, now = () => performance.now()): () => Promise<T> {
  let known = first;
  const ask = fromStore(read, LASTS_MS, now);
  return async () => {
    known = (await ask()) ?? known;
    return known;
  };
}

const memory = cached(() => process.memoryUsage());

function toMB(bytes: number): number {
  return Math.round((bytes / BYTES_A_MB) * 10) / 10;
}
