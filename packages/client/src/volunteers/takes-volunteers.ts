/** Whether this server has work for volunteers at all; `unknown` when it does not say. */
export type Openness = 'open' | 'closed' | 'unknown';

/** Asks for work without a key: a server that takes volunteers misses the key, one that takes none says that. */
export async function takesVolunteers(signal: AbortSignal): Promise<Openness> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/worker/acquire', { method: 'POST', headers, body: '{}', signal }).catch(() => null);
  if (response?.status === 401) return 'open';
  return response?.status === 503 && (await saysWhy(response)) ? 'closed' : 'unknown';
}

/** A proxy before a server that is down answers 503 as well, but not in JSON. */
async function saysWhy(response: Response): Promise<boolean> {
  return response.headers.get('content-type')?.includes('application/json') ?? false;
}
