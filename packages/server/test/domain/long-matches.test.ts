import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { agree } from '../support/seated.ts';

const PAGE_EVENTS = 256;

/** The pages that were read: the match, the first event and the number of events. */
let read: (readonly [string, number, number])[];
/** Number of pages after the first of a match that are being read, and the most of them. */
let [underWay, most] = [0, 0];

let harness: Harness;
beforeEach(async () => {
  [read, underWay, most] = [[], 0, 0];
  harness = await openHarness({
    wrap: (store) => ({
      ...store,
      matches: {
        ...store.matches,
        page: async (match, from, count) => {
          read.push([match, from, count]);
          if (from > 0) underWay += 1;
          most = Math.max(most, underWay);
          const texts = await store.matches.page(match, from, count);
          if (from > 0) underWay -= 1;
          return texts;
        },
      },
    }),
  });
});
afterEach(() => harness.close());

/** A live match with at least this number of events. */
async function longMatch(names: readonly [string, string], events: number): Promise<Pair> {
  const keys = [await keyOf(names[0]), await keyOf(names[1])] as const;
  for (const key of keys) harness.enter(key);
  const pair = await Pair.at(harness, await agree(harness, keys, { length: 25 }), keys);
  while (pair.ledger.length < events) {
    const result = await pair.step();
    if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  }
  return pair;
}

describe('a long match', () => {
  it('LN11 is read in pages, of which the process reads one at a time after the first', async () => {
    const pairs = [await longMatch(['alice', 'bob'], 600), await longMatch(['carol', 'dave'], 300)];
    [read, most] = [[], 0];
    harness = await harness.restart();
    expect(harness.log.errors).toEqual([]);
    const pages = pairs.map(({ match }) => read.filter(([of]) => of === match).map(([, from]) => from));
    expect(pages).toEqual([
      [0, 256, 512],
      [0, 256],
    ]);
    expect(read.every(([, , count]) => count === PAGE_EVENTS)).toBe(true);
    expect(most).toBe(1);
    for (const { match, ledger } of pairs)
      expect(await harness.service.rooms.view(match, 0, 0)).toMatchObject({ length: ledger.length + 1 });
  });
});
