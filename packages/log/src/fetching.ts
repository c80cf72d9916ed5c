import { fromUtf8 } from './encoding.ts';
import { MAX_NOTE_BYTES } from './note.ts';
import { Refusal } from './result.ts';
import { MAX_BUNDLE_BYTES, TILE_BYTES, tilePath } from './tiles.ts';
import type { TileReader } from './tree.ts';

/** The part of `fetch` that this package uses. Pass `globalThis.fetch`, or a function with the same meaning. */
export type Fetch = (
  url: string,
  init: { method?: string; body?: string; headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Response>;

/** Limit of one request, from its start to the last byte of the answer. */
const DEFAULT_TIMEOUT_MS = 10_000;

/** A source of log data. Its results are not trusted. */
export interface LogSource extends TileReader {
  /** Returns the newest checkpoint that the log serves. */
  readCheckpoint(): Promise<Uint8Array | string>;
}

export interface FetchOptions {
  readonly fetch?: Fetch;
  /** Limit of one request in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number;
}

/**
 * Returns a source that reads a log over HTTP (tlog-tiles, "APIs").
 * @param prefix the address of the log, for example `https://example.org/log`
 */
export function fetchSource(prefix: string, options: FetchOptions = {}): LogSource {
  const base = prefix.replace(/\/+$/, '');
  const get = async (path: string, limit: number): Promise<Uint8Array | null> => {
    const answer = await request(`${base}/${path}`, {}, limit, options);
    if (answer.status === 404 || answer.status === 410) return null;
    if (answer.status === 200) return answer.body;
    throw new Refusal('unavailable', `The log answered ${answer.status} to a request for ${path}.`);
  };
  return {
    async readCheckpoint() {
      const bytes = await get('checkpoint', MAX_NOTE_BYTES);
      if (!bytes) throw new Refusal('unavailable', 'The log has no checkpoint.');
      return bytes;
    },
    readTile: (level, index, width) => get(tilePath({ level, index, width }), TILE_BYTES),
    readEntries: (index, width) => get(tilePath({ level: 'entries', index, width }), MAX_BUNDLE_BYTES),
  };
}

/** An HTTP answer whose body is known to be within a limit. */
export interface BoundedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Sends a request. Throws a `Refusal` (`unavailable`, `answer-too-large`) if there is no answer within the limits. */
export async function request(
  url: string,
  init: { method?: string; body?: string },
  limit: number,
  { fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS }: FetchOptions,
): Promise<BoundedAnswer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const body = await boundedBody(response, limit);
    return { status: response.status, contentType: response.headers.get('content-type') ?? '', body };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal('unavailable', `There is no answer from ${url}: ${reason}.`);
  }
}

async function boundedBody(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); reader && read && !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new Refusal('answer-too-large', `The answer from ${response.url} is larger than ${limit} bytes.`);
    }
    chunks.push(read.value);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/** Decodes the body of an answer for a message or a parser. */
export function bodyText({ body }: BoundedAnswer): string {
  return fromUtf8(body) ?? '';
}
