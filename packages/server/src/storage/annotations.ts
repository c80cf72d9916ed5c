import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalysisEntry } from 'bg-record';
import { FAST_ENGINE } from '../domain/analysis/fast-report.ts';
import type { AnnotationName, AnnotationStore, BothFigures } from '../domain/ports/analysis.ts';
import { analysisEntry } from '../domain/public-log/entries.ts';
import { Prisma } from '../generated/sqlite/client.ts';
import { type Db, inserted } from './db.ts';
import { addToLog } from './public-log.ts';
import { FILLED_AT_ONCE, figuresOf, keepFigures, type ReportSource } from './report-figures.ts';
import { packText, unpackText } from './text.ts';

/** Reports in the database. */
export function annotationStore(db: Db): AnnotationStore & ReportSource {
  return {
    names: () => namesInRows(db),
    async read(name) {
      const row = await db.annotation.findUnique({ where: { matchId_engineId_ply: name }, select: { gzip: true } });
      return row && unpackText(row.gzip);
    },
    async readJudgements(name) {
      const where = { matchId_engineId_ply: name };
      const row = await db.annotation.findUnique({ where, select: { judgements: true } });
      return row?.judgements ? unpackText(row.judgements) : null;
    },
    async keep(name, text, at, judgements) {
      const packed = judgements === undefined ? null : await packText(judgements);
      const data = { ...name, gzip: await packText(text), created: BigInt(at), judgements: packed };
      await inserted(
        db.$transaction(async (transaction) => {
          await transaction.annotation.create({ data });
          await addToLog(transaction, analysisEntry(name, text, at), at);
          const figures = figuresOf(text);
          if (figures) await keepFigures(transaction, name, figures);
        }),
      );
    },
  };
}

/** Hand-written because Prisma has no comparison of rows. Works on both databases. Without another condition PostgreSQL sorts nothing. */
const namesAfter = ({ matchId, engineId, ply }: AnnotationName) =>
  Prisma.sql`SELECT match_id AS "matchId", engine_id AS "engineId", ply FROM annotations
    WHERE (match_id, engine_id, ply) > (${matchId}, ${engineId}, ${ply})
    ORDER BY match_id, engine_id, ply LIMIT ${FILLED_AT_ONCE}`;

async function* namesInRows(db: Db): AsyncGenerator<readonly AnnotationName[]> {
  for (let last: AnnotationName | undefined = { matchId: '', engineId: '', ply: 0 }; last; ) {
    const rows = await db.$queryRaw<readonly AnnotationName[]>(namesAfter(last));
    const names: AnnotationName[] = rows.map((row) => ({ ...row, ply: Number(row.ply) }));
    yield names.filter(isDeep);
    last = names.at(-1);
  }
}

function isDeep({ engineId }: AnnotationName): boolean {
  return engineId !== FAST_ENGINE.engineId;
}

/** The form of match ids. Anything else comes from a request and must not become a path. */
const plainName = /^[\w-]{1,64}$/;

/** The rows that belong to a report in a file. */
interface RowsOfFiles {
  addEntry(entry: AnalysisEntry, at: number): Promise<void>;
  keepFigures(name: AnnotationName, figures: BothFigures): Promise<void>;
}

/**
 * Stores reports as compressed files in a folder, which is created if missing. Files are written atomically. The figures and the entry in the
 * public log follow: if the process dies meanwhile, the report stays without an entry, and the next start fills in its figures.
 */
export function annotationFiles(folder: string, rows: RowsOfFiles): AnnotationStore & ReportSource {
  mkdirSync(folder, { recursive: true });
  return {
    names: () => namesOfFiles(folder),
    async read(name) {
      const bytes = await bytesOf(pathOf(folder, name));
      return bytes && unpackText(bytes);
    },
    async readJudgements(name) {
      const bytes = await bytesOf(pathOf(folder, name, '.judgements'));
      return bytes && unpackText(bytes);
    },
    async keep(name, text, at, judgements) {
      const path = pathOf(folder, name);
      if (path === null || (await bytesOf(path)) !== null) return;
      // First, because the report says that everything is stored.
      const beside = pathOf(folder, name, '.judgements');
      if (beside !== null && judgements !== undefined) await write(folder, beside, await packText(judgements));
      await write(folder, path, await packText(text));
      await rows.addEntry(analysisEntry(name, text, at), at);
      const figures = figuresOf(text);
      if (figures) await rows.keepFigures(name, figures);
    },
  };
}

function pathOf(folder: string, { matchId, engineId, ply }: AnnotationName, part = ''): string | null {
  const name = `${matchId}.${encodeURIComponent(engineId)}.${ply}${part}.json.gz`;
  return plainName.test(matchId) ? join(folder, name) : null;
}

const fileName = /^([\w-]{1,64})\.(.+)\.(\d)\.json\.gz$/;

async function* namesOfFiles(folder: string): AsyncGenerator<readonly AnnotationName[]> {
  let names: AnnotationName[] = [];
  for await (const entry of await opendir(folder)) {
    const name = nameOf(entry.name);
    if (name === null || !isDeep(name)) continue;
    names.push(name);
    if (names.length < FILLED_AT_ONCE) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}

/** The inverse of `pathOf`. Null for a file that is no report. */
function nameOf(file: string): AnnotationName | null {
  const [, matchId, engine, ply] = fileName.exec(file) ?? [];
  if (matchId === undefined || engine === undefined) return null;
  try {
    return { matchId, engineId: decodeURIComponent(engine), ply: Number(ply) };
  } catch {
    return null;
  }
}

async function bytesOf(path: string | null): Promise<Uint8Array | null> {
  if (path === null) return null;
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes atomically and durably, even if the process or the machine stops. */
async function write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const draft = join(folder, `${randomUUID()}.tmp`);
  try {
    const file = await open(draft, 'wx');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** A new file name is durable only after its folder has been synchronised. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
