import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalysisEntry } from 'bg-record';
import type { AnnotationName, AnnotationStore } from '../domain/ports/analysis.ts';
import { analysisEntry } from '../domain/public-log/entries.ts';
import { type Db, inserted, patience } from './db.ts';
import { addToLog } from './public-log.ts';
import { packText, unpackText } from './text.ts';

export function annotationStore(db: Db): AnnotationStore {
  return {
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
        }, patience),
      );
    },
  };
}

/** The form of match ids. Anything else comes from a request and must not become a path. */
const plainName = /^[\w-]{1,64}$/;

/**
 * Stores reports as compressed files in a folder, which is created if missing. Files are written atomically. The entry in the public log
 * follows: if the process dies between the two, the report stays without one.
 */
export function annotationFiles(
  folder: string,
  addEntry: (entry: AnalysisEntry, at: number) => Promise<void>,
): AnnotationStore {
  mkdirSync(folder, { recursive: true });
  return {
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
      await addEntry(analysisEntry(name, text, at), at);
    },
  };
}

function pathOf(folder: string, { matchId, engineId, ply }: AnnotationName, part = ''): string | null {
  const name = `${matchId}.${encodeURIComponent(engineId)}.${ply}${part}.json.gz`;
  return plainName.test(matchId) ? join(folder, name) : null;
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
