import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RatingHistory } from '../../src/domain/players/rating-history.ts';
import { type House, keyOf, openHouse } from '../support/house.ts';
import { Pair } from '../support/player.ts';
import { agree } from '../support/seated.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

async function resigned(keys: readonly [Key, Key], length: number): Promise<void> {
  const pair = await Pair.at(house, await agree(house, keys, { length }), keys);
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
      await house.service.players.meet(key.pub);
      house.enter(key);
    }
    const [alice, bob, carol] = keys;
    for (const [pair, length] of [
      [[alice, bob], 3],
      [[bob, carol], 1],
      [[carol, alice], 7],
      [[bob, alice], 5],
    ] as const) {
      await resigned(pair, length);
      await house.pass(3_600_000 * length);
    }
    const history = new RatingHistory();
    const rows = (await house.store.records.recentRows(10)).toReversed();
    expect(rows).toHaveLength(4);
    for (const { record, finishedAt, ratings } of rows) {
      const { header, result } = record;
      const rated = history.add({ header, winner: result.winner, finishedAt });
      expect(rated).toMatchObject(ratings ?? []);
    }
    for (const { pub } of keys) expect((await house.store.players.get(pub))?.rating).toEqual(history.of(pub));
    expect(history.of(alice.pub)).toMatchObject({ opponents: 2, known: 0 });
  });
});
