import type {
  AcquiredMatch,
  Beat,
  Holding,
  LeaseName,
  LeaseStore,
  OwnRow,
  ProcessRow,
  Release,
} from '../domain/ports/leases.ts';
import { Prisma } from '../generated/sqlite/client.ts';
import { type Db, isMissingParent, isRefused } from './db.ts';

/** The clock of the storage in milliseconds since the epoch, for a statement. */
type StorageClock = () => Prisma.Sql;

/** All processes ask PostgreSQL for the time. */
export const postgresClock: StorageClock = () =>
  Prisma.sql`CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`;

/** The embedded database belongs to one process, whose clock is as good as any other. */
export const embeddedClock =
  (now: () => number): StorageClock =>
  () =>
    Prisma.sql`${BigInt(now())}`;

interface LeaseStoreParts {
  /** For the matches of a process. */
  readonly db: Db;
  /** For what a process does to stay alive. */
  readonly heartbeats: Db;
  readonly clock: StorageClock;
  /** Returns a number greater than all before. */
  readonly number: () => Promise<number>;
  /** True if one process has the database for itself. */
  readonly isExclusive: boolean;
}

export function leaseStore({ db, heartbeats, clock, number, isExclusive }: LeaseStoreParts): LeaseStore {
  return {
    isExclusive,
    number,
    // A process that is alone need not store that it owns everything.
    acquireNamed: async (id, name) =>
      isExclusive ? { id, address: null, silentMs: 0 } : acquireNamed(db, clock, id, name),
    releaseNamed: async (id, name) => {
      if (!isExclusive) await db.lease.deleteMany({ where: { name, processId: id } });
    },
    register: (own, silentMs) => register(heartbeats, clock, own, silentMs),
    renew: (own, now, most) => renew(heartbeats, clock, { own, now, most }),
    expire: (id, silentMs, freeFrom) => remove(db, { id, freeFrom, where: silentFor(clock, silentMs) }),
    acquire: (id, match) => acquire(db, id, match),
    release: (id, match, release) => releaseMatch(db, id, match, release),
    holdings: (matches) => holdings(db, clock, matches),
    nextFree: async () => {
      const where = { freeFrom: { not: null } };
      const first = await db.liveMatch.findFirst({ where, orderBy: { freeFrom: 'asc' }, select: { freeFrom: true } });
      return first && Number(first.freeFrom);
    },
    resumed: async (id, matches) => {
      await db.liveMatch.updateMany({ where: { id: { in: [...matches] }, ownerId: id }, data: { lostAt: null } });
    },
    leave: async (id, lostAt, freeFrom) => void (await remove(db, { id, lostAt, freeFrom })),
    others: async (id) => {
      const rows = await db.$queryRaw<readonly ProcessColumns[]>`
        SELECT id, address, ${clock()} - seen_at AS silent FROM processes WHERE id <> ${id}`;
      return rows.map(toProcess);
    },
    reset: async () => {
      for (const { id } of await db.process.findMany({ select: { id: true } })) await remove(db, { id, freeFrom: 0 });
    },
  };
}

async function register(db: Db, clock: StorageClock, own: OwnRow, silentMs: number): Promise<void> {
  const { id, address, beatAt } = own;
  await db.$executeRaw`INSERT INTO processes (id, address, beat_at, seen_at)
    VALUES (${id}, ${address}, ${BigInt(beatAt)}, ${clock()})
    ON CONFLICT (id) DO UPDATE SET address = ${address}, beat_at = ${BigInt(beatAt)}, seen_at = ${clock()}`;
  if (address === null) return;
  // Nobody else can listen there any more.
  const gone = await db.process.findMany({ where: { address, id: { not: id } }, select: { id: true } });
  for (const one of gone) await remove(db, { id: one.id, freeFrom: beatAt, where: silentFor(clock, silentMs) });
}

interface Renewal {
  readonly own: OwnRow;
  readonly now: number;
  readonly most: number;
}

/** Each process does this every second, so it is one statement. Neither ids nor addresses contain a space or a comma. */
async function renew(db: Db, clock: StorageClock, { own, now, most }: Renewal): Promise<Beat | null> {
  const { id, beatAt } = own;
  const [row] = await db.$queryRaw<readonly BeatColumns[]>`
    UPDATE processes SET beat_at = ${BigInt(beatAt)}, seen_at = ${clock()} WHERE id = ${id} RETURNING
      (SELECT string_agg(other.id || ' ' || CAST(${clock()} - other.seen_at AS TEXT) || ' ' || COALESCE(other.address, ''), ',')
        FROM processes AS other WHERE other.id <> ${id}) AS others,
      (SELECT string_agg(first.id, ',') FROM (SELECT id FROM live_matches WHERE free_from <= ${BigInt(now)}
        ORDER BY free_from, created, id LIMIT ${most}) AS first) AS free`;
  if (!row) return null;
  const others = listed(row.others).map((text) => {
    const [other = '', silent, address] = text.split(' ');
    return toProcess({ id: other, address: address || null, silent: Number(silent) });
  });
  return { others, free: listed(row.free) };
}

interface BeatColumns {
  readonly others: string | null;
  readonly free: string | null;
}

function listed(text: string | null): readonly string[] {
  return text === null ? [] : text.split(',');
}

interface ProcessColumns {
  readonly id: string;
  readonly address: string | null;
  readonly silent: bigint | number;
}

function toProcess({ id, address, silent }: ProcessColumns): ProcessRow {
  return { id, address, silentMs: Math.max(0, Number(silent)) };
}

async function acquire(db: Db, id: string, match: string): Promise<AcquiredMatch | 'expired' | null> {
  try {
    const [row] = await db.$queryRaw<readonly AcquiredColumns[]>`
      UPDATE live_matches SET owner = ${id}, free_from = NULL WHERE id = ${match} AND (owner IS NULL OR owner = ${id})
      RETURNING lost_at AS "lostAt", dated_until AS "datedUntil"`;
    return row ? { lostAt: toNumber(row.lostAt), datedUntil: toNumber(row.datedUntil) } : null;
  } catch (error) {
    if (isRefused(error, 'ForeignKeyConstraintViolation')) return 'expired';
    throw error;
  }
}

interface AcquiredColumns {
  readonly lostAt: bigint | number | null;
  readonly datedUntil: bigint | number | null;
}

function toNumber(value: bigint | number | null): number | null {
  return value === null ? null : Number(value);
}

async function releaseMatch(db: Db, id: string, match: string, release: Release): Promise<boolean> {
  const { length, freeFrom, lostAt, datedUntil } = release;
  const isLast = { none: { n: { gte: length } } };
  const note = { lostAt: lostAt === null ? null : BigInt(lostAt), datedUntil: BigInt(datedUntil) };
  const { count } = await db.liveMatch.updateMany({
    where: { id: match, ownerId: id, lostAt: null, events: isLast },
    data: { ownerId: null, freeFrom: BigInt(freeFrom), ...note },
  });
  return count === 1;
}

async function holdings(
  db: Db,
  clock: StorageClock,
  matches: readonly string[],
): Promise<ReadonlyMap<string, Holding>> {
  if (matches.length === 0) return new Map();
  const rows = await db.$queryRaw<readonly (HoldingColumns & { readonly match: string })[]>`
    SELECT live_matches.id AS match, processes.id AS id, address, ${clock()} - seen_at AS silent
    FROM live_matches LEFT JOIN processes ON processes.id = live_matches.owner
    WHERE live_matches.id IN (${Prisma.join([...matches])})`;
  return new Map(
    rows.map(({ match, id, ...row }) => [match, { owner: id === null ? null : toProcess({ ...row, id }) }]),
  );
}

/** The owner of the lease ends with its row, so a lease that is there has a living one, or one that is not expired yet. */
async function acquireNamed(db: Db, clock: StorageClock, id: string, name: LeaseName): Promise<ProcessRow | 'expired'> {
  try {
    await db.$executeRaw`INSERT INTO leases (name, process) VALUES (${name}, ${id}) ON CONFLICT (name) DO NOTHING`;
  } catch (error) {
    if (isRefused(error, 'ForeignKeyConstraintViolation')) return 'expired';
    throw error;
  }
  const [row] = await db.$queryRaw<readonly ProcessColumns[]>`
    SELECT processes.id AS id, address, ${clock()} - seen_at AS silent
    FROM leases JOIN processes ON processes.id = leases.process WHERE leases.name = ${name}`;
  // The owner was expired between the two statements.
  return row ? toProcess(row) : acquireNamed(db, clock, id, name);
}

interface HoldingColumns extends Omit<ProcessColumns, 'id'> {
  readonly id: string | null;
}

/** A process of which the storage has heard nothing for this long. */
function silentFor(clock: StorageClock, silentMs: number): Prisma.Sql {
  return Prisma.sql`AND seen_at <= ${clock()} - CAST(${silentMs} AS BIGINT)`;
}

interface Removal {
  readonly id: string;
  readonly freeFrom: number;
  /** By default the newest heartbeat of the process. */
  readonly lostAt?: number;
  /** A further condition on the row of the process. */
  readonly where?: Prisma.Sql;
}

/**
 * Removes a process if its row still fulfils the condition. Its matches become free, also correspondence matches, and note when it was last alive. A
 * process may leave while others expire it. Both lock its row before its matches, because two orders could deadlock.
 */
async function remove(db: Db, removal: Removal): Promise<boolean> {
  try {
    return await removeWith(db, removal);
  } catch (error) {
    // The process has acquired a match since its matches were freed. That match is among them now.
    if (!isMissingParent(error)) throw error;
    return removeWith(db, removal);
  }
}

function removeWith(db: Db, { id, freeFrom, lostAt, where = Prisma.empty }: Removal): Promise<boolean> {
  return db.$transaction(async (transaction) => {
    const held = await transaction.$executeRaw`UPDATE processes SET id = id WHERE id = ${id} ${where}`;
    if (held === 0) return false;
    const since =
      lostAt === undefined
        ? Prisma.sql`(SELECT beat_at FROM processes WHERE id = ${id})`
        : Prisma.sql`${BigInt(lostAt)}`;
    await transaction.$executeRaw`UPDATE live_matches
      SET lost_at = COALESCE(lost_at, ${since}), owner = NULL, free_from = ${BigInt(freeFrom)} WHERE owner = ${id}`;
    await transaction.process.deleteMany({ where: { id } });
    return true;
  });
}

/** The numbers of a sequence that all processes share. */
export async function postgresNumber(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<readonly { readonly next: bigint }[]>`SELECT nextval('connection_numbers') AS next`;
  if (!row) throw new Error('PostgreSQL returned no number of its sequence');
  return Number(row.next);
}

/** The numbers of the only process. */
export function ownNumbers(): () => Promise<number> {
  let last = 0;
  return async () => ++last;
}
