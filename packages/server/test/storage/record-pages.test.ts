import { gzipSync } from 'node:zlib';
import { canonicalJson, eventText, type MatchEvent, type MatchRecord } from 'bg-record';
import { describe, expect, it } from 'vitest';
import { EventTexts } from '../../src/domain/event-texts.ts';
import { RecordPages } from '../../src/storage/record-pages.ts';
import { event, header, record } from './fixtures.ts';

/** A name that looks like the border between two events, and plays of none, one and four hops. */
function recordOf(length: number): MatchRecord {
  const [ann, bob] = header().players;
  const of = header();
  const hops = (n: number) => Array.from({ length: n % 5 }, (_, hop): [number, number] => [24 - hop, 18 - hop]);
  const events = Array.from({ length }, (_, n): MatchEvent => ({ ...event(n), type: 'play', hops: hops(n) }));
  return { ...record({ ...of, players: [{ ...ann, name: '}],"},{"at":' }, bob] }), events };
}

function pagesOf(...records: readonly MatchRecord[]) {
  const read: string[] = [];
  const pages = new RecordPages(async (match) => {
    read.push(match);
    const found = records.find(({ header: { id } }) => id === match);
    return found ? gzipSync(canonicalJson(found)) : null;
  });
  return { pages, read };
}

describe('pages of a stored record', () => {
  it.each([0, 1, 63, 64, 65, 128, 9_000])('are its events, for %i events', async (length) => {
    const of = recordOf(length);
    const { pages } = pagesOf(of);
    const starts = [0, 1, 62, 63, 64, 65, 127, 128, 4095, 4096, length - 1, length, length + 1];
    for (const from of starts.filter((start) => start >= 0)) {
      for (const count of [1, 64, 256]) {
        const page = await pages.page(of.header.id, from, count);
        const texts = of.events.slice(from, from + count).map(eventText);
        expect(page).toEqual({ events: EventTexts.of(texts), length });
      }
    }
  });

  it('read the record once for all pages, and nothing for a missing record', async () => {
    const of = recordOf(600);
    const { pages, read } = pagesOf(of);
    for (let from = 0; from < 600; from += 256) await pages.page(of.header.id, from, 256);
    expect(read).toEqual([of.header.id]);
    expect(await pages.page('no-such-match-1', 0, 256)).toBeNull();
  });
});
