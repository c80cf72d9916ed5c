/** The part of the browser's `fetch` that bounded requests need. Tests have their own. */
export type Fetch = (url: string, init: { signal?: AbortSignal }) => Promise<Response>;

type FetchedText =
  | { readonly kind: 'text'; readonly text: string }
  /** The server says that there is no such file, or could not be reached, or sent more than allowed. */
  | { readonly kind: 'missing' | 'unreachable' | 'too-large' };

const TIMEOUT_MS = 10_000;

/** Requests a text of at most `limit` bytes. */
export async function fetchText(fetch: Fetch, url: string, limit: number): Promise<FetchedText> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return { kind: 'missing' };
    if (!response.ok) return { kind: 'unreachable' };
    const bytes = await bodyUpTo(response, limit);
    return bytes ? { kind: 'text', text: new TextDecoder().decode(bytes) } : { kind: 'too-large' };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** Returns null as soon as the body exceeds the limit. */
async function bodyUpTo(response: Response, limit: number): Promise<Uint8Array | null> {
  const body = new Uint8Array(limit);
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); reader && read && !read.done; read = await reader.read()) {
    if (length + read.value.length > limit) {
      await reader.cancel();
      return null;
    }
    body.set(read.value, length);
    length += read.value.length;
  }
  return body.subarray(0, length);
}
