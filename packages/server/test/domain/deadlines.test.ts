import { verifyAborted } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ABANDON_MS, type House, keyOf, openHouse } from '../support/house.ts';
import type { Pair } from '../support/player.ts';
import { agree, seatPair, twoGuests } from '../support/seated.ts';

const HOUR_MS = 3_600_000;
const ANNOUNCE_MS = 10_000;

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

/** Closes the key's connection. */
async function leave(pair: Pair, seat: 0 | 1, peers: readonly Parameters<House['service']['presence']['leave']>[1][]) {
  const { pub } = pair.ledger.header.players[seat];
  const peer = peers[seat];
  if (peer) house.service.presence.leave(pub, peer);
  await house.service.tables.idle();
}

/** A match after the opening roll: its winner has to play. */
async function inPlay(wish: Parameters<typeof seatPair>[1] = {}) {
  const keys = [await keyOf('alice'), await keyOf('bob')] as const;
  const pair = await seatPair(house, wish);
  const peers = keys.map((key) => house.enter(key));
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  const mover = pair.ledger.expects.party === 1 ? 1 : 0;
  return { pair, peers, mover, other: mover === 0 ? 1 : 0 } as const;
}

/** Checks the server's signature of an end without a record. */
async function checkProof(pair: Pair): Promise<void> {
  const told = pair.heard.at(-1);
  if (told?.type !== 'aborted' || !told.proof) throw new Error('no proof');
  expect(told.proof).toMatchObject({ n: pair.ledger.length, head: pair.ledger.head, reason: told.reason });
  expect(await verifyAborted(house.serverKey.pub, pair.match, told.proof)).toBe(true);
}

/** A match whose opening roll waits for the other player's reveal. */
async function openingRolled(wish: Parameters<typeof seatPair>[1] = {}) {
  const pair = await seatPair(house, wish);
  await pair.until('roll');
  return { pair, revealer: pair.ledger.expects.party === 1 ? 1 : 0 } as const;
}

describe('deadlines', () => {
  it('DL1 a first commit missing for 30 s aborts the match and is counted against the key', async () => {
    const pair = await seatPair(house);
    await house.pass(29_999);
    expect(pair.heard).toHaveLength(0);
    await house.pass(1);
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', match: pair.match, reason: 'abandonment' });
    await checkProof(pair);
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

  it('DL3 a flag fall before the first dice aborts the match without a forfeit', async () => {
    const pair = await seatPair(house);
    await pair.step();
    await pair.step();
    await house.pass(12_000 + 360_000);
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', reason: 'time' });
    expect(await house.store.matches.abortsSince(pair.ledger.header.players[0].pub, 0)).toBe(1);
  });

  it('DL4 a flag falls at the exact millisecond at which delay and reserve are used up', async () => {
    const { pair, mover } = await inPlay();
    const expiresAt = pair.ledger.clock(house.world.now())?.expiresAt ?? 0;
    await house.pass(expiresAt - house.world.now() - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
    expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'forfeit', p: null, at: expiresAt });
    expect(pair.ledger.state.forfeit).toMatchObject({ reason: 'time', timeRanOut: true });
  });

  it('DL5 an event after the flag has fallen is refused, even if the alarm is late', async () => {
    const { pair, mover } = await inPlay();
    const play = await pair.next();
    const expiresAt = pair.ledger.clock(house.world.now())?.expiresAt ?? 0;
    await house.pass(expiresAt - house.world.now() - 1);
    house.world.setNow(expiresAt);
    expect(await pair.send(play)).toMatchObject({ code: 'not-found' });
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
  });

  it('DL6 an absent player who must act loses by abandonment, counted from the disconnect', async () => {
    const { pair, peers, mover } = await inPlay({ clock: 'none' });
    await house.pass(50_000);
    const left = house.world.now();
    await leave(pair, mover, peers);
    expect(pair.heard.at(-1)).toEqual({
      type: 'presence',
      match: pair.match,
      seat: mover,
      online: false,
      abandonAt: left + ANNOUNCE_MS + ABANDON_MS,
    });
    await house.pass(ANNOUNCE_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.absent).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.absent).toEqual({ seat: mover, at: left + ANNOUNCE_MS });
    await house.pass(ABANDON_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'abandonment' });
    expect(pair.ledger.state.forfeit).toMatchObject({ absentMs: ABANDON_MS });
    expect(pair.ledger.events.at(-1)?.at).toBe(left + ANNOUNCE_MS + ABANDON_MS);
  });

  it('DL7 an absent player who need not act loses nothing until their turn', async () => {
    const { pair, peers, mover, other } = await inPlay({ clock: 'none' });
    await leave(pair, other, peers);
    expect(pair.heard.at(-1)).toEqual({ type: 'presence', match: pair.match, seat: other, online: false });
    await house.pass(10 * ABANDON_MS);
    await pair.step();
    const turnCame = house.world.now();
    expect(pair.heard.at(-1)).toMatchObject({ seat: other, abandonAt: turnCame + ANNOUNCE_MS + ABANDON_MS });
    await house.pass(ANNOUNCE_MS + ABANDON_MS);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: mover, reason: 'abandonment' });
  });

  it('DL8 a player who comes back in time loses nothing', async () => {
    const { pair, peers, mover } = await inPlay({ clock: 'none' });
    await leave(pair, mover, peers);
    await house.pass(ANNOUNCE_MS + ABANDON_MS - 1);
    house.enter(await keyOf(mover === 0 ? 'alice' : 'bob'));
    await house.service.tables.idle();
    expect(pair.heard.at(-1)).toEqual({ type: 'presence', match: pair.match, seat: mover, online: true });
    await house.pass(HOUR_MS);
    expect((await pair.step()).ok).toBe(true);
  });

  it('DL9 without a clock a connected player loses after 24 hours without an event', async () => {
    await house.close();
    // A day of heartbeats, without the storage.
    house = await openHouse({ wrap: (store) => ({ ...store, keepers: { ...store.keepers, keep: async () => true } }) });
    const { pair, mover } = await inPlay({ clock: 'none' });
    await house.pass(24 * HOUR_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
    expect(pair.ledger.state.forfeit).toMatchObject({ timeRanOut: true });
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

  it.each(['none', 'slow'] as const)(
    'DL11 a reveal that a connected player withholds is announced after 10 s and lost after the time of the header, clock %s',
    async (clock) => {
      const { pair, revealer } = await openingRolled({ clock, length: 25 });
      await house.pass(ANNOUNCE_MS - 1);
      await pair.catchUp();
      expect(pair.types.at(-1)).toBe('roll');
      await house.pass(1);
      await pair.catchUp();
      expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'absent', seat: revealer, p: null });
      await house.pass(ABANDON_MS - 1);
      await pair.catchUp();
      expect(pair.types.at(-1)).toBe('absent');
      await house.pass(1);
      await pair.catchUp();
      expect(pair.ledger.state.rolls).toBe(0);
      expect(pair.ledger.state.result).toMatchObject({ winner: 1 - revealer, reason: 'abandonment' });
      expect(pair.ledger.state.forfeit).toMatchObject({ absentMs: ABANDON_MS });
      expect(pair.heard.at(-1)).toMatchObject({ type: 'finished' });
    },
  );

  it('DL12 changing devices does not put off an answer that is owed', async () => {
    const { pair, revealer } = await openingRolled({ clock: 'none' });
    for (let second = 0; second < 12; second++) {
      await house.pass(1_000);
      if (second < 9) expect((await pair.sit(revealer)).ok).toBe(true);
    }
    await pair.catchUp();
    expect(pair.ledger.state.absent?.at).toBe((pair.ledger.events[3]?.at ?? 0) + ANNOUNCE_MS);
    await house.pass(ABANDON_MS);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'abandonment' });
  });

  it('DL13 a player who is back and has to decide does not lose by absence, and a new absence is announced again', async () => {
    const { pair, peers, mover } = await inPlay({ clock: 'none' });
    await leave(pair, mover, peers);
    await house.pass(ANNOUNCE_MS);
    const key = await keyOf(mover === 0 ? 'alice' : 'bob');
    const peer = house.enter(key);
    await house.service.tables.idle();
    await house.pass(HOUR_MS);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('absent');
    expect((await pair.present(mover)).ok).toBe(true);
    expect(pair.ledger.state.absent).toBeNull();
    const left = house.world.now();
    house.service.presence.leave(key.pub, peer);
    await house.service.tables.idle();
    await house.pass(ANNOUNCE_MS);
    await pair.catchUp();
    expect(pair.ledger.state.absent).toEqual({ seat: mover, at: left + ANNOUNCE_MS });
  });

  it('DL14 a player who disconnects again after the announcement has the whole time from then on', async () => {
    const { pair, peers, mover } = await inPlay({ clock: 'none' });
    await leave(pair, mover, peers);
    await house.pass(ANNOUNCE_MS + ABANDON_MS - 1);
    const key = await keyOf(mover === 0 ? 'alice' : 'bob');
    const peer = house.enter(key);
    await house.service.tables.idle();
    await house.pass(60_000);
    house.service.presence.leave(key.pub, peer);
    await house.service.tables.idle();
    expect(pair.heard.at(-1)).toMatchObject({ type: 'presence', abandonAt: house.world.now() + ABANDON_MS });
    await house.pass(ABANDON_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'abandonment' });
  });

  it('DL15 before the first roll an absence is not announced, and aborts the match', async () => {
    const pair = await seatPair(house, { clock: 'none' });
    const peers = [house.enter(await keyOf('alice')), house.enter(await keyOf('bob'))];
    await pair.step();
    await pair.step();
    await leave(pair, 0, peers);
    await house.pass(ABANDON_MS - 1);
    await pair.catchUp();
    expect(pair.types).toEqual(['commit', 'commit', 'commit']);
    await house.pass(1);
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', reason: 'abandonment' });
    await checkProof(pair);
  });

  it.each([0, 1] as const)('DL16 before the first roll the player at seat %i may leave at once', async (seat) => {
    const pair = await seatPair(house);
    await pair.step();
    await pair.step();
    const { players } = pair.ledger.header;
    const { tables } = house.service;
    expect(await tables.leave((await keyOf('stranger')).pub, pair.match)).toMatchObject({ code: 'not-your-seat' });
    expect(await tables.leave(players[seat].pub, pair.match)).toMatchObject({ ok: true });
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', reason: 'left' });
    await checkProof(pair);
    expect(await house.store.matches.abortsSince(players[seat].pub, 0)).toBe(1);
    expect(await house.store.matches.abortsSince(players[1 - seat]?.pub ?? '', 0)).toBe(0);
    expect(await tables.leave(players[seat].pub, pair.match)).toMatchObject({ code: 'not-found' });
  });

  it('DL17 after the first accepted roll no player can leave the match, and nothing aborts it', async () => {
    const { pair, revealer } = await openingRolled();
    const { players } = pair.ledger.header;
    for (const { pub } of players) {
      expect(await house.service.tables.leave(pub, pair.match)).toMatchObject({ code: 'not-now' });
    }
    house = await house.restart(HOUR_MS);
    const heard = house.hear(`match/${pair.match}`);
    await house.pass(ANNOUNCE_MS + ABANDON_MS);
    expect(heard.map(({ type }) => type)).not.toContain('aborted');
    expect((await house.store.records.row(pair.match))?.record.result).toMatchObject({
      winner: 1 - revealer,
      reason: 'abandonment',
    });
  });

  it('DL18 a roll that another process stores at the moment of leaving counts, and the match continues', async () => {
    const pair = await seatPair(house);
    await pair.step();
    await pair.step();
    const roll = await pair.next();
    const elsewhere = await house.neighbour();
    await elsewhere.tables.view(pair.match);
    const [left, rolled] = await Promise.all([
      house.service.tables.leave(pair.ledger.header.players[0].pub, pair.match),
      elsewhere.tables.act(pair.ledger.header.players[roll.p === 1 ? 1 : 0].pub, pair.match, roll),
    ]);
    const live = await house.store.matches.live(pair.match);
    expect([left.ok, rolled.ok, live?.events.length ?? null]).toEqual(
      left.ok ? [true, false, null] : [false, true, pair.ledger.length + 1],
    );
  });
});
