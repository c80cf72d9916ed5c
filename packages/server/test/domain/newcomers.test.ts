import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { seatPair, twoGuests } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

const stored = async () => (await harness.store.players.byAtMost(0, 1_000)).map(({ pub }) => pub);

describe('a key without a match or a name', () => {
  it('NK1 is a newcomer each time, and is not stored', async () => {
    const { pub } = await keyOf('newcomer');
    const before = await stored();
    const { players, standings, lobby } = harness.service;
    const name = `Guest ${pub.slice(0, 4)}`;
    for (const wanted of [undefined, name, ' \t ', undefined])
      expect(await players.meet(pub, wanted)).toEqual({
        ok: true,
        value: { pub, name, rating: 1500, rd: 350, provisional: true },
      });
    expect(await players.person(pub)).toMatchObject({ name });
    expect((await lobby.seek(pub, { length: 3, rated: true, clock: 'normal' })).ok).toBe(true);
    expect(await standings.card(pub)).toBeNull();
    expect(await standings.matches(pub, 10)).toBeNull();
    expect(await standings.keyOf(pub.slice(0, 16))).toBeNull();
    expect(await stored()).toEqual(before);
  });

  it('NK2 is stored with the name that its player chooses', async () => {
    const { pub } = await keyOf('newcomer');
    expect(await harness.service.players.meet(pub, 'Ann')).toMatchObject({ value: { name: 'Ann', rating: 1500 } });
    expect(await harness.service.players.meet(pub)).toMatchObject({ value: { name: 'Ann' } });
    expect(await harness.service.standings.card(pub)).toMatchObject({ name: 'Ann', games: 0 });
  });

  it('NK3 is stored with its first finished match, under the name in the header', async () => {
    const keys = await twoGuests(harness);
    expect(await stored()).not.toContain(keys[0].pub);
    const pair = await seatPair(harness);
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const player = pair.ledger.expects.party === 1 ? 1 : 0;
    await pair.step({ type: 'resign', player, points: 3 });
    await pair.step({ type: 'accept', player: player === 0 ? 1 : 0 });
    expect(pair.ledger.state.result).not.toBeNull();
    for (const { pub } of keys) {
      const card = await harness.service.standings.card(pub);
      expect(card).toMatchObject({ name: `Guest ${pub.slice(0, 4)}`, games: 1 });
    }
  });
});
