import { PAIRING } from '@anchor/wire';
import type { Key } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../src/compose/service.ts';
import type { BusMessage } from '../../src/domain/bus.ts';
import type { Peer } from '../../src/domain/players/presence.ts';
import { PART } from '../../src/domain/rooms/lobby-messages.ts';
import { makeHeader, termsOf } from '../../src/domain/table/terms.ts';
import { keyTopic } from '../../src/domain/topics.ts';
import { beforeCall } from '../support/before-call.ts';
import { enter, type Harness, keyOf, openHarness } from '../support/harness.ts';
import { messagesOn } from '../support/messages.ts';
import { WISH } from '../support/seated.ts';

/** Owns the lobby, because it was there first. */
let first: Service;
let second: Service;
let harness: Harness;
let keys: readonly [Key, Key, Key];
beforeEach(async () => {
  harness = await openHarness({ isShared: true });
  first = harness.service;
  second = await harness.neighbour();
  keys = [await keyOf('alice'), await keyOf('bob'), await keyOf('carol')];
  await arrive();
});
afterEach(() => harness.close());

/** Lines between the processes arrive. */
const arrive = () => harness.arrive();

const messagesTo = ({ bus }: Service, { pub }: Key) => messagesOn(bus, keyTopic(pub));

const ofType = (heard: readonly BusMessage[], type: BusMessage['type']) => heard.filter((one) => one.type === type);

/** A connection that notes that it was superseded. */
function peerIn(noted: string[], name: string): Peer {
  return { supersede: () => void noted.push(name) };
}

async function seek(service: Service, { pub }: Key) {
  const made = await service.lobby.seek(pub, WISH);
  if (!made.ok) throw new Error(made.message);
  await arrive();
  return made.value;
}

async function lobbyOf(service: Service) {
  const shown = await service.lobby.snapshot();
  if ('ok' in shown) throw new Error(shown.message);
  return shown;
}

const online = (service: Service) => keys.map(({ pub }) => service.presence.isOnline(pub));

/** The first process ends at once, and the second one finds that out. */
async function loseFirst(): Promise<void> {
  harness.kill(first);
  await harness.pass(8_000);
}

describe('presence on two processes', () => {
  it('SP1 follows the newest connection of a key, and closes the older one', async () => {
    const noted: string[] = [];
    const peers = [peerIn(noted, 'one'), peerIn(noted, 'two')] as const;
    await enter(first, keys[0].pub, peers[0]);
    await arrive();
    expect([online(first), online(second)]).toEqual([
      [true, false, false],
      [true, false, false],
    ]);
    await enter(second, keys[0].pub, peers[1]);
    await arrive();
    expect(noted).toEqual(['one']);
    first.lobby.leave(keys[0].pub, peers[0]);
    await arrive();
    expect([first.presence.isOnline(keys[0].pub), second.presence.isHere(keys[0].pub)]).toEqual([true, true]);
    expect([first.presence.count, second.presence.count]).toEqual([1, 1]);
    second.lobby.leave(keys[0].pub, peers[1]);
    await arrive();
    expect([first.presence.count, second.presence.count]).toEqual([0, 0]);
  });

  it('SP2 keeps keys apart', async () => {
    const bob = peerIn([], 'bob');
    await enter(first, keys[0].pub);
    await enter(second, keys[1].pub, bob);
    await arrive();
    expect([online(first), online(second)]).toEqual(Array(2).fill([true, true, false]));
    second.lobby.leave(keys[1].pub, bob);
    await arrive();
    expect([online(first), online(second)]).toEqual(Array(2).fill([true, false, false]));
  });

  it('SP3 the greater number counts, whichever connection is announced first', async () => {
    const noted: string[] = [];
    const knows = { views: false, sessions: false };
    const { pub } = keys[0];
    await second.lobby.enter({ pub, number: 20_001, knows }, peerIn(noted, 'newer'));
    await arrive();
    await first.lobby.enter({ pub, number: 20_000, knows }, peerIn(noted, 'older'));
    await arrive();
    expect(noted).toEqual(['older']);
    expect([first.presence.isHere(pub), first.presence.isElsewhere(pub)]).toEqual([false, true]);
    await first.lobby.enter({ pub, number: 20_003, knows }, peerIn(noted, 'newest'));
    await first.lobby.enter({ pub, number: 20_002, knows }, peerIn(noted, 'late'));
    await arrive();
    expect(noted).toEqual(['older', 'late', 'newer']);
  });

  it('SP4 says on all processes what the program of a player knows', async () => {
    const knows = { views: true, sessions: false };
    await enter(second, keys[0].pub, peerIn([], 'one'), knows);
    await arrive();
    for (const { presence } of [first, second]) expect(presence.knowledge(keys[0].pub)).toEqual(knows);
    expect(first.presence.knowledge(keys[1].pub)).toEqual({ views: false, sessions: false });
  });

  it('SP5 a player who changes the process is never away, for those who wait for the player', async () => {
    const attended: boolean[] = [];
    const { attend } = first.rooms;
    first.rooms.attend = (pub, isOnline) => {
      if (pub === keys[0].pub) attended.push(isOnline);
      return attend.call(first.rooms, pub, isOnline);
    };
    const noted: string[] = [];
    await enter(first, keys[0].pub, peerIn(noted, 'one'));
    await enter(second, keys[0].pub, peerIn(noted, 'two'));
    await arrive();
    expect([noted, attended]).toEqual([['one'], [true]]);
  });
});

describe('messages to a player', () => {
  it('LO1 arrive at the process of the player, also through a third process that owns the lobby', async () => {
    const third = await harness.neighbour();
    await arrive();
    const [alice, bob] = keys;
    await enter(second, alice.pub);
    await enter(third, bob.pub);
    await arrive();
    const heard = messagesTo(third, bob);
    await second.relations.set(alice.pub, bob.pub, 'follow');
    const made = await second.invitations.challenge(alice.pub, bob.pub, WISH);
    await arrive();
    expect(made).toMatchObject({ ok: true });
    expect(heard).toEqual([{ type: 'offers-changed' }]);
  });

  it('LO2 that were lost while the lobby had no owner are looked up in the storage', async () => {
    await enter(second, keys[1].pub);
    await arrive();
    const heard = messagesTo(second, keys[1]);
    await harness.store.matches.create(headerOf(keys[1], keys[2]));
    await loseFirst();
    expect(ofType(heard, 'seated')).toHaveLength(1);
  });
});

/** The header of some live match of two players. */
function headerOf(one: Key, other: Key) {
  const seats = [one, other].map(({ pub }) => ({ pub, name: '', bot: false, custody: 'own' as const }));
  const terms = termsOf(WISH);
  if (!terms.ok || !seats[0] || !seats[1]) throw new Error('these terms are good');
  return makeHeader({
    id: 'some-live-match',
    created: harness.world.now(),
    server: harness.serverKey.pub,
    players: [seats[0], seats[1]],
    terms: terms.value,
    absenceMs: 300_000,
    log: null,
    session: null,
    firstChain: null,
  });
}

describe('the next owner of the lobby', () => {
  it('LO3 has the connections, the seeks with their places, and the matches of the processes that live', async () => {
    const [alice, bob, carol] = keys;
    await enter(second, alice.pub);
    await enter(first, bob.pub);
    await enter(second, carol.pub);
    const listed = await seek(second, alice);
    await second.challenges.playBot(carol.pub, { type: 'play-bot', length: 1, clock: 'slow' });
    const [match = ''] = await harness.store.matches.liveIds();
    const { leave } = await second.rooms.enter(match, carol.pub);
    await second.lobby.idle();
    await arrive();
    const before = await lobbyOf(second);
    expect(before).toMatchObject({ online: 3, seeks: [listed], live: [{ match }] });
    await loseFirst();
    expect(await lobbyOf(second)).toEqual({ ...before, online: 2 });
    expect([second.seeks(), second.lobby.isReached]).toEqual([1, true]);
    leave();
  });

  it('WN12 knows how many watch a match of another process, and so does the next one', async () => {
    const [alice] = keys;
    await enter(second, alice.pub);
    await second.challenges.playBot(alice.pub, { type: 'play-bot', length: 1, clock: 'slow' });
    const [match = ''] = await harness.store.matches.liveIds();
    await second.rooms.enter(match, alice.pub);
    const watchers = async (service: Service) => (await lobbyOf(service)).live.map((live) => live.watchers);
    await second.lobby.idle();
    await arrive();
    expect(await watchers(first)).toEqual([0]);
    await second.rooms.enter(match, null);
    second.lobby.watched(match, 1);
    await second.lobby.idle();
    await arrive();
    expect(await watchers(first)).toEqual([1]);
    await loseFirst();
    expect(await watchers(second)).toEqual([1]);
  });

  it('LO4 ends the pairings of the one before, whose players wait again', async () => {
    const [alice, bob] = keys;
    await enter(second, alice.pub);
    await enter(second, bob.pub);
    const heard = messagesTo(second, alice);
    await seek(second, alice);
    await seek(second, bob);
    const [asked] = ofType(heard, 'pairing');
    const pairing = asked?.type === 'pairing' ? asked.pairing : '';
    await loseFirst();
    expect(ofType(heard, 'pairing-over')).toEqual([{ type: 'pairing-over', pairing, reason: 'gone', seeking: true }]);
    // The next owner pairs them at once.
    expect(ofType(heard, 'pairing')).toHaveLength(2);
    expect(await second.lobby.acceptPairing(alice.pub, pairing)).toMatchObject({ code: 'not-found' });
  });

  it('LO5 is there at once when the one before ends in order, and no player seems to be away meanwhile', async () => {
    const [alice] = keys;
    await enter(second, alice.pub);
    await seek(second, alice);
    const left: string[] = [];
    const { attend } = second.rooms;
    second.rooms.attend = (pub, isOnline) => {
      if (!isOnline) left.push(pub);
      return attend.call(second.rooms, pub, isOnline);
    };
    await first.handOver();
    await harness.pass(500);
    expect(second.seeks()).toBe(1);
    expect((await lobbyOf(second)).seeks).toHaveLength(1);
    expect(left).toEqual([]);
  });

  it('LO6 waits for what the other processes announce before it answers', async () => {
    const third = await harness.neighbour();
    await arrive();
    const [alice, bob] = keys;
    await enter(second, alice.pub);
    await enter(third, bob.pub);
    await seek(second, alice);
    await first.handOver();
    await harness.pass(3_500);
    for (const service of [second, third])
      expect(await lobbyOf(service)).toMatchObject({ online: 2, seeks: [{ from: { pub: alice.pub } }] });
    expect(third.presence.isOnline(alice.pub)).toBe(true);
  });

  it('LO7 takes the connections and seeks of a process that ended for gone', async () => {
    const [alice, bob] = keys;
    await enter(first, alice.pub);
    await enter(second, bob.pub);
    await arrive();
    await seek(second, bob);
    harness.kill(second);
    await harness.pass(8_000);
    expect(online(first)).toEqual([true, false, false]);
    await harness.pass(PAIRING.graceMs);
    expect(await lobbyOf(first)).toMatchObject({ online: 1, seeks: [] });
  });

  it('LO8 knows how many are connected if there are more than one line holds', async () => {
    const pubs = Array.from({ length: 2 * PART + 3 }, (_, n) => n.toString(16).padStart(64, '0'));
    for (const pub of pubs) void enter(second, pub);
    await harness.pass(100);
    await loseFirst();
    const third = await harness.neighbour();
    await harness.pass(100);
    expect([second.presence.count, third.presence.count]).toEqual([pubs.length, pubs.length]);
    expect(third.presence.isOnline(pubs.at(-1) ?? '')).toBe(true);
  });
});

describe('an owner of the lobby that was replaced', () => {
  it('LO9 creates no match any more, and its players keep their seeks', async () => {
    const [alice, bob] = keys;
    await enter(first, alice.pub);
    await enter(first, bob.pub);
    const handle = (await seek(first, alice)).id;
    const { leases } = harness.store;
    // Another process has expired this one, which does not know it yet.
    await harness.store.leases.leave(ownerId(), harness.world.now(), harness.world.now() + 2_000);
    await leases.register({ id: 'other', address: null, beatAt: harness.world.now() }, 2_000);
    expect(await leases.acquireNamed('other', 'lobby')).toMatchObject({ id: 'other' });
    expect(await first.lobby.accept(bob.pub, handle)).toMatchObject({ code: 'lobby-away' });
    expect(await harness.store.matches.liveIds()).toEqual([]);
  });

  it('LO22 leaves the seek that it has taken for a match to the next owner', async () => {
    await harness.close();
    let meanwhile = async () => {};
    harness = await openHarness({
      isShared: true,
      wrap: beforeCall('create', () => meanwhile()),
    });
    first = harness.service;
    second = await harness.neighbour();
    const [alice, bob] = keys;
    await enter(second, alice.pub);
    await enter(first, bob.pub);
    const { id: handle } = await seek(second, alice);
    meanwhile = async () => {
      meanwhile = async () => {};
      await first.lobby.stop();
      await arrive();
    };
    await first.lobby.accept(bob.pub, handle);
    await harness.pass(8_000);
    expect((await lobbyOf(second)).seeks).toMatchObject([{ id: handle }]);
    expect(await harness.store.matches.liveIds()).toEqual([]);
  });
});

/** The process that owns the lobby at first. */
function ownerId(): string {
  const [id = ''] = harness.hub.addresses;
  return id;
}

describe('a process that does not reach the lobby', () => {
  it('LO10 says so, and goes on when it reaches it', async () => {
    const [alice] = keys;
    await enter(second, alice.pub);
    await arrive();
    const heal = harness.cut(second);
    await harness.pass(100);
    const asked = second.lobby.seek(alice.pub, WISH);
    await arrive();
    await harness.pass(6_000);
    expect(await asked).toMatchObject({ ok: false, code: 'lobby-away' });
    expect(second.lobby.isReached).toBe(false);
    // The other side keeps the player for a while.
    expect(first.presence.isOnline(alice.pub)).toBe(true);
    heal();
    await harness.pass(1_000);
    expect(second.lobby.isReached).toBe(true);
    expect(await seek(second, alice)).toMatchObject({ from: { pub: alice.pub } });
    expect(first.presence.isOnline(alice.pub)).toBe(true);
  });

  it('LO11 lets a player connect after 300 ms, and looks up what the player has missed once it reaches the lobby', async () => {
    const [alice, bob] = keys;
    const heal = harness.cut(second);
    await harness.pass(100);
    const welcome = enter(second, alice.pub);
    await harness.pass(300);
    expect(await welcome).toBeNull();
    const heard = messagesTo(second, alice);
    await harness.store.matches.create(headerOf(alice, bob));
    heal();
    await harness.pass(3_000);
    expect(ofType(heard, 'seated').length).toBeGreaterThan(0);
    expect(first.presence.isOnline(alice.pub)).toBe(true);
  });

  it('LO12 is taken for gone after 15 s, although it lives', async () => {
    const [alice] = keys;
    await enter(second, alice.pub);
    await arrive();
    harness.cut(second);
    await harness.pass(14_000);
    expect(first.presence.isOnline(alice.pub)).toBe(true);
    await harness.pass(3_000);
    expect(first.presence.isOnline(alice.pub)).toBe(false);
  });
});

describe('a link to the owner of the lobby that is lost for a while', () => {
  it('LO15 a player who has left while the process looked for the owner is not shown as connected', async () => {
    const [alice] = keys;
    const heal = harness.cut(second);
    await harness.pass(100);
    const peer = peerIn([], 'alice');
    void enter(second, alice.pub, peer);
    await harness.pass(300);
    second.lobby.leave(alice.pub, peer);
    heal();
    await harness.pass(5_000);
    expect([first.presence.isOnline(alice.pub), (await lobbyOf(first)).online]).toEqual([false, 0]);
  });

  it('LO16 changes in the meantime: who has left, which seeks were withdrawn, and which connection is newer', async () => {
    const [alice, bob, carol] = keys;
    const [peer, noted]: [Peer, string[]] = [peerIn([], 'alice'), []];
    await enter(second, alice.pub, peer);
    await enter(second, bob.pub, peerIn(noted, 'bob'));
    await enter(second, carol.pub);
    await second.lobby.seek(bob.pub, WISH);
    await second.lobby.seek(carol.pub, { ...WISH, length: 7 });
    await arrive();
    const [seek] = (await lobbyOf(first)).seeks.filter(({ from }) => from.pub === carol.pub);
    const heal = harness.cut(second);
    await harness.pass(100);
    second.lobby.leave(alice.pub, peer);
    void second.lobby.unseek(bob.pub);
    await enter(first, bob.pub);
    heal();
    await harness.pass(1_000);
    expect(online(first)).toEqual([false, true, true]);
    expect(online(second)).toEqual([false, true, true]);
    expect(noted).toEqual(['bob']);
    expect((await lobbyOf(second)).seeks).toEqual([seek]);
  });

  it('LO17 a pairing that goes on is shown again, and one that has ended meanwhile is over', async () => {
    const [alice, bob, carol] = keys;
    await enter(second, alice.pub);
    await enter(first, bob.pub);
    const heard = messagesTo(second, alice);
    await seek(second, alice);
    await seek(first, bob);
    const pairings = () => ofType(heard, 'pairing').map((one) => (one.type === 'pairing' ? one.pairing : ''));
    const [pairing = ''] = pairings();
    let heal = harness.cut(second);
    await harness.pass(100);
    heal();
    await harness.pass(1_000);
    expect(pairings()).toEqual([pairing, pairing]);
    expect(ofType(heard, 'pairing-over')).toEqual([]);
    heal = harness.cut(second);
    await harness.pass(100);
    expect(await first.lobby.declinePairing(bob.pub, pairing)).toMatchObject({ ok: true });
    await enter(first, carol.pub);
    heal();
    await harness.pass(1_000);
    expect(ofType(heard, 'pairing-over')).toEqual([{ type: 'pairing-over', pairing, reason: 'gone', seeking: true }]);
    await seek(first, carol);
    expect(pairings()).toHaveLength(3);
  });

  it('LO20 a pairing that has become a match meanwhile is not over', async () => {
    const [alice, bob] = keys;
    await enter(second, alice.pub);
    await enter(first, bob.pub);
    const heard = messagesTo(second, alice);
    await seek(second, alice);
    await seek(first, bob);
    const [asked] = ofType(heard, 'pairing');
    const pairing = asked?.type === 'pairing' ? asked.pairing : '';
    expect(await second.lobby.acceptPairing(alice.pub, pairing)).toMatchObject({ ok: true });
    const heal = harness.cut(second);
    await harness.pass(100);
    expect(await first.lobby.acceptPairing(bob.pub, pairing)).toMatchObject({ ok: true });
    expect(ofType(heard, 'seated')).toEqual([]);
    heal();
    await harness.pass(1_000);
    expect(ofType(heard, 'seated')).toHaveLength(1);
    expect(ofType(heard, 'pairing-over')).toEqual([]);
  });

  it('LO21 a pairing that has ended meanwhile is over for a player of a match with a bot, too', async () => {
    const [alice, bob] = keys;
    await enter(second, alice.pub);
    await enter(first, bob.pub);
    const heard = messagesTo(second, alice);
    const playing = { type: 'play-bot', length: 1, clock: 'normal' } as const;
    expect(await second.challenges.playBot(alice.pub, playing)).toMatchObject({ ok: true });
    await seek(second, alice);
    await seek(first, bob);
    const [asked] = ofType(heard, 'pairing');
    const pairing = asked?.type === 'pairing' ? asked.pairing : '';
    const heal = harness.cut(second);
    await harness.pass(100);
    expect(await first.lobby.declinePairing(bob.pub, pairing)).toMatchObject({ ok: true });
    heal();
    await harness.pass(1_000);
    expect(ofType(heard, 'pairing-over')).toMatchObject([{ pairing, reason: 'gone' }]);
  });

  it('LO18 loses no message for good: the processes of the players look it up', async () => {
    const [alice, bob] = keys;
    const third = await harness.neighbour();
    await enter(third, alice.pub);
    await arrive();
    const heard = messagesTo(third, alice);
    const heal = harness.cut(second);
    await harness.pass(100);
    // The message of the second process about this match would go over the link that is cut.
    await harness.store.matches.create(headerOf(alice, bob));
    second.bus.send(alice.pub, { type: 'seated', match: 'some-live-match' });
    await harness.pass(100);
    expect(ofType(heard, 'seated')).toEqual([]);
    heal();
    await harness.pass(1_000);
    expect(ofType(heard, 'seated')).toHaveLength(1);
  });

  it('LO19 a process that stops answers the requests that wait for an owner at once', async () => {
    const [alice] = keys;
    harness.cut(second);
    await harness.pass(100);
    const asked = second.lobby.snapshot();
    const welcome = enter(second, alice.pub);
    await second.lobby.stop();
    expect(await asked).toMatchObject({ code: 'lobby-away' });
    expect(await welcome).toBeNull();
  });
});
