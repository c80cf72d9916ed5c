import { EventTexts } from '../domain/event-texts.ts';
import type { StoredRow } from '../domain/ports/matches.ts';
import type { RecordPage, RecordStore } from '../domain/ports/records.ts';
import type { Match, Prisma } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';
import { RecordPages } from './record-pages.ts';
import { toStoredRow } from './rows.ts';
import { unpackRecord } from './text.ts';

/** Stored records as compressed files, to be sent without reading them. */
export interface RecordFiles {
  /** The canonical JSON of a finished record, compressed with gzip. Returns null when there is none. */
  gzip(match: string): Promise<Uint8Array | null>;
}

export function recordStore(db: Db, reads: Db): RecordStore & RecordFiles {
  const pages = new RecordPages((match) => gzipOf(reads, match));
  return {
    gzip: (match) => gzipOf(reads, match),
    page: (match, from, count) => pageOf(reads, pages, match, from, count),
    read: async (match) => {
      const bytes = await gzipOf(reads, match);
      return bytes && unpackRecord(bytes);
    },
    row: async (match) => {
      const row = await db.match.findUnique({ where: { id: match } });
      return row && toStoredRow(row);
    },
    recentIds: (count) => recentIds(reads, count),
    recentRows: (count, pub, before) => recentRows(reads, count, pub, before),
    untold: (pub) => untold(db, pub),
    markTold: (match, pub) => markTold(db, match, pub),
  };
}

async function gzipOf(db: Db, match: string): Promise<Uint8Array | null> {
  const file = await db.recordFile.findUnique({ where: { matchId: match } });
  return file?.gzip ?? null;
}

/** The number of events is stored with the match, so a range after the last one needs no record. */
async function pageOf(
  db: Db,
  pages: RecordPages,
  match: string,
  from: number,
  count: number,
): Promise<RecordPage | null> {
  const found = await db.match.findUnique({ where: { id: match } });
  if (!found) return null;
  const row = toStoredRow(found);
  if (from >= found.events) return { events: EventTexts.none, length: found.events, row };
  const page = await pages.page(match, from, count);
  return page && { ...page, row };
}

async function recentIds(db: Db, count: number): Promise<readonly string[]> {
  const rows = await db.match.findMany({ select: { id: true }, orderBy: { seq: 'desc' }, take: count });
  return rows.map(({ id }) => id);
}

async function recentRows(db: Db, count: number, pub?: string, before?: string): Promise<readonly StoredRow[]> {
  const seq = before === undefined ? null : await seqOf(db, before);
  // Unknown match: nothing finished before it.
  if (before !== undefined && seq === null) return [];
  const earlier = seq === null ? {} : { seq: { lt: seq } };
  if (pub === undefined) {
    const rows = await db.match.findMany({ where: earlier, orderBy: { seq: 'desc' }, take: count });
    return rows.map(toStoredRow);
  }
  // Query each seat separately: an index on one seat gives the order, a condition on both would sort all matches of the player. Only half of
  // what the two queries find is needed, so they do not read the rows.
  const newest = (where: Prisma.MatchWhereInput) =>
    db.match.findMany({
      where: { ...where, ...earlier },
      orderBy: { seq: 'desc' },
      take: count,
      select: { seq: true },
    });
  const found = newestFirst([...(await newest({ p0: pub })), ...(await newest({ p1: pub }))]).slice(0, count);
  const rows = await db.match.findMany({ where: { seq: { in: found.map((row) => row.seq) } } });
  return newestFirst(rows).map(toStoredRow);
}

function newestFirst<T extends Pick<Match, 'seq'>>(rows: readonly T[]): readonly T[] {
  return rows.toSorted((a, b) => b.seq - a.seq);
}

async function seqOf(db: Db, match: string): Promise<number | null> {
  const row = await db.match.findUnique({ where: { id: match }, select: { seq: true } });
  return row?.seq ?? null;
}

async function untold(db: Db, pub: string): Promise<StoredRow | null> {
  const newest = (where: Prisma.MatchWhereInput) => db.match.findMany({ where, orderBy: { seq: 'desc' }, take: 1 });
  const rows = [...(await newest({ p0: pub, told0: false })), ...(await newest({ p1: pub, told1: false }))];
  const [row] = newestFirst(rows);
  return row ? toStoredRow(row) : null;
}

async function markTold(db: Db, match: string, pub: string): Promise<void> {
  await db.match.updateMany({ where: { id: match, p0: pub }, data: { told0: true } });
  await db.match.updateMany({ where: { id: match, p1: pub }, data: { told1: true } });
}
