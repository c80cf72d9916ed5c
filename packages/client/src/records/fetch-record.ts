import { recordIds } from '@anchor/wire';
import { getJson } from 'bg-session';
import type { RecordFile } from './check.ts';

/** Reasons for a missing record: it does not exist, or the server could not be reached. */
type NoSource = 'missing' | 'unreachable';

/** Fetches a record from this server. */
export async function fetchFile(id: string): Promise<RecordFile | NoSource> {
  const response = await fetch(`/records/${encodeURIComponent(id)}.json`).catch(() => null);
  if (!response) return 'unreachable';
  if (!response.ok) return response.status === 404 ? 'missing' : 'unreachable';
  const bytes = await response.arrayBuffer().catch(() => null);
  return bytes ? { name: `${id}.json`, bytes: new Uint8Array(bytes), origin: 'server' } : 'unreachable';
}

/** Returns the id of the latest finished match. */
export async function latestId(): Promise<{ readonly id: string } | NoSource> {
  const got = await getJson('/api/records', recordIds);
  if (!got.ok) return 'unreachable';
  const [id] = got.value;
  return id === undefined ? 'missing' : { id };
}

/** Reads files. If a file is too large for a record, reads only enough to show that. */
export async function readFiles(files: Iterable<File>, mostBytes: number): Promise<RecordFile[]> {
  const read = [...files].map(async (file) => {
    const start = file.slice(0, mostBytes + 1);
    return { name: file.name, bytes: new Uint8Array(await start.arrayBuffer()), origin: 'file' as const };
  });
  return Promise.all(read);
}
