import { SeededRandom } from '@anchor/testkit/random';
import { eventHash, headerHash, type Key, verify, verifyAborted } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BusMessage } from '../../src/domain/bus.ts';
import { EXPIRE_MS, EXPIRE_REFUSED_MS, FREE_MS, SHARED } from '../../src/domain/leases/leases.ts';
import { UNREACHABLE_MS } from '../../src/domain/rooms/links.ts';
import { SILENT_MS } from '../../src/domain/rooms/pings.ts';
import { LOST_MS } from '../../src/domain/table/attendance.ts';
import { SLOW_MS } from '../../src/domain/table/match-writer.ts';
import { makeHeader } from '../../src/domain/table/terms.ts';
import { matchTopic } from '../../src/domain/topics.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { abortFor } from '../support/abort-for.ts';
import { Cluster, keysOf, type Process } from '../support/cluster.ts';
import { FakeWorld } from '../support/fake-world.ts';
import { ABANDON_MS, keyOf } from '../support/harness.ts';
import { checkReceipts } from '../support/held-receipts.ts';
import { RoamingPlayer } from '../support/roaming-player.ts';

const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const SEEDS = process.env.SEED ? process.env.SEED.split(',').map(Number) : [1, 2, 3];

let folder: ReturnType<typeof temporaryFolder>;
let store: OpenStore;
let world: FakeWorld;
let cluster: Cluster;
let serverKey: Key;
let botKey: Key;
let keys: readonly [Key, Key];
let made = 0;
beforeEach(async () => {
  folder = temporaryFolder();
  world = new FakeWorld();
  const now = () => world.now();
  const opened = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder, now, isExclusive: false });
  if (!opened.ok) throw new Error(opened.message);
  store = opened.value;
  serverKey = await keyOf('server');
  keys = [await keyOf('alice'), await keyOf('bob')];
  botKey = await keyOf('bot');
  cluster = new Cluster({ store, world, serverKey, botKey });
});
afterEach(async () => {
  await cluster.idle();
  await store.close();
  folder.remove();
});

/** A match to one point, agreed by two people, or by one and a bot. */
function newHeader(second: 'Bob' | 'bot' = 'Bob') {
  const other =
    second === 'Bob'
      ? { pub: keys[1].pub, name: second, bot: false, custody: 'own' as const }
      : { pub: botKey.pub, name: second, bot: true, custody: 'service' as const };
  return makeHeader({
    id: `two-processes-${String(++made).padStart(8, '0')}`,
    created: world.now(),
    server: serverKey.pub,
    players: [{ pub: keys[0].pub, name: 'Alice', bot: false, custody: 'own' }, other],
    terms: { length: 1, rated: second === 'Bob', clock: 'normal', rules },
    absenceMs: ABANDON_MS,
    log: null,
    session: null,
    firstChain: null,
  });
}

type Players = readonly [RoamingPlayer, RoamingPlayer];

/** A match whose players connect to the given processes. That of the first one owns it. */
async function begin(where: readonly [Process, Process]): Promise<{ readonly id: string; readonly pair: Players }> {
  const [alice, bob] = keys;
  const header = newHeader();
  expect(await where[0].rooms.create(header)).toBe('created');
  const pair = [
    new RoamingPlayer(header.id, 0, alice, where[0], world),
    new RoamingPlayer(header.id, 1, bob, where[1], world),
  ] as const;
  cluster.readers.push(...pair);
  for (const one of pair) await cluster.until(one.connect(one.at));
  return { id: header.id, pair };
}

/** Plays until no player can act, or the condition holds. */
async function playOn(pair: readonly RoamingPlayer[], until = () => false): Promise<void> {
  for (let tries = 0; tries < 5 && !until() && pair.some(({ isOver }) => !isOver); tries++) {
    for (const one of pair) {
      const result = await cluster.until(one.act());
      if (result?.ok) tries = 0;
      await cluster.idle();
      for (const each of pair) await each.idle();
      if (until()) return;
    }
  }
}

const ledgerOf = ({ ledger }: RoamingPlayer) => {
  if (!ledger) throw new Error('never connected');
  return ledger;
};
const inPlay = (pair: Players) => () => ledgerOf(pair[0]).state.match.phase === 'play';
const resumes = (pair: Players) => ledgerOf(pair[0]).events.filter(({ type }) => type === 'resume');
const mover = (pair: Players) => {
  const party = ledgerOf(pair[0]).expects.party;
  if (party === null) throw new Error('nobody has to act');
  return { mover: pair[party], other: pair[party === 0 ? 1 : 0] };
};
/** The opening is over, and a player has to decide. */
const moverToAct = (pair: Players) => () => {
  const { expects, state } = ledgerOf(pair[0]);
  return (
    state.rolls > 0 && expects.party !== null && (expects.types.includes('roll') || expects.types.includes('play'))
  );
};

/** Checks that there is one valid record and that both players got every event once and in order. */
async function checkTheEnd(id: string, pair: Players): Promise<void> {
  await cluster.idle();
  for (const one of pair) await one.idle();
  const record = await store.records.read(id);
  expect(await verify(record, { serverKey: serverKey.pub })).toMatchObject({ ok: true });
  const events = record?.events ?? [];
  const heads = [headerHash(ledgerOf(pair[0]).header), ...events.map(eventHash)];
  for (const one of pair) {
    await checkReceipts(one.receipts, { id, server: serverKey.pub, events, headAt: (n) => heads[n] ?? '' });
    expect(ledgerOf(one).events).toEqual(record?.events);
    expect(one.told).toEqual(record?.events.map(({ n }) => n));
    expect(one.finished, `player ${one.seat} at ${one.at.name}`).toBe(1);
  }
  expect(await store.matches.liveIds()).toEqual([]);
  for (const { rooms, log } of cluster.processes) {
    expect(rooms.count).toBe(0);
    expect(log.errors).toEqual([]);
  }
  expect((await store.players.get(keys[0].pub))?.games).toBe(1);
}

describe('two processes over one store', () => {
  it('PR2 have one owner of a match, whose receipts both players get', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, two]);
    expect([one, two].map(({ rooms }) => rooms.owns(id))).toEqual([true, false]);
    await playOn(pair, inPlay(pair));
    expect(one.alarms.at(`match/${id}`)).not.toBeNull();
    expect(two.alarms.at(`match/${id}`)).toBeNull();
    expect([one, two].map(({ rooms }) => rooms.count)).toEqual([1, 0]);
    for (const player of pair) {
      const before = player.receipts.length;
      await cluster.until(player.ask());
      expect(player.receipts).toHaveLength(before + 1);
      expect(player.receipts.at(-1)).toMatchObject({ n: ledgerOf(player).length });
    }
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR29 send nothing about a match to one without members of it', async () => {
    const [one, two, three] = [await cluster.open(), await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, two]);
    await playOn(pair);
    await checkTheEnd(id, pair);
    const about = (to: Process) => cluster.hub.sent.filter((line) => line.to === to.name && line.text.includes(id));
    expect([about(two).length > 0, about(three)]).toEqual([true, []]);
  });

  it('PR3 declare a flag fall once, wherever the loser is connected', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { pair } = await begin([one, two]);
    await playOn(pair, inPlay(pair));
    const expiresAt = ledgerOf(pair[0]).clock(world.now())?.expiresAt ?? 0;
    await cluster.pass(expiresAt - world.now() - 1);
    expect(ledgerOf(pair[0]).state.result).toBeNull();
    // An event of a player at another process may have waited there for a second.
    await cluster.pass(SLOW_MS + 200);
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).state.result).toMatchObject({ reason: 'time' });
    const last = ledgerOf(pair[0]).events.at(-1);
    expect(last?.type).toBe('forfeit');
    expect(last?.at).toBeGreaterThanOrEqual(expiresAt);
    expect(pair.map(({ finished }) => finished)).toEqual([1, 1]);
  });

  it('PR9 that create a match for the same person at once, one succeeds', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const begun = await Promise.all([one, two].map(({ rooms }) => rooms.create(newHeader())));
    expect(begun.toSorted()).toEqual(['busy', 'created']);
    expect(await store.matches.liveIds()).toHaveLength(1);
  });

  it('PR24 acquire a new match that nobody enters after two seconds', async () => {
    const one = await cluster.open();
    const header = newHeader();
    await one.rooms.create(header);
    await cluster.pass(FREE_MS - 1);
    expect(one.rooms.owns(header.id)).toBe(false);
    await cluster.pass(1_001);
    expect(one.rooms.owns(header.id)).toBe(true);
    await cluster.pass(60_000);
    expect(await store.matches.liveIds()).toEqual([]);
  });

  it('PR16 tell a player of an abort with the server’s signature', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id } = await begin([one, two]);
    const told: BusMessage[] = [];
    two.bus.subscribe(matchTopic(id), (message) => told.push(message));
    expect(await one.rooms.abort(keys[0].pub, id)).toMatchObject({ ok: true });
    await cluster.idle();
    expect(told).toMatchObject([{ type: 'aborted', reason: 'left', proof: { n: 1 } }]);
    expect(await two.rooms.view(id)).toBeNull();
  });

  it('PR30 tell a player of an abort whose process ended before it could send it', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, two]);
    const told: BusMessage[] = [];
    two.bus.subscribe(matchTopic(id), (message) => told.push(message));
    cluster.hub.deafen(two.name, one.name);
    expect(await one.rooms.abort(keys[0].pub, id)).toMatchObject({ ok: true });
    cluster.kill(one);
    await cluster.pass(EXPIRE_MS + 1_000);
    const ends = told.filter(({ type }) => type === 'aborted');
    expect(ends).toMatchObject([{ reason: 'left', proof: { n: 1 } }]);
    const [end] = ends;
    const proof = end?.type === 'aborted' ? end.proof : null;
    expect(proof && (await verifyAborted(ledgerOf(pair[0]).header.server, id, proof))).toBe(true);
  });

  it('PR13 without the key of a match leave it alone until one with the key owns it', async () => {
    const one = await cluster.open();
    const { id, pair } = await begin([one, one]);
    await playOn(pair, inPlay(pair));
    const before = await store.matches.live(id);
    const stranger = await cluster.open(keysOf(await keyOf('another server')));
    cluster.kill(one);
    await cluster.pass(ABANDON_MS * 20);
    expect(stranger.rooms.owns(id)).toBe(true);
    for (const player of pair) await cluster.until(player.connect(stranger));
    for (const player of pair) expect((await cluster.until(player.act()))?.ok ?? false).toBe(false);
    expect(await store.matches.live(id)).toEqual(before);
    expect(stranger.log.warnings.join()).toMatch(/does not have its server key/);
    cluster.kill(stranger);
    const heir = await cluster.open(keysOf(await keyOf('new'), serverKey));
    await cluster.pass(5_000);
    for (const player of pair) await cluster.until(player.connect(heir));
    await playOn(pair);
    expect(await verify(await store.records.read(id), { serverKey: serverKey.pub })).toMatchObject({ ok: true });
    expect(heir.log.errors).toEqual([]);
  });

  it('PR10 move the bot where the match is owned, also when the person is connected elsewhere and the owner dies', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const header = newHeader('bot');
    expect(await one.rooms.create(header)).toBe('created');
    await cluster.pass(FREE_MS + 1_000);
    const first = [one, two].find(({ rooms }) => rooms.owns(header.id)) ?? one;
    const front = first === one ? two : one;
    const alice = new RoamingPlayer(header.id, 0, keys[0], front, world);
    // Another connection of the same key keeps the match at its first owner.
    const stays = await cluster.until(first.rooms.enter(header.id, keys[0].pub));
    await cluster.until(alice.connect(front));
    for (let rounds = 0; !alice.isOver; rounds++) {
      if (rounds > 2_000) throw new Error('the match does not come to its end');
      await cluster.until(alice.act());
      await cluster.pass(1_300);
      await alice.idle();
      if (ledgerOf(alice).length > 25 && cluster.processes.includes(first)) {
        expect([first.thoughts() > 0, front.thoughts()]).toEqual([true, 0]);
        cluster.kill(first);
      }
    }
    expect(front.thoughts()).toBeGreaterThan(0);
    stays.leave();
    const record = await store.records.read(header.id);
    expect(await verify(record, { serverKey: serverKey.pub })).toMatchObject({ ok: true });
  });
});

describe('when all players of a match are connected to another process than its owner', () => {
  it('PR18 the owner leaves it to that process, which goes on at once, and the record shows nothing of it', async () => {
    const [one, two, three] = [await cluster.open(), await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, two]);
    await playOn(pair, inPlay(pair));
    await cluster.until(pair[0].connect(two));
    await cluster.idle();
    expect([one, two, three].map(({ rooms }) => rooms.owns(id))).toEqual([false, true, false]);
    expect([one, two, three].map(({ rooms }) => rooms.count)).toEqual([0, 1, 0]);
    for (const player of pair) await cluster.until(player.ask());
    expect(pair.map(({ receipts }) => receipts.length > 0)).toEqual([true, true]);
    await playOn(pair);
    expect(resumes(pair)).toEqual([]);
    await checkTheEnd(id, pair);
  });

  it('EA14 the next owner dates no event before the newest receipt of the one before', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { pair } = await begin([one, two]);
    await playOn(pair, moverToAct(pair));
    await cluster.pass(500);
    for (const player of pair) await cluster.until(player.ask());
    const signedAt = Math.max(...pair.flatMap(({ receipts }) => receipts.map(({ now }) => now)));
    await cluster.until(pair[0].connect(two));
    await cluster.idle();
    // The clock of the next owner is behind.
    world.setNow(world.now() - 20_000);
    const result = await cluster.until(mover(pair).mover.act());
    expect(result).toMatchObject({ ok: true });
    await cluster.idle();
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).at).toBeGreaterThanOrEqual(signedAt);
  });

  it('PR23 and all processes end before another one has acquired it, no player is charged for the time until one starts', async () => {
    const one = await cluster.open();
    const { id, pair } = await begin([one, one]);
    await playOn(pair, moverToAct(pair));
    const before = ledgerOf(pair[0]).clock(world.now());
    const releasedAt = world.now();
    await one.rooms.handOver();
    cluster.kill(one);
    await cluster.pass(30_000);
    const next = await cluster.open();
    for (const player of pair) await cluster.until(player.connect(next));
    await cluster.idle();
    const ledger = ledgerOf(pair[0]);
    expect(resumes(pair)[0]).toMatchObject({ since: releasedAt });
    expect(ledger.clock(ledger.at)?.remainingMs).toEqual(before?.remainingMs);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR27 also while a watcher stays where it was, it moves once', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, one]);
    await playOn(pair, moverToAct(pair));
    const watching = await cluster.until(one.rooms.enter(id, null));
    let releases = 0;
    one.bus.subscribe(matchTopic(id), ({ type }) => {
      if (type === 'released') releases += 1;
    });
    for (const player of pair) await cluster.until(player.connect(two));
    await cluster.pass(3_000);
    expect([releases, one.rooms.owns(id), two.rooms.owns(id)]).toEqual([1, false, true]);
    watching.leave();
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR28 if that process ends before it has acquired the match, no player is charged for the time until another one has', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, two]);
    await playOn(pair, moverToAct(pair));
    await cluster.pass(1_000);
    const before = ledgerOf(pair[0]).clock(world.now())?.remainingMs;
    // The player of the first process comes to the second one, which is lost as soon as the match is released to it.
    one.bus.subscribe(matchTopic(id), ({ type }) => {
      if (type === 'released') cluster.kill(two);
    });
    void pair[0].connect(two);
    await cluster.pass(8_000);
    expect(one.rooms.owns(id)).toBe(true);
    for (const player of pair) await cluster.until(player.connect(one));
    await cluster.idle();
    for (const player of pair) await player.idle();
    expect(resumes(pair).length).toBeGreaterThan(0);
    const ledger = ledgerOf(pair[0]);
    expect(ledger.clock(ledger.at)?.remainingMs).toEqual(before);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR20 but the players are on different processes, it stays where it is', async () => {
    const [one, two, three] = [await cluster.open(), await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, two]);
    await cluster.until(pair[0].connect(three));
    await cluster.idle();
    expect([one, two, three].map(({ rooms }) => rooms.owns(id))).toEqual([true, false, false]);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });
});

describe('when the owner is lost', () => {
  /** A match in play, owned by the first of two processes. */
  async function led(where: (one: Process, two: Process) => readonly [Process, Process]) {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin(where(one, two));
    await playOn(pair, moverToAct(pair));
    await cluster.pass(3_000);
    return { id, pair, one, two };
  }

  it.each([
    ['ended', EXPIRE_REFUSED_MS],
    ['silent', EXPIRE_MS],
  ] as const)(
    'PR5 another process takes a match over when the owner is %s for %i ms, and no player is charged for the gap',
    async (how, ms) => {
      const { id, pair, one, two } = await led((first, second) => [first, second]);
      const before = ledgerOf(pair[0]).clock(ledgerOf(pair[0]).at);
      const lostAt = world.now();
      if (how === 'ended') cluster.kill(one);
      else {
        cluster.hub.deafen(one.name, two.name);
        cluster.hub.deafen(two.name, one.name);
        cluster.processes.splice(cluster.processes.indexOf(one), 1);
      }
      // The last heartbeat may be as old as the interval between two, and so may that of the process that looks for silent ones.
      await cluster.pass(ms - SHARED.heartbeatMs - 50);
      expect(two.rooms.owns(id)).toBe(false);
      await cluster.pass(2 * SHARED.heartbeatMs + 100);
      expect(two.rooms.owns(id)).toBe(true);
      await cluster.until(pair[0].connect(two));
      await cluster.idle();
      for (const player of pair) await player.idle();
      const ledger = ledgerOf(pair[0]);
      const [first] = resumes(pair);
      expect(first?.type === 'resume' && first.since).toBeLessThanOrEqual(lostAt);
      expect(ledger.clock(ledger.at)?.remainingMs).toEqual(before?.remainingMs);
      await playOn(pair);
      await checkTheEnd(id, pair);
    },
  );

  it('PR6 after a shutdown in order another process continues at once', async () => {
    const { id, pair, one, two } = await led((first, second) => [first, second]);
    await one.rooms.handOver();
    cluster.kill(one);
    await cluster.when(() => two.rooms.owns(id), 300);
    await cluster.idle();
    expect(ledgerOf(pair[1]).events.at(-1)?.type).toBe('resume');
    expect(ledgerOf(pair[1]).at).toBeLessThanOrEqual(world.now());
    await cluster.until(pair[0].connect(two));
    await playOn(pair);
    expect(resumes(pair)).toHaveLength(1);
    await checkTheEnd(id, pair);
  });

  it('PR32 its members learn once where the match stands, however many they are', async () => {
    const { id, pair, one, two } = await led((first, second) => [first, second]);
    const watching = [];
    for (let n = 0; n < 6; n++) watching.push(await cluster.until(two.rooms.enter(id, null)));
    const published: BusMessage[] = [];
    two.bus.subscribe(matchTopic(id), (message) => published.push(message));
    await one.rooms.handOver();
    cluster.kill(one);
    await cluster.when(() => two.rooms.owns(id), 300);
    await cluster.idle();
    expect(published.filter(({ type }) => type === 'entered')).toHaveLength(1);
    await cluster.until(pair[0].connect(two));
    await playOn(pair, moverToAct(pair));
    const away = [true, true];
    for (const message of published) if (message.type === 'presence') away[message.seat] = !message.online;
    expect(away).toEqual([false, false]);
    for (const { leave } of watching) leave();
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR26 an event that arrives while the owner gives the match up is not answered as if the match had ended', async () => {
    const { id, pair, one, two } = await led((first) => [first, first]);
    const { mover: player } = mover(pair);
    const answers = [];
    const over = one.rooms.handOver();
    for (let tries = 0; tries < 50; tries++) {
      answers.push(player.act());
      await new Promise(setImmediate);
    }
    await over;
    for (const answer of await cluster.until(Promise.all(answers)))
      expect(answer === null || answer.ok || answer.code).not.toBe('not-found');
    cluster.kill(one);
    await cluster.when(() => two.rooms.owns(id), 1_500);
    for (const each of pair) await cluster.until(each.connect(two));
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR7 for a while only, it gives the match up when it goes on, and charges no player for the time', async () => {
    const { id, pair, one } = await led((first) => [first, first]);
    const before = ledgerOf(pair[0]).clock(world.now());
    world.setNow(world.now() + 60_000);
    await one.alarms.ring(`match/${id}`);
    await cluster.idle();
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).state.result).toBeNull();
    await cluster.pass(2_500);
    for (const player of pair) await player.idle();
    expect(resumes(pair).length).toBeGreaterThan(0);
    expect(ledgerOf(pair[0]).clock(ledgerOf(pair[0]).at)?.remainingMs).toEqual(before?.remainingMs);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR25 a process that was suspended and expired neither signs nor stores for its matches, and its players enter at the next owner', async () => {
    const { id, pair, one, two } = await led((first, second) => [first, second]);
    // `one` is suspended: its alarms do not go off.
    cluster.processes.splice(cluster.processes.indexOf(one), 1);
    cluster.hub.deafen(one.name, two.name);
    cluster.hub.deafen(two.name, one.name);
    await cluster.pass(EXPIRE_MS + 1_000);
    expect(two.rooms.owns(id)).toBe(true);
    expect(one.rooms.owns(id)).toBe(false);
    const { append } = store.matches;
    const { length } = (await store.matches.live(id))?.events ?? [];
    cluster.hub.heal();
    cluster.processes.push(one);
    const asked = pair[0].ask();
    await cluster.until(asked);
    expect((await store.matches.live(id))?.events.slice(length).every(({ type }) => type === 'resume')).toBe(true);
    expect(store.matches.append).toBe(append);
    await cluster.pass(1_000);
    expect([one, two].map(({ rooms }) => rooms.owns(id))).toEqual([false, true]);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR31 once it goes on, its members enter at the next owner without a request of theirs', async () => {
    const { id, one, two } = await led((first) => [first, first]);
    cluster.processes.splice(cluster.processes.indexOf(one), 1);
    cluster.hub.deafen(one.name, two.name);
    cluster.hub.deafen(two.name, one.name);
    await cluster.pass(EXPIRE_MS + FREE_MS + 1_000);
    expect(two.rooms.owns(id)).toBe(true);
    const told: string[] = [];
    one.bus.subscribe(matchTopic(id), ({ type }) => told.push(type));
    cluster.hub.heal();
    cluster.processes.push(one);
    await cluster.pass(2_000);
    expect(told).toContain('entered');
  });

  it('PR8 because others expired it, it starts over with the next match', async () => {
    const { id, one, two } = await led((first, second) => [first, second]);
    await store.matches.abort(id, abortFor(null, world.now()));
    await store.leases.leave(one.name, world.now(), world.now());
    const header = newHeader();
    expect(await two.rooms.create(header)).toBe('created');
    const entering = one.rooms.enter(header.id, keys[0].pub);
    const { entered } = await cluster.until(entering);
    expect(entered).not.toBeNull();
    expect([one, two].map(({ rooms }) => rooms.owns(header.id))).toEqual([true, false]);
  });

  it('PR4 the next owner completes what the one before left undone', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { pair, id } = await begin([one, two]);
    await playOn(pair, () => ledgerOf(pair[0]).expects.types.includes('reveal'));
    const { append } = store.matches;
    let isDead = false;
    Object.assign(store.matches, {
      append: async (...[match, event]: Parameters<typeof append>) => {
        if (isDead) throw new Error('killed');
        isDead = event.type === 'reveal';
        return append(match, event);
      },
    });
    await cluster.until(mover(pair).mover.act());
    Object.assign(store.matches, { append });
    cluster.kill(one);
    await cluster.pass(3_000);
    await cluster.until(pair[0].connect(two));
    await cluster.idle();
    for (const player of pair) await player.idle();
    expect((await store.matches.live(id))?.events.some(({ type }) => type === 'dice')).toBe(true);
  });

  it('PR11 while a flag falls, the time without an owner is not charged', async () => {
    const { pair, one, two } = await led((first, second) => [first, second]);
    const expiresAt = ledgerOf(pair[0]).clock(world.now())?.expiresAt ?? 0;
    await cluster.pass(expiresAt - world.now() - 1_000);
    cluster.kill(one);
    await cluster.pass(8_000);
    await cluster.until(pair[0].connect(two));
    await cluster.idle();
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).state.result).toBeNull();
    expect(await cluster.until(mover(pair).mover.act())).toMatchObject({ ok: true });
  });
});

describe('when the link between the owner and a player’s process is lost', () => {
  /** A match owned by the first process, in which the player at the second one has to act. */
  async function apart() {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin([one, two]);
    const isBobsTurn = () => moverToAct(pair)() && ledgerOf(pair[0]).expects.party === 1;
    await playOn(pair, () => isBobsTurn() && ledgerOf(pair[0]).expects.types.includes('roll'));
    return { id, pair, one, two };
  }
  const isolate = (one: Process, two: Process) => {
    cluster.hub.deafen(one.name, two.name);
    cluster.hub.deafen(two.name, one.name);
  };

  it('LC1 for a moment, the time is given back to the player who has to act, and meanwhile nobody gets a receipt', async () => {
    const { id, pair, one, two } = await apart();
    const before = ledgerOf(pair[0]).clock(world.now())?.remainingMs;
    isolate(one, two);
    await cluster.pass(SILENT_MS + 1_500);
    const receipts = pair[0].receipts.length;
    await cluster.until(pair[0].ask());
    expect(pair[0].receipts).toHaveLength(receipts);
    cluster.hub.heal();
    await cluster.until(pair[1].connect(two));
    await cluster.idle();
    for (const player of pair) await player.idle();
    expect(resumes(pair)).toHaveLength(1);
    expect(ledgerOf(pair[0]).clock(world.now())?.remainingMs).toEqual(before);
    await cluster.until(pair[0].ask());
    expect(pair[0].receipts).toHaveLength(receipts + 1);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('LC11 while a player thinks, the time is given back from the last answered ping on, in whole milliseconds', async () => {
    const { id, pair, one, two } = await apart();
    const { at } = ledgerOf(pair[0]);
    await cluster.pass(4_700);
    isolate(one, two);
    await cluster.pass(SILENT_MS + 1_500);
    cluster.hub.heal();
    await cluster.until(pair[1].connect(two));
    await cluster.idle();
    for (const player of pair) await player.idle();
    const gaps = ledgerOf(pair[0]).events.flatMap((event) => (event.type === 'resume' ? [event.since] : []));
    expect(gaps).toEqual([expect.closeTo(at + 4_000, -3)]);
    expect(gaps.every(Number.isInteger)).toBe(true);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('LC2 for longer, the player counts as away after fifteen seconds, and loses by that absence at last', async () => {
    const { pair, one, two } = await apart();
    isolate(one, two);
    await cluster.pass(SILENT_MS + LOST_MS + 500);
    await pair[0].idle();
    expect(ledgerOf(pair[0]).events.map(({ type }) => type)).not.toContain('absent');
    expect(resumes(pair)).toHaveLength(1);
    await cluster.pass(20_000 + ABANDON_MS);
    await pair[0].idle();
    expect(ledgerOf(pair[0]).state.result).toMatchObject({ winner: 0 });
  });

  it.each(['both ways', 'to the player', 'from the player'])(
    'LC3 no flag falls while the player is waited for, when it is lost %s',
    async (how) => {
      const { pair, one, two } = await apart();
      const expiresAt = ledgerOf(pair[0]).clock(world.now())?.expiresAt ?? 0;
      await cluster.pass(expiresAt - world.now() - 1_000);
      if (how !== 'from the player') cluster.hub.deafen(one.name, two.name);
      if (how !== 'to the player') cluster.hub.deafen(two.name, one.name);
      await cluster.pass(SILENT_MS + LOST_MS - 1_000);
      await pair[0].idle();
      expect(ledgerOf(pair[0]).state.result).toBeNull();
    },
  );

  it('LC7 a flag still falls in time as long as it works', async () => {
    const { pair } = await apart();
    const expiresAt = ledgerOf(pair[0]).clock(world.now())?.expiresAt ?? 0;
    await cluster.pass(expiresAt - world.now() + SLOW_MS + 200);
    await pair[0].idle();
    expect(ledgerOf(pair[0]).state.result).toMatchObject({ winner: 0 });
  });

  it('LC8 an event that waited at the player’s process before the flag fell is in time', async () => {
    const { pair } = await apart();
    const expiresAt = ledgerOf(pair[0]).clock(world.now())?.expiresAt ?? 0;
    await cluster.pass(expiresAt - world.now() + 500);
    // The other player asks for receipts meanwhile.
    await cluster.until(pair[0].ask());
    expect(await cluster.until(pair[1].act(expiresAt - 100))).toMatchObject({ ok: true });
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).state.result).toBeNull();
  });

  it('LC4 the process of the player closes the connection after three seconds, and accepts none for that match', async () => {
    const { id, pair, one, two } = await apart();
    isolate(one, two);
    await cluster.pass(SILENT_MS + UNREACHABLE_MS + 1_500);
    expect([pair[0].lost, pair[1].lost]).toEqual([0, 1]);
    expect(two.rooms.isUnreachable(id)).toBe(true);
    await cluster.until(pair[1].connect(two));
    expect(pair[1].refusal).toBe('unreachable');
    await cluster.until(pair[1].connect(one));
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('LC5 an event that was sent meanwhile can be sent again, with the same bytes', async () => {
    const { id, pair, one, two } = await apart();
    cluster.hub.deafen(one.name, two.name);
    const acting = pair[1].act();
    expect(await cluster.until(acting)).toMatchObject({ code: 'not-stored' });
    cluster.hub.heal();
    await cluster.until(pair[1].connect(two));
    await cluster.idle();
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('LC6 the other player can do nothing that would end the time that is given back', async () => {
    const { pair, one, two } = await apart();
    isolate(one, two);
    await cluster.pass(SILENT_MS + 1_500);
    const { length } = ledgerOf(pair[0]);
    expect(await cluster.until(pair[0].sit())).toMatchObject({ code: 'not-stored' });
    expect(ledgerOf(pair[0]).length).toBe(length);
  });
});

describe('several processes under random faults', () => {
  it.each(SEEDS)('PR1 play a match to its end without a contradiction, seed %i', async (seed) => {
    const random = new SeededRandom(seed);
    const processes = [await cluster.open(), await cluster.open()] as const;
    const { id, pair } = await begin(processes);
    const acts: Promise<unknown>[] = [];
    for (let step = 0; pair.some(({ isOver }) => !isOver); step++) {
      if (step > 60_000) throw new Error('the match does not come to its end');
      await randomStep(random, pair, acts);
      if (acts.length > 8) await cluster.until(Promise.all(acts.splice(0)));
    }
    cluster.hub.heal();
    await cluster.until(Promise.all(acts));
    await cluster.idle();
    await checkTheEnd(id, pair);
  });
});

/** A random step: a player acts, moves to the other process or waits; lines arrive or links are cut; time passes. */
async function randomStep(random: SeededRandom, pair: Players, acts: Promise<unknown>[]): Promise<void> {
  const dice = random.below(200);
  const player = random.pick(pair);
  const [one, two] = cluster.processes;
  if (dice < 100) acts.push(player.act());
  else if (dice < 160) cluster.hub.deliver();
  else if (dice < 190) await new Promise(setImmediate);
  else if (dice < 194) await cluster.until(player.ask());
  else if (dice < 196)
    await cluster.until(Promise.all([...acts.splice(0), player.connect(random.pick(cluster.processes))]));
  else if (dice < 197 && one && two) cluster.hub.cut(one.name, two.name);
  else if (dice < 198 && one && two) cluster.hub.cut(two.name, one.name);
  else if (dice < 199) await cluster.pass(random.below(700));
  // All processes stand still for a while.
  else world.setNow(world.now() + random.below(4_000));
}
