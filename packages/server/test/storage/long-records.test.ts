import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson, type MatchRecord } from 'bg-record';
import { describe, expect, it } from 'vitest';
import { packRecord, unpackText } from '../../src/storage/text.ts';
import { event, header, record } from './fixtures.ts';

const NAME = '"events":[],"events":[]';

/** A record with this number of events, and a header that contains what stands for the events. */
function recordOf(count: number): MatchRecord {
  const [first, second] = header().players;
  const odd = header({ players: [{ ...first, name: NAME }, second] });
  return { ...record(odd), events: Array.from({ length: count }, (_, n) => event(n)) };
}

describe('packRecord', () => {
  it('LN12 packs a record of any length as its canonical JSON', async () => {
    for (const count of [0, 1, 2, 255, 256, 257, 512, 700]) {
      const one = recordOf(count);
      expect(await unpackText(await packRecord(one)), `${count} events`).toBe(canonicalJson(one));
    }
  });

  it('LN14 leaves turns of the event loop to others while it packs a long record', async () => {
    const one = recordOf(256 * 20);
    let turns = 0;
    let isPacking = true;
    const packed = packRecord(one).finally(() => {
      isPacking = false;
    });
    for (; isPacking; turns++) await nextTurn();
    await packed;
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});
