import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { canonicalJson, type Header, type MatchEvent, type MatchRecord } from 'bg-record';

const compress = promisify(gzip);
const expand = promisify(gunzip);

// What is read here was written here, as the canonical text of a value that had been checked.
export function readHeader(text: string): Header {
  return JSON.parse(text);
}

export function readEvent(text: string): MatchEvent {
  return JSON.parse(text);
}

/** A record as it is kept and sent: canonical JSON, gzip, which every HTTP client understands. */
export async function packRecord(record: MatchRecord): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(canonicalJson(record)));
}

export async function unpackRecord(bytes: Uint8Array): Promise<MatchRecord> {
  return JSON.parse((await expand(bytes)).toString('utf8'));
}
