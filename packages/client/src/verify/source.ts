import { recordIds } from '@anchor/wire';
import { getJson } from '../http/get-json.ts';
import type { RecordFile } from './check.ts';

/** Why nothing came: there is no such thing, or the server was not reached. */
export type NoSource = 'missing' | 'unreachable';

/** Where records come from: this server, by id, or the player's own files. */
export async function fetchFile(id: string): Promise<RecordFile | NoSource> {
  const response = await fetch(`/records/${encodeURIComponent(id)}.json`).catch(() => null);
  if (!response) return 'unreachable';
  if (!response.ok) return response.status === 404 ? 'missing' : 'unreachable';
  const bytes = await response.arrayBuffer().catch(() => null);
  return bytes ? { name: `${id}.json`, bytes: new Uint8Array(bytes), origin: 'server' } : 'unreachable';
}

/** The id of the match that was finished last. */
export async function latestId(): Promise<{ readonly id: string } | NoSource> {
  const got = await getJson('/api/records', recordIds);
  if (!got.ok) return 'unreachable';
  const [id] = got.value;
  return id === undefined ? 'missing' : { id };
}

/** Reads files, and of one that is too large to be a record no more than shows that. */
export async function readFiles(files: Iterable<File>, mostBytes: number): Promise<RecordFile[]> {
  const read = [...files].map(async (file) => {
    const start = file.slice(0, mostBytes + 1);
    return { name: file.name, bytes: new Uint8Array(await start.arrayBuffer()), origin: 'file' as const };
  });
  return Promise.all(read);
}
