import type { RecordStore, StoredRow } from '../domain/ports.ts';
import type { Db } from './db.ts';
import { toStoredRow } from './rows.ts';
import { unpackRecord } from './text.ts';

/** The records as they are kept, for whoever sends them on without reading them. */
export interface RecordFiles {
  /** The canonical text of a finished record, compressed with gzip, or null. */
  gzip(match: string): Promise<Uint8Array | null>;
}

export function recordStore(db: Db): RecordStore & RecordFiles {
  return {
    gzip: (match) => gzipOf(db, match),
    read: async (match) => {
      const bytes = await gzipOf(db, match);
      return bytes && unpackRecord(bytes);
    },
    row: async (match) => {
      const row = await db.match.findUnique({ where: { id: match } });
      return row && toStoredRow(row);
    },
    recentIds: (count) => recentIds(db, count),
    recentRows: (count, pub, before) => recentRows(db, count, pub, before),
    untold: (pub) => untold(db, pub),
    markTold: (match, pub) => markTold(db, match, pub),
  };
}

async function gzipOf(db: Db, match: string): Promise<Uint8Array | null> {
  const file = await db.recordFile.findUnique({ where: { matchId: match } });
  return file?.gzip ?? null;
}

async function recentIds(db: Db, count: number): Promise<readonly string[]> {
  const rows = await db.match.findMany({ select: { id: true }, orderBy: { seq: 'desc' }, take: count });
  return rows.map(({ id }) => id);
}

async function recentRows(db: Db, count: number, pub?: string, before?: string): Promise<readonly StoredRow[]> {
  const seq = before === undefined ? null : await seqOf(db, before);
  // nothing finished before what never finished
  if (before !== undefined && seq === null) return [];
  const where = {
    ...(pub !== undefined && { OR: [{ p0: pub }, { p1: pub }] }),
    ...(seq !== null && { seq: { lt: seq } }),
  };
  const rows = await db.match.findMany({ where, orderBy: { seq: 'desc' }, take: count });
  return rows.map(toStoredRow);
}

async function seqOf(db: Db, match: string): Promise<number | null> {
  const row = await db.match.findUnique({ where: { id: match }, select: { seq: true } });
  return row?.seq ?? null;
}

async function untold(db: Db, pub: string): Promise<StoredRow | null> {
  const seats = [
    { p0: pub, told0: false },
    { p1: pub, told1: false },
  ];
  const row = await db.match.findFirst({ where: { OR: seats }, orderBy: { seq: 'desc' } });
  return row && toStoredRow(row);
}

async function markTold(db: Db, match: string, pub: string): Promise<void> {
  await db.match.updateMany({ where: { id: match, p0: pub }, data: { told0: true } });
  await db.match.updateMany({ where: { id: match, p1: pub }, data: { told1: true } });
}
