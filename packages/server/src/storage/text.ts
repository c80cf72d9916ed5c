import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { canonicalJson, type Header, type MatchEvent, type MatchRecord } from 'bg-record';

const compress = promisify(gzip);
const expand = promisify(gunzip);

// These texts were written by this module as canonical JSON of validated values.
export function readHeader(text: string): Header {
  return JSON.parse(text);
}

export function readEvent(text: string): MatchEvent {
  return JSON.parse(text);
}

export async function packText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(text));
}

export async function unpackText(bytes: Uint8Array): Promise<string> {
  return (await expand(bytes)).toString('utf8');
}

/** The stored and sent form of a record: canonical JSON, compressed with gzip. */
export function packRecord(record: MatchRecord): Promise<Uint8Array<ArrayBuffer>> {
  return packText(canonicalJson(record));
}

export async function unpackRecord(bytes: Uint8Array): Promise<MatchRecord> {
  return JSON.parse(await unpackText(bytes));
}
