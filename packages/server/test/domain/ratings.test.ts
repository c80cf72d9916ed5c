import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INITIAL_RATING, type Rating, rateMatch } from '../../src/domain/players/rating.ts';
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
  it('RP1 are exactly what replaying all finished matches in order gives', async () => {
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
    const ratings = new Map<string, Rating>(keys.map(({ pub }) => [pub, INITIAL_RATING]));
    const rows = (await house.store.records.recentRows(10)).toReversed();
    expect(rows).toHaveLength(4);
    for (const { record, finishedAt } of rows) {
      const { header, result } = record;
      const [first, second] = header.players.map(({ pub }) => ratings.get(pub) ?? INITIAL_RATING);
      if (!first || !second) throw new Error('two players');
      const after = rateMatch([first, second], { length: header.length, winner: result.winner, at: finishedAt });
      header.players.forEach(({ pub }, seat) => {
        ratings.set(pub, after[seat === 0 ? 0 : 1]);
      });
    }
    for (const { pub } of keys) expect((await house.store.players.get(pub))?.rating).toEqual(ratings.get(pub));
  });
});
