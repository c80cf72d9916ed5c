import { readTolerantly } from '@anchor/wire';
import * as z from 'zod/mini';

/** Reasons for a missing answer: no server, not found, too many requests, or an invalid answer. */
export type FetchCode = 'unreachable' | 'missing' | 'busy' | 'failed';
type Got<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: FetchCode };

/** Requests JSON from this page's server, and accepts only an answer of the agreed shape, or what a newer server may have added to it. */
export async function getJson<T>(path: string, shape: z.ZodMiniType<T>, signal?: AbortSignal): Promise<Got<T>> {
  const response = await fetch(path, { signal: signal ?? null }).catch(() => null);
  if (!response) return { ok: false, code: 'unreachable' };
  if (!response.ok) return { ok: false, code: codeOf(response.status) };
  const read = readTolerantly(shape, await response.json().catch(() => undefined));
  return read.success ? { ok: true, value: read.data } : { ok: false, code: 'failed' };
}

function codeOf(status: number): FetchCode {
  if (status === 404) return 'missing';
  if (status === 429) return 'busy';
  // A proxy whose server is down answers with these codes.
  return status === 502 || status === 504 ? 'unreachable' : 'failed';
}

/** Reads what this page once stored; null when there is nothing, or it is no longer of this shape. */
export function readJson<Schema extends z.ZodMiniType>(schema: Schema, text: string | null): z.infer<Schema> | null {
  try {
    const read = z.safeParse(schema, JSON.parse(text ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
