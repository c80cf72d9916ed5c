import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip, gzip } from 'node:zlib';
import { type Aborted, canonicalJson, type Header, type MatchEvent, type MatchRecord } from 'bg-record';

const compress = promisify(gzip);
const expand = promisify(gunzip);

// These texts were written by this module as canonical JSON of validated values.
export function readHeader(text: string): Header {
  return JSON.parse(text);
}

export function readEvent(text: string): MatchEvent {
  return JSON.parse(text);
}

export function readAborted(text: string): Aborted {
  return JSON.parse(text);
}

export async function packText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(text));
}

export async function unpackText(bytes: Uint8Array): Promise<string> {
  return (await expand(bytes)).toString('utf8');
}

/** Number of events that are written in one turn of the event loop. */
const EVENTS_AT_ONCE = 256;

/** The stored and sent form of a record: canonical JSON, compressed with gzip. */
export async function packRecord(record: MatchRecord): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  await pipeline(Readable.from(canonicalPieces(record)), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const piece of packed) pieces.push(piece);
  });
  return new Uint8Array(Buffer.concat(pieces));
}

/** The canonical JSON of a record in pieces, with a turn of the event loop before each. */
async function* canonicalPieces({ events, ...rest }: MatchRecord): AsyncGenerator<string> {
  const [head = '', tail = ''] = canonicalJson({ ...rest, events: [] }).split(NO_EVENTS, 2);
  yield `${head}"events":[`;
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    await nextTurn();
    const some = events.slice(from, from + EVENTS_AT_ONCE).map((event) => canonicalJson(event));
    yield `${from === 0 ? '' : ','}${some.join(',')}`;
  }
  yield `]${tail}`;
}

/** No other member of a record has this name, and quotes in texts are escaped. */
const NO_EVENTS = '"events":[]';

export async function unpackRecord(bytes: Uint8Array): Promise<MatchRecord> {
  return JSON.parse(await unpackText(bytes));
}
