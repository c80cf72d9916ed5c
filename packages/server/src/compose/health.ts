import type { Health } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import { BOT_ENGINE } from '../domain/bot/bot.ts';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';
import type { Log } from '../domain/ports/world.ts';
import type { Service } from './service.ts';
import type { StoreOutage } from './store-outage.ts';

const BYTES_A_MB = 1024 * 1024;

/** True for a line about an error that follows from the outage of the database. The outage has its own lines. */
function isOfOutage(fields: object): boolean {
  return 'err' in fields && fields.err instanceof StoreUnavailable;
}

/** A log that also counts errors. It leaves out those that follow from an outage of the database. */
export function countErrors(log: Log): Log & { readonly errors: number } {
  let errors = 0;
  return {
    get errors() {
      return errors;
    },
    info: (fields, message) => log.info(fields, message),
    warn(fields, message) {
      if (!isOfOutage(fields)) log.warn(fields, message);
    },
    error(fields, message) {
      if (isOfOutage(fields)) return;
      errors += 1;
      log.error(fields, message);
    },
  };
}

type Counted = Pick<Health, 'ok' | 'errors' | 'limiterKeys' | 'backup' | 'queue' | 'log'>;

/** The health report. */
export function healthOf(service: Service, counted: Counted): Health {
  const { rss, heapUsed } = memory();
  return {
    uptime: Math.floor(process.uptime()),
    online: service.presence.count,
    matches: service.rooms.count,
    ...(service.rooms.links && { links: { ...service.rooms.links, lobby: service.lobby.isReached } }),
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

/** The time limit of one read from the store. */
const READ_LIMIT_MS = 2_000;

/**
 * Returns a function that reads from the store, or answers null while the store fails. Only one read runs at a time. A read that exceeds the
 * time limit counts as failed until it ends.
 */
export function fromStore<T>(read: () => Promise<T>): () => Promise<T | null> {
  let underWay: Promise<T | null> | null = null;
  const begin = () =>
    read()
      .catch(() => null)
      .finally(() => {
        underWay = null;
      });
  return async () => {
    underWay ??= begin();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, READ_LIMIT_MS, null);
    });
    const answer = await Promise.race([underWay, limit]);
    clearTimeout(timer);
    return answer;
  };
}

/** Interval at which the process looks at what its health report says of the store and the backups. */
export const LOOK_EVERY_MS = 5_000;

/** The part of the health report that costs more than reading memory. */
type Looked = Pick<Health, 'ok' | 'queue' | 'backup' | 'log'>;

interface LookParts {
  /** Rejects when the store cannot be written. */
  readonly probe: () => Promise<void>;
  /** Counts the jobs in the store. */
  readonly count: () => Promise<Health['queue']>;
  /** Reads the folder of the backups. */
  readonly backup: () => Health['backup'];
  /** Reads the state of the public log. Undefined if the service has none. */
  readonly log?: () => Promise<Health['log']>;
  readonly outage: Pick<StoreOutage, 'begins' | 'ends'>;
}

/** Looks at the store and the backups in the background, so that a request for the health report waits for neither and causes no work. */
export class HealthLook {
  readonly #write: () => Promise<{ readonly ok: true } | null>;
  readonly #count: () => Promise<{ readonly queue: Health['queue'] } | null>;
  readonly #readFolder: () => Promise<{ readonly backup: Health['backup'] } | null>;
  readonly #readLog: () => Promise<Pick<Health, 'log'> | null>;
  readonly #outage: LookParts['outage'];
  #seen: Looked = { ok: true, queue: { depth: 0, leased: 0 }, backup: null };

  constructor({ probe, count, backup, log, outage }: LookParts) {
    this.#outage = outage;
    this.#write = fromStore(() => probe().then(() => ({ ok: true })));
    this.#count = fromStore(async () => ({ queue: await count() }));
    this.#readFolder = fromStore(async () => ({ backup: backup() }));
    this.#readLog = fromStore(async () => (log ? { log: await log() } : null));
  }

  /** The result of the last look. Queue, backup and public log are the last known ones while they cannot be read. */
  get seen(): Looked {
    return this.#seen;
  }

  /** Looks once. Takes READ_LIMIT_MS at most, also while the store does not answer. */
  async look(): Promise<void> {
    const looks = [this.#write(), this.#count(), this.#readFolder(), this.#readLog()] as const;
    const [written, counted, read, log] = await Promise.all(looks);
    if (written) this.#outage.ends();
    else this.#outage.begins(`a write did not succeed within ${READ_LIMIT_MS} ms`);
    this.#seen = { ...this.#seen, ok: false, ...written, ...counted, ...read, ...log };
  }
}

const memory = cached(() => process.memoryUsage());

function toMB(bytes: number): number {
  return Math.round((bytes / BYTES_A_MB) * 10) / 10;
}
