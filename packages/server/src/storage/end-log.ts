import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LogEntry } from 'bg-record';
import { emptyRoot, formatCheckpoint, parseCheckpoint, parseNote, tilePath, tilesOfSize } from 'tlog-kit';
import type { PublicLogStore } from '../domain/ports/log.ts';
import { logHeadFile } from './log-head-file.ts';

/** The knowledge of this machine about the public log of the database. */
export interface KnownLog {
  readonly origin: string;
  /** Number of entries in the database. */
  readonly size: number;
  /** The larger one of the checkpoints in the database and in the head file. */
  readonly newest: { readonly size: number; readonly root: Uint8Array };
  /** Why the log is not signed. Null if it is. */
  readonly halted: string | null;
}

/** Null if the database has no log. */
export async function knownLog(store: PublicLogStore, dataDir: string): Promise<KnownLog | null> {
  const committed = checkpointIn(await store.readCommitted());
  if (committed === null) return null;
  const kept = checkpointIn(textOf(await logHeadFile(dataDir).read()));
  const isNewer = kept !== null && kept.origin === committed.origin && kept.size > committed.size;
  const { origin, size } = committed;
  return { origin, size, newest: isNewer ? kept : committed, halted: await store.haltReason() };
}

function textOf(note: string | null): string | null {
  const parsed = parseNote(note ?? '');
  return parsed.ok ? parsed.value.text : null;
}

function checkpointIn(text: string | null) {
  const checkpoint = parseCheckpoint(text ?? '');
  return checkpoint.ok ? checkpoint.value : null;
}

interface LogEnd {
  readonly dataDir: string;
  /** The origin of the new log. */
  readonly origin: string;
  /** The first entries of the new log, in order. */
  readonly statements: readonly LogEntry[];
  readonly at: number;
}

/**
 * Writes the files of a log into a folder of their own, and replaces the log by an empty one with another origin. No server may run.
 * A run that is interrupted can be repeated: the database changes at the end, in one transaction.
 * @returns the folder with the files of the former log
 */
export async function endLog(store: PublicLogStore, { dataDir, origin, statements, at }: LogEnd): Promise<string> {
  const folder = join(dataDir, `ended-log-${new Date(at).toISOString().replace(/[-:.]/g, '')}`);
  const published = (await store.publishedSize()) ?? 0;
  const note = await store.readPublished();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (note !== null) await writeFile(join(folder, 'checkpoint'), note);
  // The newest head may be larger than the tree that the database has.
  const head = await logHeadFile(dataDir).read();
  if (head !== null) await writeFile(join(folder, 'log.head'), head);
  for (const place of tilesOfSize(published)) {
    const own = place.level === 0 ? [place, { ...place, level: 'entries' as const }] : [place];
    for (const one of own) await writeTile(store, folder, tilePath(one));
  }
  await store.replace(formatCheckpoint({ origin, size: 0, root: emptyRoot(), extensions: [] }), statements, at);
  return folder;
}

async function writeTile(store: PublicLogStore, folder: string, path: string): Promise<void> {
  const bytes = await store.read(path);
  if (bytes === null) throw new Error(`the stored public log lacks ${path}`);
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
