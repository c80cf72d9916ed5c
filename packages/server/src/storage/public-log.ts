import { decodeLogEntry, encodeLogEntry, type LogEntry, logEntryBytes } from 'bg-record';
import {
  encodeBundle,
  HASH_BYTES,
  type LogFiles,
  parseCheckpoint,
  parseTilePath,
  TILE_WIDTH,
  type TilePlace,
  tilePath,
} from 'tlog-kit';
import type { LogBacklog, PublicLogStore } from '../domain/ports/log.ts';
import { matchEntry, refOf } from '../domain/public-log/entries.ts';
import type { LogHead, LogPending, Match } from '../generated/sqlite/client.ts';
import { type Db, inserted, type Transaction } from './db.ts';
import { toStoredRow } from './rows.ts';

/** The only row of the head and of the claim. */
const ONLY = 1;
/** `backlog` counts no further. */
const COUNTED = 100_000;

/**
 * The public log in the database. Bundles are not stored: they are made of the entries. Of each tile only the widest form is stored,
 * because a narrower one is its beginning.
 *
 * @param reads for files and notes, which requests read
 */
export function publicLogStore(db: Db, reads: Db): PublicLogStore {
  return {
    readCommitted: async () => (await headOf(db))?.committed ?? null,
    commit: (previous, next) => commit(db, previous, next),
    stage: (text, files) => stage(db, text, files),
    readStaged: (text) => readStaged(db, text),
    // Tiles of smaller trees that were staged and never committed cannot be committed any more.
    unstage: async (text) => void (await db.logStagedTile.deleteMany({ where: { size: { lte: sizeOf(text) } } })),
    write: (files) => write(db, tilesIn(files)),
    read: (path) => read(reads, path),
    readPublished: async () => (await headOf(reads))?.note ?? null,
    async publish(note, size) {
      const where = { id: ONLY, OR: [{ noteSize: null }, { noteSize: { lte: size } }] };
      await db.logHead.updateMany({ where, data: { note, noteSize: size } });
    },
    add: (entry, at) => addToLog(db, entry, at),
    isWaiting: () => isWaiting(reads),
    backlog: () => backlog(reads),
    firstEntry: () => firstEntry(db),
    restart: (statement, at) => replace(db, { text: null, statements: [statement], at }),
    assign: (most) => assign(db, most),
    async entriesFrom(position, most) {
      const where = { position: { gte: position } };
      const rows = await db.logEntry.findMany({ where, orderBy: { position: 'asc' }, take: most });
      return rows.map(({ text }) => logEntryBytes(text));
    },
    async positionOf(match) {
      const row = await reads.logEntry.findUnique({ where: { ref: match }, select: { position: true } });
      return row?.position ?? null;
    },
    publishedSize: async () => (await headOf(reads))?.noteSize ?? null,
    claim: (owner, now, until) => claim(db, { owner, now, until }),
    release: async (owner) => void (await db.logSequencer.deleteMany({ where: { id: ONLY, owner } })),
    halt: async (halted) => void (await db.logHead.updateMany({ where: { id: ONLY, halted: null }, data: { halted } })),
    haltReason: async () => (await headOf(db))?.halted ?? null,
    async resume() {
      const { count } = await db.logHead.updateMany({ where: { NOT: { halted: null } }, data: { halted: null } });
      return count === 1;
    },
    replace: (text, statements, at) => replace(db, { text, statements, at }),
    async hasEnded(origin) {
      const where = { ref: `log-end/${origin}` };
      return (
        (await db.logPending.findUnique({ where })) !== null || (await reads.logEntry.findUnique({ where })) !== null
      );
    },
  };
}

function headOf(db: Db): Promise<LogHead | null> {
  return db.logHead.findUnique({ where: { id: ONLY } });
}

async function commit(db: Db, previous: string | null, next: string): Promise<boolean> {
  const head = { committed: next, size: sizeOf(next) };
  if (previous !== null) {
    // A process that does not know yet that another one has stopped the log commits nothing either.
    const where = { id: ONLY, committed: previous, halted: null };
    const { count } = await db.logHead.updateMany({ where, data: head });
    return count === 1;
  }
  const newest = await db.match.aggregate({ _max: { seq: true } });
  return inserted(db.logHead.create({ data: { id: ONLY, ...head, importedTo: newest._max.seq ?? 0 } }));
}

function sizeOf(text: string): number {
  const checkpoint = parseCheckpoint(text);
  if (!checkpoint.ok) throw new Error(`not a checkpoint: ${checkpoint.message}`);
  return checkpoint.value.size;
}

interface StoredTile {
  readonly level: number;
  readonly place: number;
  readonly width: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The tiles among the files. */
function tilesIn(files: LogFiles): readonly StoredTile[] {
  return [...files].flatMap(([path, bytes]) => {
    const { level, index, width } = placeOf(path);
    return level === 'entries' ? [] : { level, place: index, width, bytes: Uint8Array.from(bytes) };
  });
}

function placeOf(path: string): TilePlace {
  const place = parseTilePath(path);
  if (!place.ok) throw new Error(`not a file of a log: ${path}`);
  return place.value;
}

/**
 * Two processes may stage the same tree at a time, because a claim ends by the clock. Equal checkpoints have equal tiles, so the rows of the
 * first stay. Hand-written, because Prisma cannot leave out rows that exist in SQLite.
 */
async function stage(db: Db, text: string, files: LogFiles): Promise<void> {
  const size = sizeOf(text);
  await db.$transaction(async (transaction) => {
    for (const { level, place, width, bytes } of inOrder(tilesIn(files))) {
      await transaction.$executeRaw`INSERT INTO log_staged_tiles (checkpoint, size, level, place, width, bytes)
        VALUES (${text}, ${size}, ${level}, ${place}, ${width}, ${bytes}) ON CONFLICT (checkpoint, level, place) DO NOTHING`;
    }
  });
}

/** Returns the tiles in an order that all processes use, so that two of them cannot deadlock. */
function inOrder(tiles: readonly StoredTile[]): StoredTile[] {
  return [...tiles].sort((a, b) => a.level - b.level || a.place - b.place || a.width - b.width);
}

async function readStaged(db: Db, text: string): Promise<LogFiles | null> {
  const rows = await db.logStagedTile.findMany({ where: { checkpoint: text } });
  if (rows.length === 0) return null;
  return new Map(rows.map(({ level, place, width, bytes }) => [tilePath({ level, index: place, width }), bytes]));
}

/** Hand-written, because Prisma's upsert has no condition. */
async function write(db: Db, tiles: readonly StoredTile[]): Promise<void> {
  await db.$transaction(async (transaction) => {
    for (const { level, place, width, bytes } of inOrder(tiles)) {
      await transaction.$executeRaw`INSERT INTO log_tiles (level, place, width, bytes) VALUES (${level}, ${place}, ${width}, ${bytes})
        ON CONFLICT (level, place) DO UPDATE SET width = excluded.width, bytes = excluded.bytes WHERE log_tiles.width < excluded.width`;
    }
  });
}

/** A file of the committed tree. */
async function read(db: Db, path: string): Promise<Uint8Array | null> {
  const { level, index, width } = placeOf(path);
  // Larger numbers do not fit into the columns, and no log is that large.
  if (index > MAX_INDEX) return null;
  if (level === 'entries') return readBundle(db, index, width);
  const tile = await db.logTile.findUnique({ where: { level_place: { level, place: index } } });
  return tile && tile.width >= width ? tile.bytes.subarray(0, width * HASH_BYTES) : null;
}

const MAX_INDEX = Math.floor((2 ** 31 - 1) / TILE_WIDTH) - 1;

async function readBundle(db: Db, index: number, width: number): Promise<Uint8Array | null> {
  const from = index * TILE_WIDTH;
  const head = await headOf(db);
  if (!head || head.size < from + width) return null;
  const where = { position: { gte: from, lt: from + width } };
  const rows = await db.logEntry.findMany({ where, orderBy: { position: 'asc' }, select: { text: true } });
  return encodeBundle(rows.map(({ text }) => logEntryBytes(text)));
}

/** Adds an entry that is no finished match. Takes a transaction, so that the entry is stored with what it is about. */
export async function addToLog(db: Db | Transaction, entry: LogEntry, at: number): Promise<void> {
  const ref = refOf(entry);
  const isThere =
    (await db.logPending.findUnique({ where: { ref } })) ?? (await db.logEntry.findUnique({ where: { ref } }));
  if (isThere) return;
  const text = encodeLogEntry(entry);
  // Another process may have added it since.
  await db.$executeRaw`INSERT INTO log_pending (ref, type, text, at) VALUES (${ref}, ${entry.type}, ${text}, ${BigInt(at)})
    ON CONFLICT (ref) DO NOTHING`;
}

/** Hand-written because it runs twice a second. Works on both databases. */
async function isWaiting(db: Db): Promise<boolean> {
  const rows = await db.$queryRaw<readonly unknown[]>`SELECT 1 AS waiting WHERE
    EXISTS (SELECT 1 FROM matches WHERE logged = false)
    OR EXISTS (SELECT 1 FROM log_pending WHERE type NOT IN ('log-key', 'server-key'))
    OR EXISTS (SELECT 1 FROM log_entries WHERE position >= (SELECT size FROM log_heads))
    OR EXISTS (SELECT 1 FROM log_heads WHERE note_size IS NULL OR note_size < size)
    OR (EXISTS (SELECT 1 FROM log_pending) AND (EXISTS (SELECT 1 FROM log_heads) OR EXISTS (SELECT 1 FROM live_matches)))`;
  return rows.length > 0;
}

async function firstEntry(db: Db): Promise<LogEntry | null> {
  const row =
    (await db.logEntry.findUnique({ where: { position: 0 } })) ??
    (await db.logPending.findFirst({ where: { type: 'log-key' }, orderBy: { seq: 'asc' } }));
  if (row === null) return null;
  const entry = decodeLogEntry(logEntryBytes(row.text));
  if (!entry.ok) throw new Error(`the first entry of the public log is damaged: ${entry.message}`);
  return entry.value;
}

/** A canonical entry with this text is that of an imported match: quotes in a text are escaped. */
const IMPORTED = '"imported":true';

async function backlog(db: Db): Promise<LogBacklog> {
  if (!(await isWaiting(db))) return { entries: 0, oldest: null };
  const head = await headOf(db);
  const [size, importedTo] = [head?.noteSize ?? 0, head?.importedTo ?? 0];
  const isLater = { position: { gte: size } };
  const [waiting, ...counts] = await Promise.all([
    seqsWaiting(db, COUNTED),
    db.logPending.count({ take: COUNTED }),
    db.logEntry.count({ where: isLater, take: COUNTED }),
  ]);
  const first = head && waiting.find((seq) => seq > importedTo);
  const match = first ? await db.match.findUnique({ where: { seq: first }, select: { finished: true } }) : null;
  const pending = await db.logPending.findFirst({ orderBy: { seq: 'asc' } });
  const isNoImport = { ...isLater, NOT: { text: { contains: IMPORTED } } };
  const entry = await db.logEntry.findFirst({ where: isNoImport, orderBy: { position: 'asc' } });
  const times = [match?.finished, pending?.at, entry?.at].flatMap((at) => (at === undefined ? [] : Number(at)));
  return {
    entries: counts.reduce((sum, count) => sum + count, waiting.length),
    oldest: times.length === 0 ? null : Math.min(...times),
  };
}

/** Another process has given positions to some of the same entries. */
class Outrun extends Error {}

async function assign(db: Db, most: number): Promise<number> {
  const head = await headOf(db);
  if (!head) throw new Error('the public log has not been created');
  const waiting = await readWaiting(db, most);
  const texts = waiting.map((one) => ('text' in one ? one : fromMatch(one, head)));
  if (texts.length === 0) return 0;
  const matches = waiting.flatMap((one) => ('text' in one ? [] : one.seq));
  const others = waiting.flatMap((one) => ('text' in one ? one.seq : []));
  try {
    await db.$transaction(async (transaction) => {
      // Locks the row without changing it: one process at a time gives positions.
      await transaction.$executeRaw`UPDATE log_heads SET id = id`;
      const marked = await transaction.match.updateMany({
        where: { seq: { in: matches }, logged: false },
        data: { logged: true },
      });
      const taken = await transaction.logPending.deleteMany({ where: { seq: { in: others } } });
      if (marked.count !== matches.length || taken.count !== others.length) throw new Outrun();
      const last = await transaction.logEntry.aggregate({ _max: { position: true } });
      const first = (last._max.position ?? -1) + 1;
      const data = texts.map(({ ref, text, at }, i) => ({ position: first + i, ref, text, at }));
      await transaction.logEntry.createMany({ data });
    });
  } catch (error) {
    if (error instanceof Outrun) return 0;
    throw error;
  }
  return texts.length;
}

function fromMatch(row: Match, { importedTo }: LogHead): Pick<LogPending, 'ref' | 'text' | 'at'> {
  const entry = matchEntry(toStoredRow(row), row.seq <= importedTo);
  return { ref: refOf(entry), text: encodeLogEntry(entry), at: row.finished };
}

const ABOUT_KEYS: readonly string[] = ['log-key', 'log-end', 'server-key'] satisfies LogEntry['type'][];

/** Numbers of the first matches without a position. Hand-written: only a condition without parameters uses the partial index. */
async function seqsWaiting(db: Db, most: number): Promise<number[]> {
  const rows = await db.$queryRaw<
    readonly { readonly seq: number | bigint }[]
  >`SELECT seq FROM matches WHERE logged = false ORDER BY seq LIMIT ${most}`;
  return rows.map(({ seq }) => Number(seq));
}

/**
 * Waiting entries in the order of their positions to come: statements about keys, then matches, then what is about matches. All
 * visible matches are read in one statement. A match got its number while the rows of both players were locked, so an earlier match
 * of one of them is visible, too.
 */
async function readWaiting(db: Db, most: number): Promise<readonly (Match | LogPending)[]> {
  const isStatement = { type: { in: [...ABOUT_KEYS] } };
  const orderBy = { seq: 'asc' } as const;
  const statements = await db.logPending.findMany({ where: isStatement, orderBy, take: most });
  const matches = await db.match.findMany({ where: { seq: { in: await seqsWaiting(db, most) } }, orderBy });
  const rest =
    matches.length < most ? await db.logPending.findMany({ where: { NOT: isStatement }, orderBy, take: most }) : [];
  const pending = await withoutKnown(db, [...statements, ...rest], matches);
  const about = (isKey: boolean) => pending.filter(({ type }) => ABOUT_KEYS.includes(type) === isKey);
  return [...about(true), ...matches, ...about(false)].slice(0, most);
}

/**
 * Removes waiting entries whose match is about to get one, or that have a position already: two processes may add the same statement,
 * one of them late.
 */
async function withoutKnown(
  db: Db,
  pending: readonly LogPending[],
  matches: readonly Match[],
): Promise<readonly LogPending[]> {
  if (pending.length === 0) return pending;
  const rows = await db.logEntry.findMany({
    where: { ref: { in: pending.map(({ ref }) => ref) } },
    select: { ref: true },
  });
  const known = new Set([...rows.map(({ ref }) => ref), ...matches.map(({ id }) => id)]);
  const superfluous = pending.filter(({ ref }) => known.has(ref));
  if (superfluous.length > 0)
    await db.logPending.deleteMany({ where: { seq: { in: superfluous.map(({ seq }) => seq) } } });
  return pending.filter(({ ref }) => !known.has(ref));
}

interface Claim {
  readonly owner: string;
  readonly now: number;
  readonly until: number;
}

async function claim(db: Db, { owner, now, until }: Claim): Promise<boolean> {
  const data = { owner, until: BigInt(until) };
  // No claim that is made now ends later than this one: an owner whose clock was ahead is no reason to wait.
  const isOver = [{ until: { lte: BigInt(now) } }, { until: { gt: data.until } }];
  const isFree = { id: ONLY, OR: [{ owner }, ...isOver] };
  const { count } = await db.logSequencer.updateMany({ where: isFree, data });
  return count === 1 || inserted(db.logSequencer.create({ data: { id: ONLY, ...data } }));
}

/** Entries of a former log that a new one takes over, beside those of matches. The start of the service adds the others. */
const KEPT: readonly string[] = ['log-end', 'aborted', 'analysis'] satisfies LogEntry['type'][];
/** A large log takes minutes, and no server runs. */
const LONG = { maxWait: 15_000, timeout: 3_600_000 };

interface Replacement {
  /** The checkpoint of the empty log. Null to let the sequencer create it with the first match. */
  readonly text: string | null;
  readonly statements: readonly LogEntry[];
  readonly at: number;
}

async function replace(db: Db, { text, statements, at }: Replacement): Promise<void> {
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`UPDATE log_heads SET id = id`;
    const head = await transaction.logHead.findUnique({ where: { id: ONLY } });
    if (text === null && (head?.note ?? null) !== null) throw new Error('a published log cannot begin again');
    const waiting = await transaction.logPending.findMany({ orderBy: { seq: 'asc' } });
    await transaction.logPending.deleteMany();
    for (const statement of statements) await addToLog(transaction, statement, at);
    for (const type of KEPT) {
      // Quotes in a text are escaped, so this is the member of a canonical entry.
      const pattern = `%"type":"${type}"%`;
      await transaction.$executeRaw`INSERT INTO log_pending (ref, type, text, at)
        SELECT ref, ${type}, text, at FROM log_entries WHERE text LIKE ${pattern} ORDER BY position ON CONFLICT (ref) DO NOTHING`;
      // Another process that starts may have replaced the same log.
      for (const one of waiting.filter((row) => row.type === type))
        await transaction.$executeRaw`INSERT INTO log_pending (ref, type, text, at)
          VALUES (${one.ref}, ${type}, ${one.text}, ${one.at}) ON CONFLICT (ref) DO NOTHING`;
    }
    await transaction.$executeRaw`UPDATE matches SET logged = false WHERE logged = true`;
    await transaction.logEntry.deleteMany();
    await transaction.logTile.deleteMany();
    await transaction.logStagedTile.deleteMany();
    await transaction.logSequencer.deleteMany();
    await transaction.logHead.deleteMany();
    if (text === null) return;
    const newest = await transaction.match.aggregate({ _max: { seq: true } });
    const empty = { id: ONLY, committed: text, size: 0, importedTo: newest._max.seq ?? 0 };
    await transaction.logHead.create({ data: empty });
  }, LONG);
}
