import { SeededRandom } from '@anchor/testkit/random';
import { eventHash, headerHash, type Key, verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BusMessage } from '../../src/domain/ports/bus.ts';
import { TAKEOVER_MS } from '../../src/domain/table/match-leases.ts';
import { HANDED_MS, UNNEEDED_MS } from '../../src/domain/table/tables.ts';
import { makeHeader } from '../../src/domain/table/terms.ts';
import { matchTopic } from '../../src/domain/topics.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { Cluster, keysOf, type Process } from '../support/cluster.ts';
import { FakeWorld } from '../support/fake-world.ts';
import { ABANDON_MS, keyOf } from '../support/harness.ts';
import { checkReceipts } from '../support/held-receipts.ts';
import { RoamingPlayer } from '../support/roaming-player.ts';

const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3];

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
  const opened = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  store = opened.value;
  world = new FakeWorld();
  serverKey = await keyOf('server');
  keys = [await keyOf('alice'), await keyOf('bob')];
  botKey = await keyOf('bot');
  cluster = new Cluster({ store, world, serverKey, botKey });
});
afterEach(async () => {
  for (const { tables } of cluster.processes) await tables.idle();
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
  });
}

/** A match created at this process. Both players are connected as given. */
async function begin(at: Process, where: readonly [Process, Process] = [at, at]) {
  const [alice, bob] = keys;
  const header = newHeader();
  expect(await at.tables.create(header, () => undefined)).toBe('created');
  const pair = [
    new RoamingPlayer(header.id, 0, alice, where[0], world),
    new RoamingPlayer(header.id, 1, bob, where[1], world),
  ] as const;
  for (const one of pair) await one.connect(one.at);
  return { id: header.id, pair };
}

/** Plays until no player can act, or the condition holds. */
async function playOn(pair: readonly RoamingPlayer[], until = () => false): Promise<void> {
  for (let tries = 0; tries < 5 && !until() && pair.some(({ isOver }) => !isOver); tries++) {
    for (const one of pair) {
      const result = await one.act();
      if (result?.ok) tries = 0;
      await cluster.settle();
      for (const each of pair) await each.idle();
      if (until()) return;
    }
  }
}

const ledgerOf = ({ ledger }: RoamingPlayer) => {
  if (!ledger) throw new Error('never connected');
  return ledger;
};

/** One process has aborted a match that the other shows, and the message about it has not arrived there. */
async function abortedElsewhere() {
  const [one, two] = [await cluster.open(), await cluster.open()];
  const header = newHeader();
  const { id } = header;
  expect(await one.tables.create(header, () => undefined)).toBe('created');
  await cluster.settle();
  expect((await two.tables.view(id))?.length).toBe(1);
  const told: BusMessage[] = [];
  two.bus.subscribe(matchTopic(id), (message) => told.push(message));
  expect(await one.tables.leave(keys[0].pub, id)).toMatchObject({ ok: true });
  return { one, two, id, told };
}

/** Checks that there is one valid record and that both players got every event once and in order. */
async function checkTheEnd(id: string, pair: readonly [RoamingPlayer, RoamingPlayer]): Promise<void> {
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
  for (const { tables, log } of cluster.processes) {
    expect(tables.count).toBe(0);
    expect(log.errors).toEqual([]);
  }
  expect((await store.players.get(keys[0].pub))?.games).toBe(1);
}

describe('two processes over one store', () => {
  it.each(SEEDS)('PR1 play a match while messages are late or lost, seed %i', async (seed) => {
    const random = new SeededRandom(seed);
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin(random.pick([one, two]), [one, two]);
    const acts: Promise<unknown>[] = [];
    for (let step = 0; pair.some(({ isOver }) => !isOver); step++) {
      if (step > 60_000) throw new Error('the match does not come to its end');
      await randomStep(random, pair, acts);
      if (acts.length > 8) await Promise.all(acts.splice(0));
    }
    await Promise.all(acts);
    await cluster.settle();
    await checkTheEnd(id, pair);
  });

  it('PR2 both follow the match, but only one keeps it', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin(one, [one, two]);
    expect([one, two].map(({ tables }) => tables.keeps(id))).toEqual([true, false]);
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    expect(one.alarms.at(`match/${id}`)).not.toBeNull();
    expect(two.alarms.at(`match/${id}`)).toBeNull();
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR3 a flag falls once, decided by the keeper, wherever the loser is connected', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { pair } = await begin(one, [two, two]);
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    const expiresAt = ledgerOf(pair[0]).clock(world.now())?.expiresAt ?? 0;
    await cluster.pass(expiresAt - world.now() - 1);
    expect(ledgerOf(pair[0]).state.result).toBeNull();
    await cluster.pass(1);
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).state.result).toMatchObject({ reason: 'time' });
    expect(ledgerOf(pair[0]).events.at(-1)).toMatchObject({ type: 'forfeit', at: expiresAt });
    expect(pair.map(({ finished }) => finished)).toEqual([1, 1]);
  });

  it('PR12 a lost message is made up for as soon as the loss is detected', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { pair } = await begin(one, [one, two]);
    await playOn(pair, () => ledgerOf(pair[0]).expects.party === 0 && ledgerOf(pair[0]).state.rolls > 0);
    const [alice, bob] = pair;
    expect(await alice.act()).toMatchObject({ ok: true });
    while (one.bus.outgoing.get(two.bus)?.length) one.bus.carry(two.bus, true);
    await Promise.all([alice.idle(), bob.idle()]);
    expect(ledgerOf(bob).length).toBeLessThan(ledgerOf(alice).length);
    two.bus.notice();
    await vi.waitFor(() => expect(ledgerOf(bob).events).toEqual(ledgerOf(alice).events), { timeout: 45_000 });
  });

  it('PR15 a viewer may act at once on events whose messages have not arrived', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { pair } = await begin(one, [one, two]);
    const [alice, bob] = pair;
    // No process has the events in memory any more.
    await cluster.pass(11_000);
    await playOn(pair, () => ledgerOf(alice).expects.party === 0 && ledgerOf(alice).expects.types.includes('roll'));
    expect(await alice.act()).toMatchObject({ ok: true });
    await bob.connect(two);
    expect(ledgerOf(bob).expects).toMatchObject({ party: 1, types: ['reveal'] });
    expect(await bob.act()).toMatchObject({ ok: true });
    await playOn(pair);
    await checkTheEnd(ledgerOf(bob).header.id, pair);
  });

  it('PR13 a process without the key of a match leaves it alone until one with the key claims it', async () => {
    const one = await cluster.open();
    const { id, pair } = await begin(one);
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    const before = await store.matches.live(id);
    const stranger = await cluster.open(keysOf(await keyOf('another server')));
    cluster.kill(one);
    await cluster.pass(ABANDON_MS * 20);
    expect(stranger.tables.keeps(id)).toBe(true);
    for (const player of pair) await player.connect(stranger);
    for (const player of pair) expect((await player.act())?.ok ?? false).toBe(false);
    expect(await store.matches.live(id)).toEqual(before);
    expect(stranger.log.warnings.join()).toMatch(/does not have its server key/);
    cluster.kill(stranger);
    const heir = await cluster.open(keysOf(await keyOf('new'), serverKey));
    await cluster.pass(ABANDON_MS / 2);
    for (const player of pair) await player.connect(heir);
    await playOn(pair);
    expect(await verify(await store.records.read(id), { serverKey: serverKey.pub })).toMatchObject({ ok: true });
    expect(heir.log.errors).toEqual([]);
  });

  it('PR4 the keeper completes what another process left undone when it died', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { pair } = await begin(one, [one, two]);
    await playOn(pair, () => ledgerOf(pair[0]).expects.types.includes('reveal'));
    const [revealer] = pair.filter(({ ledger, seat }) => ledger?.expects.party === seat);
    if (!revealer) throw new Error('nobody has to reveal');
    await revealer.connect(two);
    const { append } = store.matches;
    let isDead = false;
    Object.assign(store.matches, {
      append: async (...[match, event]: Parameters<typeof append>) => {
        if (isDead) throw new Error('killed');
        isDead = event.type === 'reveal';
        return append(match, event);
      },
    });
    await revealer.act();
    isDead = false;
    await cluster.settle();
    cluster.kill(two);
    await revealer.connect(one);
    expect(ledgerOf(revealer).expects.types).toEqual(['dice']);
    await cluster.pass(1_000);
    await revealer.idle();
    expect(ledgerOf(revealer).events.at(-1)?.type).toBe('dice');
  });
});

describe('when no player of a match is connected to its keeper', () => {
  /** A match begun at the first of three processes, whose players move to other ones. */
  async function led(to: (processes: readonly [Process, Process, Process]) => readonly [Process, Process]) {
    const processes = [await cluster.open(), await cluster.open(), await cluster.open()] as const;
    const { id, pair } = await begin(processes[0]);
    await cluster.settle();
    for (const { pub } of keys) cluster.places.set(pub, processes[0]);
    const places = to(processes);
    for (const seat of [0, 1] as const) {
      cluster.places.set(keys[seat].pub, places[seat]);
      await pair[seat].connect(places[seat]);
      for (const { tables } of processes) await tables.relocated(keys[seat].pub);
    }
    /** The numbers of the processes that keep it. */
    const keepers = () => processes.flatMap(({ tables }, n) => (tables.keeps(id) ? [n] : []));
    return { processes, id, pair, keepers };
  }

  it('PR18 the keeper leaves it to the process of both, which goes on at once, and the record shows nothing of it', async () => {
    const { processes, id, pair, keepers } = await led(([, second]) => [second, second]);
    // No process keeps it until the message arrives.
    expect(keepers()).toEqual([]);
    await cluster.settle();
    expect(keepers()).toEqual([1]);
    expect(processes.map(({ alarms }) => alarms.at(`match/${id}`) !== null)).toEqual([false, true, false]);
    expect(await processes[1].tables.receipt(keys[0].pub, id)).not.toBeNull();
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    await cluster.pass(2 * UNNEEDED_MS);
    expect(processes.map(({ tables }) => tables.count)).toEqual([0, 1, 0]);
    await playOn(pair);
    const record = await store.records.read(id);
    expect(record?.events.filter(({ type }) => type === 'resume')).toEqual([]);
    await checkTheEnd(id, pair);
  });

  it('EA14 the next keeper dates no event before it took the match over, because receipts of the one before may know less', async () => {
    const { id, pair } = await led(([, second]) => [second, second]);
    const [mover] = pair.filter((player) => ledgerOf(player).expects.party === player.seat);
    await cluster.pass(500);
    await cluster.settle();
    expect(mover?.at.tables.keeps(id)).toBe(true);
    const takenAt = world.now();
    await cluster.pass(100);
    expect(await mover?.act(takenAt - 400)).toMatchObject({ ok: true, value: { at: takenAt } });
  });

  it('PR19 and the message about that gets lost, a process claims the match two seconds later at most', async () => {
    const { processes, id, pair, keepers } = await led(([, , third]) => [third, third]);
    for (const { bus } of processes) for (const messages of bus.outgoing.values()) messages.splice(0);
    expect(keepers()).toEqual([]);
    await cluster.pass(2_000);
    expect(keepers()).toHaveLength(1);
    await cluster.pass(HANDED_MS);
    for (const { tables } of processes) await tables.relocated(keys[0].pub);
    await cluster.settle();
    expect(keepers()).toEqual([2]);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR23 and all processes end before another one has taken it, no player is charged for the time until one starts', async () => {
    const { processes, id, pair, keepers } = await led(([first]) => [first, first]);
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    await cluster.settle();
    for (const { pub } of keys) cluster.places.set(pub, processes[1]);
    await processes[0].tables.relocated(keys[0].pub);
    const handedAt = world.now();
    expect(keepers()).toEqual([]);
    const before = ledgerOf(pair[0]).clock(handedAt);
    for (const process of processes) cluster.kill(process);
    cluster.places.clear();
    await cluster.pass(30_000);
    const next = await cluster.open();
    await cluster.settle();
    expect(next.tables.keeps(id)).toBe(true);
    for (const player of pair) await player.connect(next);
    for (const player of pair) await player.idle();
    const ledger = ledgerOf(pair[0]);
    expect(ledger.last).toMatchObject({ type: 'resume', since: handedAt });
    expect(ledger.clock(ledger.at)?.remainingMs).toEqual(before?.remainingMs);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR20 but the players are on different processes, or not connected, it stays where it is', async () => {
    const apart = await led(([, second, third]) => [second, third]);
    await cluster.settle();
    expect(apart.keepers()).toEqual([0]);
    cluster.places.delete(keys[0].pub);
    cluster.places.delete(keys[1].pub);
    for (const { tables } of apart.processes) await tables.relocated(keys[0].pub);
    await cluster.settle();
    expect(apart.keepers()).toEqual([0]);
    // One of them is connected.
    cluster.places.set(keys[0].pub, apart.processes[2]);
    for (const { tables } of apart.processes) await tables.relocated(keys[0].pub);
    await cluster.settle();
    expect(apart.keepers()).toEqual([2]);
  });

  it('PR21 and another process has stored an event of it meanwhile, the keeper keeps it until it knows the event', async () => {
    const { processes, id, pair, keepers } = await led(([first, second]) => [second, first]);
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    const [mover] = pair.filter((player) => ledgerOf(player).expects.party === player.seat);
    await mover?.connect(processes[1]);
    await mover?.act();
    for (const { pub } of keys) cluster.places.set(pub, processes[1]);
    await processes[0].tables.relocated(keys[0].pub);
    expect(keepers()).toEqual([0]);
    // One more event arrives, then the message that the match is handed over.
    await cluster.settle();
    await cluster.settle();
    expect(keepers()).toEqual([1]);
    for (const one of pair) await one.connect(processes[1]);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR22 and the players go to and fro, each process hands it over once in ten seconds at most', async () => {
    const { processes, keepers } = await led(([, second]) => [second, second]);
    const goTo = async (process: Process) => {
      for (const { pub } of keys) cluster.places.set(pub, process);
      for (const { tables } of processes) await tables.relocated(keys[0].pub);
      await cluster.settle();
    };
    await cluster.settle();
    expect(keepers()).toEqual([1]);
    await goTo(processes[0]);
    expect(keepers()).toEqual([0]);
    await goTo(processes[1]);
    expect(keepers()).toEqual([0]);
    await cluster.pass(HANDED_MS);
    await goTo(processes[1]);
    expect(keepers()).toEqual([1]);
  });
});

describe('when the keeper is lost', () => {
  /** A match in play, kept by the first of two processes. The player to move is connected to `mover`. */
  async function inPlay(where: (one: Process, two: Process) => readonly [Process, Process]) {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id, pair } = await begin(one, where(one, two));
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    await cluster.pass(3_000);
    return { id, pair, one, two };
  }

  it('PR5 without notice, the other process takes the match over 2.5 seconds after its last heartbeat, and no player is charged for the gap', async () => {
    const { id, pair, one, two } = await inPlay((first) => [first, first]);
    const before = ledgerOf(pair[0]).clock(ledgerOf(pair[0]).events.at(-1)?.at ?? 0);
    cluster.kill(one);
    for (const player of pair) await player.connect(two);
    await cluster.pass(TAKEOVER_MS - 1);
    expect(two.tables.keeps(id)).toBe(false);
    await cluster.pass(1);
    expect(two.tables.keeps(id)).toBe(true);
    for (const player of pair) await player.idle();
    const ledger = ledgerOf(pair[0]);
    expect(ledger.events.at(-1)?.type).toBe('resume');
    expect(ledger.clock(ledger.events.at(-1)?.at ?? 0)?.remainingMs).toEqual(before?.remainingMs);
    expect(two.alarms.at(`match/${id}`)).not.toBeNull();
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR6 after a handover, the other process continues at once', async () => {
    const { id, pair, one, two } = await inPlay((first, second) => [first, second]);
    await one.tables.handOver();
    await cluster.settle();
    await cluster.pass(0);
    expect([one, two].map(({ tables }) => tables.keeps(id))).toEqual([false, true]);
    for (const player of pair) await player.idle();
    // Players still connected to the stopping process continue there.
    for (const player of pair) expect(ledgerOf(player).events.at(-1)?.type).toBe('resume');
    expect(one.alarms.at(`match/${id}`)).toBeNull();
    await playOn(pair, () => ledgerOf(pair[0]).length > 30);
    cluster.kill(one);
    await pair[0].connect(two);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR7 only for a while, it charges no player for the time it was suspended, and one of the two keeps the match', async () => {
    const { id, pair, one, two } = await inPlay((first) => [first, first]);
    const asleep = ledgerOf(pair[0]).clock(world.now())?.expiresAt ?? 0;
    // `one` is suspended, and so are its deadlines; `two` does not notice before it resumes.
    world.setNow(asleep + 60_000);
    await one.alarms.ring(`match/${id}`);
    await cluster.settle();
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).state.result).toBeNull();
    await cluster.pass(2_000);
    expect([one, two].map(({ tables }) => tables.keeps(id)).filter(Boolean)).toEqual([true]);
    for (const player of pair) await player.idle();
    expect(ledgerOf(pair[0]).events.at(-1)?.type).toBe('resume');
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR8 because others declared it dead, it starts over with the next match', async () => {
    const { id, one, two } = await inPlay((_, second) => [second, second]);
    world.setNow(world.now() + 7_000);
    await two.alarms.ring('heartbeat');
    await cluster.settle();
    expect([one, two].map(({ tables }) => tables.keeps(id))).toEqual([false, true]);
    await store.matches.abort(id, null, world.now());
    const header = newHeader();
    expect(await one.tables.create(header, () => undefined)).toBe('created');
    expect([one, two].map(({ tables }) => tables.keeps(header.id))).toEqual([true, false]);
    expect((await store.matches.live(header.id))?.events.map(({ type }) => type)).toEqual(['commit']);
  });

  it('PR14 because it was declared dead just before a claim, it enrols again, claims then, and logs no error', async () => {
    const { id, pair, one, two } = await inPlay((first) => [first, first]);
    const { claim } = store.keepers;
    let inVain = 0;
    Object.assign(store.keepers, {
      claim: async (...asked: Parameters<typeof claim>) => {
        if (inVain === 0) await store.keepers.giveUp(asked[0], world.now() + 6_000);
        const got = await claim(...asked);
        if (got === null) inVain++;
        return got;
      },
    });
    cluster.kill(one);
    for (let seconds = 0; seconds < 20 && !two.tables.keeps(id); seconds++) await cluster.pass(1_000);
    expect([inVain, two.tables.keeps(id)]).toEqual([1, true]);
    for (const player of pair) await player.connect(two);
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR11 while a flag falls, only a process that knows about downtime declares it', async () => {
    const { pair, one, two } = await inPlay((_, second) => [second, second]);
    const [mover] = pair.filter((player) => ledgerOf(player).expects.party === player.seat);
    if (!mover) throw new Error('nobody has to act');
    const expiresAt = ledgerOf(mover).clock(world.now())?.expiresAt ?? 0;
    await cluster.pass(expiresAt - world.now() - 1_000);
    cluster.kill(one);
    world.setNow(expiresAt + 1_000);
    expect(await mover.act()).toMatchObject({ code: 'not-stored' });
    await cluster.pass(8_000);
    for (const player of pair) await player.idle();
    expect(two.tables.count).toBe(1);
    expect(ledgerOf(mover).events.at(-1)?.type).toBe('resume');
    expect(await mover.act()).toMatchObject({ ok: true });
  });
});

describe('of two processes', () => {
  it('PR16 a player is told of an abort with the signature, also where the match is missed before the message arrives', async () => {
    const { one, two, id, told } = await abortedElsewhere();
    expect(await two.tables.view(id)).toBeNull();
    expect(told).toEqual([]);
    await cluster.settle();
    expect(told).toMatchObject([{ type: 'aborted', reason: 'left', proof: { n: 1 } }]);
    expect([one, two].map(({ tables }) => tables.count)).toEqual([0, 0]);
  });

  it('PR17 a player is told of an abort without the signature a second after the message about it got lost', async () => {
    const { one, two, id, told } = await abortedElsewhere();
    while ((one.bus.outgoing.get(two.bus)?.length ?? 0) > 0) one.bus.carry(two.bus, true);
    expect(await two.tables.view(id)).toBeNull();
    await cluster.pass(999);
    expect(told).toEqual([]);
    await cluster.pass(1);
    expect(told).toEqual([{ type: 'aborted', match: id, reason: 'unknown', proof: null }]);
    expect(two.tables.count).toBe(0);
  });

  it('IC9 one reads a match from the storage only when messages of the other arrive', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const { id } = await begin(one);
    let arrives = () => {};
    const joined = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    two.bus.joined = () => joined;
    const { page } = store.matches;
    let reads = 0;
    Object.assign(store.matches, {
      page: (...range: Parameters<typeof page>) => {
        reads += 1;
        return page(...range);
      },
    });
    const viewing = two.tables.view(id);
    await new Promise(setImmediate);
    expect([two.bus.local.hears(matchTopic(id)), reads]).toEqual([true, 0]);
    arrives();
    expect((await viewing)?.length).toBe(1);
    expect(reads).toBeGreaterThan(0);
  });

  it('IC10 one that neither keeps a match nor shows it drops it, and is told of it no more', async () => {
    const [one, two, three] = [await cluster.open(), await cluster.open(), await cluster.open()];
    const { id, pair } = await begin(one, [one, two]);
    await playOn(pair, () => ledgerOf(pair[0]).state.match.phase === 'play');
    const leave = three.tables.follow(id);
    expect((await three.tables.view(id))?.length).toBe(ledgerOf(pair[0]).length);
    await cluster.pass(2 * UNNEEDED_MS);
    expect(three.tables.count).toBe(1);
    leave();
    await cluster.pass(UNNEEDED_MS);
    // A use makes it wait again.
    await three.tables.view(id);
    await cluster.pass(UNNEEDED_MS);
    expect([three.tables.count, three.bus.local.hears(matchTopic(id))]).toEqual([1, true]);
    await cluster.pass(UNNEEDED_MS);
    expect([three.tables.count, three.bus.local.hears(matchTopic(id))]).toEqual([0, false]);
    expect([one, two].map(({ tables }) => tables.count)).toEqual([1, 1]);
    expect(one.tables.keeps(id)).toBe(true);
    for (const player of pair) await player.idle();
    await playOn(pair);
    await checkTheEnd(id, pair);
  });

  it('PR9 that create a match for the same person at once, one succeeds', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const begun = await Promise.all(
      [one, two].map(({ tables }) => tables.create(newHeader(), () => expect(tables).toBeDefined())),
    );
    expect(begun.toSorted()).toEqual(['busy', 'created']);
    expect(await store.matches.liveIds()).toHaveLength(1);
    expect(one.tables.count + two.tables.count).toBe(1);
  });

  it('PR10 only the keeper moves the bot, also when the person is connected elsewhere and the keeper dies', async () => {
    const [one, two] = [await cluster.open(), await cluster.open()];
    const movers: string[] = [];
    for (const { name, tables } of [one, two]) {
      const act = tables.act.bind(tables);
      tables.act = (pub, match, event) => {
        if (pub === botKey.pub) movers.push(tables.keeps(match) ? name : `${name} unasked`);
        return act(pub, match, event);
      };
    }
    const header = newHeader('bot');
    expect(await one.tables.create(header, () => undefined)).toBe('created');
    const alice = new RoamingPlayer(header.id, 0, keys[0], two, world);
    await alice.connect(two);
    for (let rounds = 0; !alice.isOver; rounds++) {
      if (rounds > 2_000) throw new Error('the match does not come to its end');
      await alice.act();
      await cluster.settle();
      await cluster.pass(1_300);
      await alice.idle();
      if (ledgerOf(alice).length > 25 && cluster.processes.includes(one)) {
        expect([one.thoughts() > 0, two.thoughts()]).toEqual([true, 0]);
        cluster.kill(one);
      }
    }
    expect(new Set(movers)).toEqual(new Set([one.name, two.name]));
    const record = await store.records.read(header.id);
    expect(await verify(record, { serverKey: serverKey.pub })).toMatchObject({ ok: true });
    expect(record?.events.filter(({ type }) => type === 'resume')).toHaveLength(1);
  });
});

/** A random step: a player acts, moves to the other process or waits; messages arrive or get lost; time passes. */
async function randomStep(
  random: SeededRandom,
  pair: readonly RoamingPlayer[],
  acts: Promise<unknown>[],
): Promise<void> {
  const dice = random.below(100);
  const player = random.pick(pair);
  if (dice < 50) acts.push(player.act());
  else if (dice < 80) carryOne(random);
  else if (dice < 88) random.pick(cluster.processes).bus.notice();
  else if (dice < 96) await new Promise(setImmediate);
  else if (dice < 98) await player.ask();
  else if (dice < 99) await Promise.all([...acts.splice(0), player.connect(random.pick(cluster.processes))]);
  else await cluster.pass(random.below(700));
}

function carryOne(random: SeededRandom): void {
  const { bus } = random.pick(cluster.processes);
  for (const to of bus.outgoing.keys()) bus.carry(to, random.below(12) === 0);
}
