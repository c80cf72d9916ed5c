import { setTimeout as wait } from 'node:timers/promises';
import type { Fetch } from 'tlog-kit';
import { MAX_TEXT_BYTES } from '../../text.ts';
import { reasonOf } from '../read.ts';
import { AuditEnd } from './finding.ts';

/** The answer to a GET request. `bytes` is null for a 404. */
export type Got = Uint8Array | null;

/** The HTTP interface of the audited service. */
export interface Service {
  readonly url: string;
  /** Waits as long as a busy service asks for. Ends the audit if there is no answer after several tries. */
  get(path: string): Promise<Got>;
  json(path: string): Promise<unknown>;
  /** The `fetch` with the same patience, for the reader of the log. */
  readonly fetch: Fetch;
}

const TIMEOUT_MS = 30_000;
const TRIES = 5;
const MOST_SECONDS = 120;

export function openService(url: string, given: Fetch = globalThis.fetch): Service {
  const base = url.replace(/\/+$/, '');
  const fetch: Fetch = (address, init) => patiently(given, address, init);
  const get = async (path: string): Promise<Got> => {
    const response = await fetch(`${base}${path}`, {});
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (response.status !== 200) throw new AuditEnd('unavailable', `${path} was answered with ${response.status}.`);
    return bounded(response, path);
  };
  return {
    url: base,
    get,
    fetch,
    async json(path) {
      const bytes = await get(path);
      if (bytes === null) return null;
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      } catch {
        throw new AuditEnd('unavailable', `The answer to ${path} is not JSON.`);
      }
    },
  };
}

/** Repeats a request that failed, or that the service refused because it is busy. */
async function patiently(fetch: Fetch, url: string, init: Parameters<Fetch>[1]): Promise<Response> {
  for (let tries = 1; ; tries++) {
    let reason: string;
    let seconds = tries;
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status !== 429 && response.status < 500) return response;
      await response.body?.cancel();
      reason = `status ${response.status}`;
      // A limit of requests is no failure: the audit goes at the pace of the service.
      seconds = Math.min(MOST_SECONDS, Number(response.headers.get('retry-after') ?? seconds) || seconds);
      if (response.status === 429) tries -= 1;
    } catch (error) {
      reason = reasonOf(error);
    }
    if (tries >= TRIES) throw new AuditEnd('unavailable', `There is no answer from ${url}: ${reason}.`);
    await wait(seconds * 1000);
  }
}

async function bounded(response: Response, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); reader && read?.value; read = await reader.read()) {
    size += read.value.length;
    if (size > MAX_TEXT_BYTES) {
      await reader.cancel();
      throw new AuditEnd('answer-too-large', `The answer to ${path} is larger than 10 MB.`);
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}
