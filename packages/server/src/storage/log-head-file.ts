import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseCheckpoint, parseNote } from 'tlog-kit';

/** The file of the data folder with the newest head of the public log that this service signed. No backup holds it. */
const NAME = 'log.head';

/** Keeps the newest note in a file. The file is replaced atomically, and durable when `keep` resolves. */
export function logHeadFile(dataDir: string) {
  const file = join(dataDir, NAME);
  return {
    read: () => readIfPresent(file),
    async keep(note: string): Promise<void> {
      if (!replaces(note, await readIfPresent(file))) return;
      const draft = `${file}.${randomUUID()}`;
      try {
        await writeDurably(draft, note);
        // Another process may have kept a larger one since.
        if (replaces(note, await readIfPresent(file))) await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
      await sync(dirname(file));
    },
  };
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** False for the kept note itself, and for one of a smaller tree of the same origin. */
function replaces(note: string, kept: string | null): boolean {
  if (kept === null) return true;
  const [next, last] = [checkpointIn(note), checkpointIn(kept)];
  const isSmaller = next !== null && last !== null && next.origin === last.origin && next.size < last.size;
  return note !== kept && !isSmaller;
}

function checkpointIn(note: string) {
  const parsed = parseNote(note);
  const checkpoint = parsed.ok ? parseCheckpoint(parsed.value.text) : parsed;
  return checkpoint.ok ? checkpoint.value : null;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
