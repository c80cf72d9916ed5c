import type { MatchEvent } from 'bg-record';

/**
 * Consecutive events of a match as the JSON in which they are stored: UTF-8, with commas between them. Clients get these bytes as they are:
 * parsing a page only to write it again would take most of the time and memory of the answer. They are bytes and not a string because
 * pages that wait for a slow client would stay in the heap, which Node lets grow to several times what is in use.
 */
export class EventTexts {
  static readonly none = EventTexts.of([]);
  readonly bytes: Buffer;
  readonly count: number;

  constructor(bytes: Buffer, count: number) {
    this.bytes = bytes;
    this.count = count;
  }

  static of(texts: readonly string[]): EventTexts {
    return new EventTexts(Buffer.from(texts.join(',')), texts.length);
  }

  parse(): readonly MatchEvent[] {
    return JSON.parse(`[${this.bytes}]`);
  }
}
