import * as z from 'zod/mini';

/** Why there is no answer: nobody answers, there is no such thing, too many requests, or an answer that makes no sense. */
export type FetchCode = 'unreachable' | 'missing' | 'busy' | 'failed';
export type Got<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: FetchCode };

/** Asks the server of this page, and takes its answer only in the agreed shape. */
export async function getJson<T>(path: string, shape: z.ZodMiniType<T>, signal?: AbortSignal): Promise<Got<T>> {
  const response = await fetch(path, { signal: signal ?? null }).catch(() => null);
  if (!response) return { ok: false, code: 'unreachable' };
  if (!response.ok) return { ok: false, code: codeOf(response.status) };
  const read = z.safeParse(shape, await response.json().catch(() => undefined));
  return read.success ? { ok: true, value: read.data } : { ok: false, code: 'failed' };
}

function codeOf(status: number): FetchCode {
  if (status === 404) return 'missing';
  if (status === 429) return 'busy';
  // What stands before a server that is down answers so.
  return status === 502 || status === 504 ? 'unreachable' : 'failed';
}
