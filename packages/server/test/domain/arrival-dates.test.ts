import type { SignedEvent } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import type { Pair } from '../support/player.ts';
import { seatPair } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** A timed match in which a player has to play, both being connected, and the signed play. */
async function inPlay(): Promise<{ readonly pair: Pair; readonly play: SignedEvent }> {
  const pair = await seatPair(harness, { clock: 'fast', length: 1 });
  for (const name of ['alice', 'bob']) harness.enter(await keyOf(name));
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  return { pair, play: await pair.next() };
}

/** The process gets to an event later than it arrived. */
const judge = (pair: Pair, event: SignedEvent, arrivedAt: number) =>
  harness.service.tables.act(pair.ledger.header.players[event.p === 1 ? 1 : 0].pub, pair.match, event, arrivedAt);

describe('a player’s event that this process gets to late', () => {
  it('EA1 has the date of its arrival', async () => {
    const { pair, play } = await inPlay();
    await harness.pass(3_000);
    const arrivedAt = harness.world.now();
    harness.world.setNow(arrivedAt + 700);
    expect(await judge(pair, play, arrivedAt)).toMatchObject({ ok: true, value: { at: arrivedAt } });
  });

  it('EA2 is in time if it arrived before the flag fell, and late if it arrived with it', async () => {
    for (const [earlyMs, isInTime] of [
      [1, true],
      [0, false],
    ] as const) {
      const { pair, play } = await inPlay();
      const flagAt = pair.ledger.expiresAt ?? 0;
      await harness.pass(flagAt - 1_000 - harness.world.now());
      harness.world.setNow(flagAt + 300);
      expect((await judge(pair, play, flagAt - earlyMs)).ok).toBe(isInTime);
      await harness.close();
      harness = await openHarness();
    }
  });

  it('EA3 is not dated before a receipt, before the event that it follows, or in the future', async () => {
    const { pair, play } = await inPlay();
    const [{ pub }] = pair.ledger.header.players;
    await harness.pass(2_000);
    const receipt = await harness.service.tables.receipt(pub, pair.match);
    const signedAt = receipt?.now ?? 0;
    expect(signedAt).toBe(harness.world.now());
    await harness.pass(500);
    expect(await judge(pair, play, signedAt - 1_500)).toMatchObject({ ok: true, value: { at: signedAt } });
    await pair.catchUp();
    const next = await pair.next();
    const { at } = pair.ledger;
    expect(await judge(pair, next, at - 5_000)).toMatchObject({ ok: true, value: { at } });
    await pair.catchUp();
    const third = await pair.next();
    expect(await judge(pair, third, harness.world.now() + 60_000)).toMatchObject({
      ok: true,
      value: { at: harness.world.now() },
    });
  });
});
