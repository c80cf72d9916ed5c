import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The file of the data folder with the newest head of the public log that this service signed. No backup holds it. */
const NAME = 'log.head';

/** Keeps a text in a file. It is replaced atomically, and durable when `keep` resolves. */
export function logHeadFile(dataDir: string) {
  const file = join(dataDir, NAME);
  return {
    async read(): Promise<string | null> {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async keep(note: string): Promise<void> {
      const draft = `${file}.${randomUUID()}`;
      try {
        await writeDurably(draft, note);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await sync(dirname(file));
    },
  };
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
