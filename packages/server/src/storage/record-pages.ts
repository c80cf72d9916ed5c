import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { EventTexts } from '../domain/event-texts.ts';
import type { EventPage } from '../domain/ports/records.ts';

const expand = promisify(gunzip);

/** Size of the cache of expanded records, in bytes. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Distance of indexed events: a page is found without scanning what comes before it. */
const STRIDE = 64;
const START = Buffer.from('"events":[');
const BETWEEN = Buffer.from('},{');
const END = Buffer.from('}]');
/** Number of events scanned before yielding to the event loop, about a millisecond. */
const SCANNED_AT_ONCE = 4096;

interface Expanded {
  readonly text: Buffer;
  /** Offsets of the events 0, STRIDE, 2 × STRIDE, … */
  readonly offsets: readonly number[];
  /** Offset after the last event. */
  readonly end: number;
  readonly length: number;
}

/**
 * Reads pages of stored records. Parsing a long record blocks the event loop for tens of milliseconds, so a page is cut
 * out of its text. Events contain no objects and no text except digits and names, so `},{` occurs only between two events.
 */
export class RecordPages {
  readonly #read: (match: string) => Promise<Uint8Array | null>;
  readonly #expanded = new LRUCache<string, Expanded>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ text }) => text.length,
  });

  /** @param read returns the stored record: canonical JSON, gzip */
  constructor(read: (match: string) => Promise<Uint8Array | null>) {
    this.#read = read;
  }

  /** At most `count` events, starting at number `from`. Returns null when there is no such record. */
  async page(match: string, from: number, count: number): Promise<EventPage | null> {
    const expanded = this.#expanded.get(match) ?? (await this.#expand(match));
    if (!expanded) return null;
    const { length } = expanded;
    if (from >= length || count <= 0) return { events: EventTexts.none, length };
    return { events: eventsOf(expanded, from, Math.min(from + count, length)), length };
  }

  async #expand(match: string): Promise<Expanded | null> {
    const bytes = await this.#read(match);
    if (!bytes) return null;
    const expanded = await scan(await expand(bytes));
    this.#expanded.set(match, expanded);
    return expanded;
  }
}

async function scan(text: Buffer): Promise<Expanded> {
  const start = text.indexOf(START);
  const first = start + START.length;
  if (start < 0) throw new Error('a stored record has no events');
  if (text[first] !== '{'.charCodeAt(0)) return { text, offsets: [], end: first, length: 0 };
  const end = text.indexOf(END, first) + 1;
  const offsets = [first];
  let length = 1;
  for (let at = text.indexOf(BETWEEN, first); at >= 0 && at < end; at = text.indexOf(BETWEEN, at + 1)) {
    if (length % STRIDE === 0) offsets.push(at + 2);
    length += 1;
    if (length % SCANNED_AT_ONCE === 0) await new Promise(setImmediate);
  }
  return { text, offsets, end, length };
}

/** Events `from` to `to`, excluding `to`. Both must be within the record, and `from` must be less than `to`. */
function eventsOf(expanded: Expanded, from: number, to: number): EventTexts {
  // Exclude the comma before the next event.
  const stop = to === expanded.length ? expanded.end : offsetOf(expanded, to) - 1;
  return new EventTexts(expanded.text.subarray(offsetOf(expanded, from), stop), to - from);
}

/** Offset of the first byte of an event. */
function offsetOf({ text, offsets }: Expanded, n: number): number {
  let at = offsets[Math.floor(n / STRIDE)] ?? 0;
  for (let skipped = 0; skipped < n % STRIDE; skipped++) at = text.indexOf(BETWEEN, at) + 2;
  return at;
}
