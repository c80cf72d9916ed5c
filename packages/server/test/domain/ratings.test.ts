import type { Key } from 'bg-record';
import { RatingHistory } from 'bg-record/ratings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { agree } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

async function resigned(keys: readonly [Key, Key], length: number): Promise<void> {
  const pair = await Pair.at(harness, await agree(harness, keys, { length }), keys);
  while (!pair.ledger.state.result) {
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const player = pair.ledger.expects.party === 1 ? 1 : 0;
    await pair.step({ type: 'resign', player, points: 3 });
    await pair.step({ type: 'accept', player: player === 0 ? 1 : 0 });
  }
}

describe('stored ratings', () => {
  it('RP1 equal the ratings from replaying all finished matches in order', async () => {
    const keys = [await keyOf('alice'), await keyOf('bob'), await keyOf('carol')] as const;
    for (const key of keys) {
      await harness.service.players.meet(key.pub);
      harness.enter(key);
    }
    const [alice, bob, carol] = keys;
    for (const [pair, length] of [
      [[alice, bob], 3],
      [[bob, carol], 1],
      [[carol, alice], 7],
      [[bob, alice], 5],
    ] as const) {
      await resigned(pair, length);
      await harness.pass(3_600_000 * length);
    }
    const history = new RatingHistory();
    const rows = (await harness.store.records.recentRows(10)).toReversed();
    expect(rows).toHaveLength(4);
    for (const { record, finishedAt, ratings } of rows) {
      const { header, result } = record;
      const rated = history.add({ header, winner: result.winner, finishedAt });
      expect(rated).toMatchObject(ratings ?? []);
    }
    for (const { pub } of keys) expect((await harness.store.players.get(pub))?.rating).toEqual(history.of(pub));
    expect(history.of(alice.pub)).toMatchObject({ opponents: 2, known: 0 });
  });
});
