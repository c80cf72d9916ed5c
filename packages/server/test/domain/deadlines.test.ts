import { verifyAborted } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOST_MS } from '../../src/domain/table/attendance.ts';
import { ABANDON_MS, type Harness, keyOf, openHarness, reopenShared } from '../support/harness.ts';
import type { Pair } from '../support/player.ts';
import { agree, seatPair, twoGuests } from '../support/seated.ts';

const HOUR_MS = 3_600_000;
const ANNOUNCE_MS = 10_000;
/** An absence before the first roll lasts no longer. */
const FIRST_ROLL_MS = 90_000;
/** The slowest live clock: 15 s, and 75 minutes for the match. */
const PATIENT = { clock: 'slow', length: 25 } as const;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** Closes the key's connection. */
async function leave(
  pair: Pair,
  seat: 0 | 1,
  peers: readonly Parameters<Harness['service']['presence']['leave']>[1][],
) {
  const { pub } = pair.ledger.header.players[seat];
  const peer = peers[seat];
  if (peer) harness.service.lobby.leave(pub, peer);
  await harness.idle();
}

/** A match after the opening roll: its winner has to play. */
async function inPlay(wanted: Parameters<typeof seatPair>[1] = {}) {
  const keys = [await keyOf('alice'), await keyOf('bob')] as const;
  const pair = await seatPair(harness, wanted);
  const peers = keys.map((key) => harness.enter(key));
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  const mover = pair.ledger.expects.party === 1 ? 1 : 0;
  return { pair, peers, mover, other: mover === 0 ? 1 : 0 } as const;
}

/** Checks the server's signature of an end without a record. */
async function checkProof(pair: Pair): Promise<void> {
  const told = pair.heard.at(-1);
  if (told?.type !== 'aborted' || !told.proof) throw new Error('no proof');
  expect(told.proof).toMatchObject({ n: pair.ledger.length, head: pair.ledger.head, reason: told.reason });
  expect(await verifyAborted(harness.serverKey.pub, pair.match, told.proof)).toBe(true);
}

/** A match whose opening roll waits for the other player's reveal. */
async function openingRolled(wanted: Parameters<typeof seatPair>[1] = {}) {
  const pair = await seatPair(harness, wanted);
  await pair.until('roll');
  return { pair, revealer: pair.ledger.expects.party === 1 ? 1 : 0 } as const;
}

describe('deadlines', () => {
  it('DL1 a first commit missing for 30 s aborts the match and is counted against the key', async () => {
    const pair = await seatPair(harness);
    await harness.pass(29_999);
    expect(pair.heard).toEqual([{ type: 'watchers', match: pair.match, count: 0 }]);
    await harness.pass(1);
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', match: pair.match, reason: 'abandonment' });
    await checkProof(pair);
    const [alice, bob] = pair.ledger.header.players;
    expect(await harness.store.matches.abortsSince(alice.pub, 0)).toBe(1);
    expect(await harness.store.matches.abortsSince(bob.pub, 0)).toBe(0);
    expect(await harness.service.rooms.view(pair.match)).toBeNull();
  });

  it('DL2 each commit has its own 30 s', async () => {
    const pair = await seatPair(harness);
    await harness.pass(20_000);
    await pair.step();
    await harness.pass(29_999);
    await pair.step();
    expect(pair.types).toEqual(['commit', 'commit', 'commit']);
  });

  it('DL3 a flag fall before the first dice aborts the match without a forfeit', async () => {
    const pair = await seatPair(harness);
    await pair.step();
    await pair.step();
    await harness.pass(12_000 + 360_000);
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', reason: 'time' });
    expect(await harness.store.matches.abortsSince(pair.ledger.header.players[0].pub, 0)).toBe(1);
  });

  it('DL4 a flag falls at the exact millisecond at which delay and reserve are used up', async () => {
    const { pair, mover } = await inPlay();
    const expiresAt = pair.ledger.clock(harness.world.now())?.expiresAt ?? 0;
    await harness.pass(expiresAt - harness.world.now() - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
    expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'forfeit', p: null, at: expiresAt });
    expect(pair.ledger.state.forfeit).toMatchObject({ reason: 'time', timeRanOut: true });
  });

  it('DL5 an event after the flag has fallen is refused, even if the alarm is late', async () => {
    const { pair, mover } = await inPlay();
    const play = await pair.next();
    const expiresAt = pair.ledger.clock(harness.world.now())?.expiresAt ?? 0;
    await harness.pass(expiresAt - harness.world.now() - 1);
    harness.world.setNow(expiresAt);
    expect(await pair.send(play)).toMatchObject({ code: 'not-found' });
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
  });

  it('DL6 an absent player who must act loses by abandonment if the opponent claims it, counted from the announcement', async () => {
    const { pair, peers, mover, other } = await inPlay(PATIENT);
    await harness.pass(50_000);
    const left = harness.world.now();
    await leave(pair, mover, peers);
    expect(pair.heard.at(-1)).toEqual({
      type: 'presence',
      match: pair.match,
      seat: mover,
      online: false,
      abandonAt: left + ANNOUNCE_MS + ABANDON_MS,
    });
    await harness.pass(ANNOUNCE_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.absent).toBeNull();
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.absent).toEqual({ seat: mover, since: left + ANNOUNCE_MS, claimedAt: null });
    expect(await pair.claim(mover)).toMatchObject({ code: 'wrong-party' });
    await harness.pass(5_000);
    expect((await pair.claim(other)).ok).toBe(true);
    await harness.pass(ABANDON_MS - 5_001);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'abandonment' });
    expect(pair.ledger.state.forfeit).toMatchObject({ absentMs: ABANDON_MS, isClaimed: true });
    expect(pair.ledger.events.at(-1)?.at).toBe(left + ANNOUNCE_MS + ABANDON_MS);
    expect(pair.ledger.state.claimIgnored).toEqual([false, false]);
  });

  it('DL6b an absent player whose opponent claims nothing loses nothing but time, until the flag falls', async () => {
    const { pair, peers, mover } = await inPlay(PATIENT);
    const expiresAt = pair.ledger.clock(harness.world.now())?.expiresAt ?? 0;
    await leave(pair, mover, peers);
    await harness.pass(10 * ABANDON_MS);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('absent');
    await harness.pass(expiresAt - harness.world.now());
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: 1 - mover, reason: 'time' });
    expect(pair.ledger.events.at(-1)?.at).toBe(expiresAt);
  });

  it('DL6c a claim after the limit ends the match at once, and one that crosses the return changes nothing', async () => {
    const { pair, peers, mover, other } = await inPlay(PATIENT);
    await leave(pair, mover, peers);
    await harness.pass(ANNOUNCE_MS + ABANDON_MS + 60_000);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    harness.enter(await keyOf(mover === 0 ? 'alice' : 'bob'));
    const claim = await pair.claimOf(other);
    expect((await pair.present(mover)).ok).toBe(true);
    expect(await pair.send(claim)).toMatchObject({ code: 'wrong-number' });
    expect(await pair.claim(other)).toMatchObject({ code: 'wrong-type' });
    const peer = harness.enter(await keyOf(mover === 0 ? 'alice' : 'bob'));
    harness.service.lobby.leave(pair.ledger.header.players[mover].pub, peer);
    await harness.idle();
    await harness.pass(ANNOUNCE_MS + ABANDON_MS + 60_000);
    const claimed = await pair.claim(other);
    expect(claimed.ok).toBe(true);
    await harness.pass(0);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: other, reason: 'abandonment' });
    expect(pair.ledger.state.claimIgnored).toEqual([false, false]);
  });

  it.each(['time', 'claim'] as const)('DL6d both players gone: the match ends by %s', async (how) => {
    const { pair, peers, mover, other } = await inPlay(PATIENT);
    await leave(pair, mover, peers);
    await leave(pair, other, peers);
    await harness.pass(ANNOUNCE_MS);
    if (how === 'claim') expect((await pair.claim(other)).ok).toBe(true);
    const expiresAt = pair.ledger.clock(harness.world.now())?.expiresAt ?? 0;
    await harness.pass(how === 'claim' ? ABANDON_MS : expiresAt - harness.world.now());
    await pair.catchUp();
    const reason = how === 'claim' ? 'abandonment' : 'time';
    expect(pair.ledger.state.result).toMatchObject({ winner: other, reason });
  });

  it('DL7 an absent player who need not act loses nothing until their turn', async () => {
    const { pair, peers, mover, other } = await inPlay(PATIENT);
    await leave(pair, other, peers);
    expect(pair.heard.at(-1)).toEqual({ type: 'presence', match: pair.match, seat: other, online: false });
    await harness.pass(10 * ABANDON_MS);
    await pair.step();
    const turnCame = harness.world.now();
    expect(pair.heard.at(-1)).toMatchObject({ seat: other, abandonAt: turnCame + ANNOUNCE_MS + ABANDON_MS });
    await harness.pass(ANNOUNCE_MS);
    expect((await pair.claim(mover)).ok).toBe(true);
    await harness.pass(ABANDON_MS);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: mover, reason: 'abandonment' });
  });

  it('DL8 a player who comes back in time loses nothing', async () => {
    const { pair, peers, mover } = await inPlay(PATIENT);
    await leave(pair, mover, peers);
    await harness.pass(ANNOUNCE_MS + ABANDON_MS - 1);
    harness.enter(await keyOf(mover === 0 ? 'alice' : 'bob'));
    await harness.idle();
    expect(pair.heard.at(-1)).toEqual({ type: 'presence', match: pair.match, seat: mover, online: true });
    await harness.pass(HOUR_MS);
    expect((await pair.step()).ok).toBe(true);
  });

  it('DL9 a connected player who does nothing holds the seat of the other one until the clock ends, and no longer', async () => {
    const { pair, mover, other } = await inPlay(PATIENT);
    const { pub } = pair.ledger.header.players[other];
    const wanted = { length: 1, rated: false, clock: 'fast' } as const;
    const expiresAt = pair.ledger.clock(harness.world.now())?.expiresAt ?? 0;
    await harness.pass(expiresAt - harness.world.now() - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    expect(await harness.service.lobby.seek(pub, wanted)).toMatchObject({ code: 'busy' });
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: other, reason: 'time' });
    expect(pair.ledger.state.forfeit).toMatchObject({ timeRanOut: true });
    expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'forfeit', loser: mover });
    await harness.service.idle();
    expect((await harness.service.lobby.seek(pub, wanted)).ok).toBe(true);
  });

  it('DL10 three aborts in an hour are followed by ten minutes of cool-down', async () => {
    const keys = await twoGuests(harness);
    for (let aborted = 0; aborted < 3; aborted++) {
      await agree(harness, keys);
      await harness.pass(30_000);
    }
    const wanted = { length: 1, rated: false, clock: 'slow' } as const;
    expect(await harness.service.lobby.seek(keys[0].pub, wanted)).toMatchObject({ code: 'cool-down' });
    const bobs = await harness.service.lobby.seek(keys[1].pub, wanted);
    expect(bobs.ok && (await harness.service.lobby.accept(keys[0].pub, bobs.value.id))).toMatchObject({
      code: 'cool-down',
    });
    await harness.pass(600_001);
    expect((await harness.service.lobby.seek(keys[0].pub, wanted)).ok).toBe(true);
  });

  it.each(['fast', 'slow'] as const)(
    'DL11 a reveal that a connected player withholds is announced after 10 s, and lost by a claim after the time of the header, clock %s',
    async (clock) => {
      const { pair, revealer } = await openingRolled({ clock, length: 25 });
      await harness.pass(ANNOUNCE_MS - 1);
      await pair.catchUp();
      expect(pair.types.at(-1)).toBe('roll');
      await harness.pass(1);
      await pair.catchUp();
      expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'absent', seat: revealer, p: null });
      expect((await pair.claim(revealer === 0 ? 1 : 0)).ok).toBe(true);
      await harness.pass(ABANDON_MS - 1);
      await pair.catchUp();
      expect(pair.types.at(-1)).toBe('claim');
      await harness.pass(1);
      await pair.catchUp();
      expect(pair.ledger.state.rolls).toBe(0);
      expect(pair.ledger.state.result).toMatchObject({ winner: 1 - revealer, reason: 'abandonment' });
      expect(pair.ledger.state.forfeit).toMatchObject({ absentMs: ABANDON_MS });
      expect(pair.heard.at(-1)).toMatchObject({ type: 'finished' });
    },
  );

  it('DL12 changing devices does not put off an answer that is owed', async () => {
    const { pair, revealer } = await openingRolled(PATIENT);
    for (let second = 0; second < 12; second++) {
      await harness.pass(1_000);
      if (second % 5 === 3) expect((await pair.sit(revealer)).ok).toBe(true);
    }
    expect(pair.ledger.state.sits[revealer]).toBe(2);
    await pair.catchUp();
    expect(pair.ledger.state.absent?.since).toBe((pair.ledger.events[3]?.at ?? 0) + ANNOUNCE_MS);
    expect((await pair.claim(revealer === 0 ? 1 : 0)).ok).toBe(true);
    await harness.pass(ABANDON_MS);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'abandonment' });
  });

  it('DL13 a player who is back and has to decide does not lose by absence, and a new absence is announced again', async () => {
    const { pair, peers, mover } = await inPlay(PATIENT);
    await leave(pair, mover, peers);
    await harness.pass(ANNOUNCE_MS);
    const key = await keyOf(mover === 0 ? 'alice' : 'bob');
    const peer = harness.enter(key);
    await harness.idle();
    await harness.pass(HOUR_MS);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('absent');
    expect((await pair.present(mover)).ok).toBe(true);
    expect(pair.ledger.state.absent).toBeNull();
    const left = harness.world.now();
    harness.service.lobby.leave(key.pub, peer);
    await harness.idle();
    await harness.pass(ANNOUNCE_MS);
    await pair.catchUp();
    expect(pair.ledger.state.absent).toMatchObject({ seat: mover, since: left + ANNOUNCE_MS });
  });

  it('DL14 a claim goes by the record alone: connecting without an answer to the announcement changes nothing', async () => {
    const { pair, peers, mover, other } = await inPlay(PATIENT);
    await leave(pair, mover, peers);
    await harness.pass(ANNOUNCE_MS);
    const announcedAt = harness.world.now();
    expect((await pair.claim(other)).ok).toBe(true);
    await harness.pass(60_000);
    const key = await keyOf(mover === 0 ? 'alice' : 'bob');
    const peer = harness.enter(key);
    await harness.idle();
    harness.service.lobby.leave(key.pub, peer);
    await harness.idle();
    expect(pair.heard.at(-1)).toMatchObject({ type: 'presence', abandonAt: announcedAt + ABANDON_MS });
    await harness.pass(ABANDON_MS - 60_001);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'abandonment' });
  });

  it('DL15 before the first roll an absence is not announced, and aborts the match', async () => {
    const pair = await seatPair(harness, PATIENT);
    const peers = [harness.enter(await keyOf('alice')), harness.enter(await keyOf('bob'))];
    await pair.step();
    await pair.step();
    await leave(pair, 0, peers);
    await harness.pass(FIRST_ROLL_MS - 1);
    await pair.catchUp();
    expect(pair.types).toEqual(['commit', 'commit', 'commit']);
    await harness.pass(1);
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', reason: 'abandonment' });
    await checkProof(pair);
  });

  it.each([0, 1] as const)('DL16 before the first roll the player at seat %i may leave at once', async (seat) => {
    const pair = await seatPair(harness);
    await pair.step();
    await pair.step();
    const { players } = pair.ledger.header;
    const { rooms } = harness.service;
    expect(await rooms.abort((await keyOf('stranger')).pub, pair.match)).toMatchObject({ code: 'not-your-seat' });
    expect(await rooms.abort(players[seat].pub, pair.match)).toMatchObject({ ok: true });
    expect(pair.heard.at(-1)).toMatchObject({ type: 'aborted', reason: 'left' });
    await checkProof(pair);
    expect(await harness.store.matches.abortsSince(players[seat].pub, 0)).toBe(1);
    expect(await harness.store.matches.abortsSince(players[1 - seat]?.pub ?? '', 0)).toBe(0);
    expect(await rooms.abort(players[seat].pub, pair.match)).toMatchObject({ code: 'not-found' });
  });

  it('DL17 after the first accepted roll no player can leave the match, and nothing aborts it', async () => {
    const { pair, revealer } = await openingRolled();
    const { players } = pair.ledger.header;
    for (const { pub } of players) {
      expect(await harness.service.rooms.abort(pub, pair.match)).toMatchObject({ code: 'not-now' });
    }
    harness = await harness.restart(HOUR_MS);
    const heard = harness.messagesOn(`match/${pair.match}`);
    await harness.pass(LOST_MS + HOUR_MS);
    expect(heard.map(({ type }) => type)).not.toContain('aborted');
    expect((await harness.store.records.row(pair.match))?.record.result).toMatchObject({
      winner: 1 - revealer,
      reason: 'time',
    });
  });

  it('DL18 a roll that another process stores at the moment of leaving counts, and the match continues', async () => {
    harness = await reopenShared(harness);
    const pair = await seatPair(harness);
    await pair.step();
    await pair.step();
    const roll = await pair.next();
    const elsewhere = await harness.neighbour();
    await elsewhere.rooms.view(pair.match);
    const [left, rolled] = await Promise.all([
      harness.service.rooms.abort(pair.ledger.header.players[0].pub, pair.match),
      elsewhere.rooms.act(pair.ledger.header.players[roll.p === 1 ? 1 : 0].pub, pair.match, roll),
    ]);
    const live = await harness.store.matches.live(pair.match);
    expect([left.ok, rolled.ok, live?.events.length ?? null]).toEqual(
      left.ok ? [true, false, null] : [false, true, pair.ledger.length + 1],
    );
  });
});
