import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ABANDON_MS, type House, keyOf, openHouse } from '../support/house.ts';
import type { Pair } from '../support/player.ts';
import { agree, seatPair, twoGuests } from '../support/seated.ts';

const HOUR_MS = 3_600_000;

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

/** The key's connection is gone. */
async function leave(pair: Pair, seat: 0 | 1, peers: readonly Parameters<House['service']['presence']['leave']>[1][]) {
  const { pub } = pair.ledger.header.players[seat];
  const peer = peers[seat];
  if (peer) house.service.presence.leave(pub, peer);
  await house.service.tables.idle();
}

/** A match with dice on the table: whoever won the opening has to play. */
async function inPlay(wish: Parameters<typeof seatPair>[1] = {}) {
  const keys = [await keyOf('alice'), await keyOf('bob')] as const;
  const pair = await seatPair(house, wish);
  const peers = keys.map((key) => house.enter(key));
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  const mover = pair.ledger.expects.party === 1 ? 1 : 0;
  return { pair, peers, mover, other: mover === 0 ? 1 : 0 } as const;
}

describe('deadlines', () => {
  it('DL1 a first commit missing for 30 s aborts the match and is remembered against the key', async () => {
    const pair = await seatPair(house);
    await house.pass(29_999);
    expect(pair.heard).toHaveLength(0);
    await house.pass(1);
    expect(pair.heard.at(-1)).toEqual({ type: 'aborted', match: pair.match, reason: 'abandonment' });
    const [alice, bob] = pair.ledger.header.players;
    expect(await house.store.matches.abortsSince(alice.pub, 0)).toBe(1);
    expect(await house.store.matches.abortsSince(bob.pub, 0)).toBe(0);
    expect(await house.service.tables.view(pair.match)).toBeNull();
  });

  it('DL2 each commit has its own 30 s', async () => {
    const pair = await seatPair(house);
    await house.pass(20_000);
    await pair.step();
    await house.pass(29_999);
    await pair.step();
    expect(pair.types).toEqual(['commit', 'commit', 'commit']);
  });

  it('DL3 before the first dice the fall of a flag aborts, it does not forfeit', async () => {
    const pair = await seatPair(house);
    await pair.step();
    await pair.step();
    await house.pass(12_000 + 360_000);
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', reason: 'time' });
    expect(await house.store.matches.abortsSince(pair.ledger.header.players[0].pub, 0)).toBe(1);
  });

  it('DL4 a flag falls at the very millisecond at which delay and reserve are used up', async () => {
    const { pair, mover } = await inPlay();
    const expiresAt = pair.ledger.clock(house.world.now())?.expiresAt ?? 0;
    await house.pass(expiresAt - house.world.now() - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
    expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'forfeit', p: null, at: expiresAt });
    expect(pair.ledger.state.timeRanOut).toBe(true);
  });

  it('DL5 an event that comes after the flag has fallen is too late, whatever the alarm does', async () => {
    const { pair, mover } = await inPlay();
    const play = await pair.next();
    const expiresAt = pair.ledger.clock(house.world.now())?.expiresAt ?? 0;
    await house.pass(expiresAt - house.world.now() - 1);
    house.world.setNow(expiresAt);
    expect(await pair.send(play)).toMatchObject({ code: 'not-found' });
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
  });

  it('DL6 who must act and is away loses by abandonment, counted from his leaving', async () => {
    const { pair, peers, mover } = await inPlay({ clock: 'none' });
    await house.pass(50_000);
    const left = house.world.now();
    await leave(pair, mover, peers);
    expect(pair.heard.at(-1)).toEqual({
      ...{ type: 'presence', match: pair.match, seat: mover, online: false },
      abandonAt: left + ABANDON_MS,
    });
    await house.pass(ABANDON_MS);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'abandonment' });
    expect(pair.ledger.events.at(-1)?.at).toBe(left + ABANDON_MS);
  });

  it('DL7 who is away but need not act loses nothing, until it is his turn', async () => {
    const { pair, peers, mover, other } = await inPlay({ clock: 'none' });
    await leave(pair, other, peers);
    expect(pair.heard.at(-1)).toEqual({ type: 'presence', match: pair.match, seat: other, online: false });
    await house.pass(10 * ABANDON_MS);
    await pair.step();
    const turnCame = house.world.now();
    expect(pair.heard.at(-1)).toMatchObject({ seat: other, abandonAt: turnCame + ABANDON_MS });
    await house.pass(ABANDON_MS);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: mover, reason: 'abandonment' });
  });

  it('DL8 who comes back in time has lost nothing', async () => {
    const { pair, peers, mover } = await inPlay({ clock: 'none' });
    await leave(pair, mover, peers);
    await house.pass(ABANDON_MS - 1);
    house.enter(await keyOf(mover === 0 ? 'alice' : 'bob'));
    await house.service.tables.idle();
    expect(pair.heard.at(-1)).toEqual({ type: 'presence', match: pair.match, seat: mover, online: true });
    await house.pass(HOUR_MS);
    expect((await pair.step()).ok).toBe(true);
  });

  it('DL9 without a clock a player who is there still loses after 24 hours without his event', async () => {
    const { pair, mover } = await inPlay({ clock: 'none' });
    await house.pass(24 * HOUR_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'abandonment' });
  });

  it('DL10 three aborts in an hour are followed by ten minutes of cool-down', async () => {
    const keys = await twoGuests(house);
    for (let aborted = 0; aborted < 3; aborted++) {
      await agree(house, keys);
      await house.pass(30_000);
    }
    const wish = { length: 1, rated: false, clock: 'none' } as const;
    expect(await house.service.lobby.seek(keys[0].pub, wish)).toMatchObject({ code: 'cool-down' });
    const bobs = await house.service.lobby.seek(keys[1].pub, wish);
    expect(bobs.ok && (await house.service.lobby.accept(keys[0].pub, bobs.value))).toMatchObject({ code: 'cool-down' });
    await house.pass(600_001);
    expect((await house.service.lobby.seek(keys[0].pub, wish)).ok).toBe(true);
  });
});
