import { recordIds } from '@anchor/wire';
import * as z from 'zod/mini';
import type { RecordFile } from './check.ts';

/** Where records come from: this server, by id, or the player's own files. */
export async function fetchFile(id: string): Promise<RecordFile | null> {
  const response = await fetch(`/records/${encodeURIComponent(id)}.json`).catch(() => null);
  if (!response?.ok) return null;
  return { name: `${id}.json`, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** The id of the match that was finished last; null when there is none. */
export async function latestId(): Promise<string | null> {
  const response = await fetch('/api/records').catch(() => null);
  if (!response?.ok) return null;
  const ids = z.safeParse(recordIds, await response.json().catch(() => null));
  return (ids.success && ids.data[0]) || null;
}

export async function readFiles(files: Iterable<File>): Promise<RecordFile[]> {
  const read = [...files].map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  return Promise.all(read);
}
