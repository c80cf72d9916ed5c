import type { ServerMessageOf } from '@anchor/wire';
import type { Header } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BusMessage } from '../../src/domain/bus.ts';
import { LobbyPublisher } from '../../src/domain/lobby/lobby-publisher.ts';
import type { LobbyLine } from '../../src/domain/rooms/lobby-messages.ts';
import { makeHeader } from '../../src/domain/table/terms.ts';
import { WATCHERS_MS } from '../../src/domain/table/watcher-counts.ts';
import { matchTopic } from '../../src/domain/topics.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { FakeAlarms, FakeWorld } from '../support/fake-world.ts';
import { ABANDON_MS, type Harness, keyOf, openHarness } from '../support/harness.ts';
import { messagesOn } from '../support/messages.ts';
import { agree, twoGuests } from '../support/seated.ts';

const RULES = { cube: true, crawford: true, jacoby: false, beavers: false };

let harness: Harness;
let isOpen = false;
const open = async () => {
  harness = await openHarness();
  isOpen = true;
};
afterEach(async () => {
  if (isOpen) await harness.close();
  isOpen = false;
});

/** Lets everything arrive, and then the time pass. */
async function pass(ms: number): Promise<void> {
  await harness.arrive();
  await harness.service.idle();
  await harness.pass(ms);
  await harness.service.idle();
}

const counts = (heard: readonly BusMessage[]) =>
  heard.flatMap((message) => (message.type === 'watchers' ? [message.count] : []));

describe('the number of watchers of a live match', () => {
  let match: string;
  let heard: BusMessage[];
  beforeEach(async () => {
    await open();
    match = await agree(harness, await twoGuests(harness));
    await pass(WATCHERS_MS);
    heard = harness.messagesOn(matchTopic(match));
  });
  const watch = async () => (await harness.service.rooms.enter(match, null)).leave;

  it('WN1 counts the connections without a seat, and reaches all members', async () => {
    const [first] = [await watch(), await watch()];
    await pass(WATCHERS_MS);
    expect(counts(heard)).toEqual([2]);
    first();
    await pass(WATCHERS_MS);
    expect(counts(heard)).toEqual([2, 1]);
  });

  it('WN2 is published at most once in three seconds, however many come and go', async () => {
    const seconds = 15;
    for (let second = 0; second < seconds; second++) {
      for (const leave of [await watch(), await watch(), await watch()]) leave();
      await pass(1_000);
    }
    expect(counts(heard).length).toBeGreaterThan(3);
    expect(counts(heard).length).toBeLessThanOrEqual((seconds * 1_000) / WATCHERS_MS);
    await pass(WATCHERS_MS);
    expect(counts(heard).at(-1)).toBe(0);
  });

  it('WN3 is published again for a watcher who takes the place of another one', async () => {
    const leave = await watch();
    await pass(WATCHERS_MS);
    leave();
    await watch();
    await pass(WATCHERS_MS);
    expect(counts(heard)).toEqual([1, 1]);
  });

  it('WN4 is in the list of live matches of the lobby, which tells its members of changes', async () => {
    const changes = harness.messagesOn('lobby') as ServerMessageOf<'lobby-change'>[];
    expect((await harness.lobby()).live.map(({ watchers }) => watchers)).toEqual([0]);
    await watch();
    await pass(WATCHERS_MS * 3);
    expect((await harness.lobby()).live.map(({ watchers }) => watchers)).toEqual([1]);
    expect(changes.flatMap(({ watchers = [] }) => watchers)).toEqual([{ match, count: 1 }]);
    // The row itself is not sent again.
    expect(changes.flatMap(({ added }) => added.live)).toEqual([]);
  });

  it('WN5 ends with the match', async () => {
    await watch();
    const [player] = (await harness.service.rooms.view(match))?.header.players ?? [];
    expect(await harness.service.rooms.abort(player?.pub ?? '', match)).toMatchObject({ ok: true });
    await pass(WATCHERS_MS * 3);
    expect(heard.at(-1)).toMatchObject({ type: 'aborted' });
    expect((await harness.lobby()).live).toEqual([]);
    expect(harness.alarms.at(`watchers/${match}`)).toBeNull();
  });
});

describe('the watchers of a correspondence match', () => {
  it('WN6 are not counted: it has a process only at times', async () => {
    await open();
    const [alice, bob] = await twoGuests(harness);
    const match = await agree(harness, [alice, bob], { clock: 'days1', rated: false });
    const heard = harness.messagesOn(matchTopic(match));
    await harness.service.rooms.enter(match, alice.pub);
    await harness.service.rooms.enter(match, null);
    await pass(WATCHERS_MS * 2);
    expect(harness.service.rooms.owns(match)).toBe(true);
    expect(counts(heard)).toEqual([]);
  });
});

describe('the number of watchers with several processes', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: OpenStore;
  let cluster: Cluster;
  let processes: readonly [Process, Process];
  let header: Header;
  let heard: readonly [BusMessage[], BusMessage[]];
  beforeEach(async () => {
    folder = temporaryFolder();
    const world = new FakeWorld();
    const now = () => world.now();
    const opened = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder, now, isExclusive: false });
    if (!opened.ok) throw new Error(opened.message);
    store = opened.value;
    const [serverKey, botKey] = [await keyOf('server'), await keyOf('bot')];
    cluster = new Cluster({ store, world, serverKey, botKey });
    processes = [await cluster.open(), await cluster.open()];
    const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
    const person = { bot: false, custody: 'own' } as const;
    header = makeHeader({
      id: 'watched-by-two-processes',
      created: world.now(),
      server: serverKey.pub,
      players: [
        { ...person, pub: alice.pub, name: 'Alice' },
        { ...person, pub: bob.pub, name: 'Bob' },
      ],
      terms: { length: 1, rated: true, clock: 'normal', rules: RULES },
      absenceMs: ABANDON_MS,
      log: null,
      session: null,
      firstChain: null,
    });
    const [one, two] = processes;
    heard = [messagesOn(one.bus, matchTopic(header.id)), messagesOn(two.bus, matchTopic(header.id))];
  });
  afterEach(async () => {
    await cluster.idle();
    await store.close();
    folder.remove();
  });

  const join = async ({ rooms }: Process, pub: string | null = null) =>
    (await cluster.until(rooms.enter(header.id, pub))).leave;

  it('WN7 is the sum of all processes, and loses those of a process that ends', async () => {
    const [one, two] = processes;
    await one.rooms.create(header);
    for (const { pub } of header.players) await join(one, pub);
    expect(one.rooms.owns(header.id)).toBe(true);
    const leave = [await join(one), await join(two), await join(two)].at(-1);
    await cluster.pass(WATCHERS_MS);
    expect(heard.map((messages) => counts(messages).at(-1))).toEqual([3, 3]);
    leave?.();
    await cluster.idle();
    await cluster.pass(WATCHERS_MS);
    expect(heard.map((messages) => counts(messages).at(-1))).toEqual([2, 2]);
    cluster.kill(two);
    await cluster.pass(20_000);
    expect(counts(heard[0]).at(-1)).toBe(1);
  });

  it('WN8 is counted again by the next owner of the match', async () => {
    const [one, two] = processes;
    await one.rooms.create(header);
    for (const { pub } of header.players) await join(one, pub);
    await join(one);
    await join(two);
    for (const { pub } of header.players) await join(two, pub);
    await cluster.pass(WATCHERS_MS);
    expect(counts(heard[1]).at(-1)).toBe(2);
    cluster.kill(one);
    await cluster.when(() => two.rooms.owns(header.id), 20_000);
    await cluster.pass(WATCHERS_MS * 2);
    expect(counts(heard[1]).at(-1)).toBe(1);
  });
});

describe('the changes of the lobby', () => {
  it('WN9 have the watchers of at most 50 matches in 3 seconds, the last number of each', () => {
    const world = new FakeWorld();
    const alarms = new FakeAlarms(world);
    const sent: ServerMessageOf<'lobby-change'>[] = [];
    const broadcast = (line: LobbyLine) => void (line.type === 'change' && sent.push(line.change));
    const publisher = new LobbyPublisher({ alarm: 'changes', alarms, world, members: { online: 1, broadcast } });
    for (const round of [1, 2])
      for (let match = 0; match < 120; match++) publisher.watchers(`match-${match}`, match + round);
    publisher.live('match-7', null);
    const start = world.now();
    const times: number[] = [];
    for (let due = alarms.takeDue(start + 20_000); due; due = alarms.takeDue(start + 20_000)) {
      world.setNow(due.at);
      times.push(due.at - start);
      void due.onDue();
    }
    expect(times).toEqual([3_000, 6_000, 9_000]);
    const all = sent.map(({ watchers = [] }) => watchers);
    expect(all.map(({ length }) => length)).toEqual([50, 50, 19]);
    const wanted = Array.from({ length: 120 }, (_, match) => ({ match: `match-${match}`, count: match + 2 }));
    expect(all.flat()).toEqual(wanted.filter(({ match }) => match !== 'match-7'));
  });
});
