import { Ledger, Seat } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyTopic } from '../../src/domain/topics.ts';
import { FairQueue } from '../../src/shared/fair-queue.ts';
import type { Common } from '../../src/socket/connection.ts';
import { DEFAULT_LIMITS, PAGE_EVENTS } from '../../src/socket/limits.ts';
import { type Holder, UnreadBudget } from '../../src/socket/unread-budget.ts';
import { commonOf, FakeClient } from '../support/fake-transport.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import type { Pair } from '../support/player.ts';
import { agree, seatPair } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** A live match of a little more than two pages. */
async function longMatch(): Promise<Pair> {
  const pair = await seatPair(harness, { length: 25 });
  while (pair.ledger.length < 2 * PAGE_EVENTS + 10 && !pair.ledger.state.result) await pair.step();
  return pair;
}

describe('a long match', () => {
  it('WP10 is sent with its first page and its length; each `sync` returns one page', async () => {
    const pair = await longMatch();
    const { events, length } = pair.ledger;
    const watcher = await FakeClient.open(harness);
    const told = await watcher.ask({ type: 'watch', match: pair.match });
    expect(told).toMatchObject({ type: 'match', length, events: events.slice(0, PAGE_EVENTS) });
    for (let from = PAGE_EVENTS; from < length; from += PAGE_EVENTS) {
      const page = await watcher.ask({ type: 'sync', match: pair.match, from });
      expect(page).toMatchObject({ type: 'events', length, events: events.slice(from, from + PAGE_EVENTS) });
    }
    const beyond = await watcher.ask({ type: 'sync', match: pair.match, from: 99_999 });
    expect(beyond).toMatchObject({ type: 'events', length, events: [] });
    watcher.said.length = 0;
    await pair.step();
    const [next] = watcher.said.filter(({ type }) => type === 'event');
    expect(next).toMatchObject({ type: 'event', event: { n: length } });
  });

  it('WP11 ends with its last page, and not before', async () => {
    const pair = await longMatch();
    await pair.until('forfeit');
    const { length } = pair.ledger;
    const watcher = await FakeClient.open(harness);
    const ends: number[] = [];
    for (let from = 0; from <= length; from += PAGE_EVENTS) {
      await watcher.ask({ type: 'sync', match: pair.match, from });
      await watcher.connection.idle();
      if (watcher.said.some(({ type }) => type === 'finished')) ends.push(from);
      watcher.said.length = 0;
    }
    expect(ends).toEqual([Math.floor((length - 1) / PAGE_EVENTS) * PAGE_EVENTS]);
  });
});

describe('a client that does not read', () => {
  it('WP12 gets the answer to its next request only after it has read the earlier ones', async () => {
    const client = await FakeClient.open(harness);
    client.said.length = 0;
    client.unreadBytes = DEFAULT_LIMITS.servedBytes + 1;
    for (let id = 0; id < 3; id++) client.send({ type: 'ping', id });
    const other = await FakeClient.open(harness);
    expect(await other.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    expect(client.said).toEqual([]);
    expect(client.isReading).toBe(false);
    client.drain();
    await client.connection.idle();
    expect(client.said.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(client.isReading).toBe(true);
  });

  it('WP13 does not delay the stop of the service', async () => {
    const client = await FakeClient.open(harness);
    client.unreadBytes = DEFAULT_LIMITS.servedBytes + 1;
    client.send({ type: 'ping' });
    client.connection.dismiss(1012);
    await client.connection.idle();
    expect(client.closed).toBe(1012);
  });

  it('WP14 is closed before a message that would exceed the limit, not after it', async () => {
    const client = await FakeClient.open(harness, { ...DEFAULT_LIMITS, burst: 0 });
    client.said.length = 0;
    client.unreadBytes = DEFAULT_LIMITS.unreadBytes - 10;
    client.connection.receive('nonsense');
    expect(client.closed).toBe(4003);
    expect(client.said).toEqual([]);
  });

  it('WP15 with the most unread bytes is closed first when all together have too many', async () => {
    const limits = { ...DEFAULT_LIMITS, unreadBytesInAll: 1000 };
    const common = commonOf(limits);
    const [small, large, other] = await Promise.all([1, 2, 3].map(() => FakeClient.open(harness, limits, common)));
    if (!small || !large || !other) throw new Error('no clients');
    small.unreadBytes = 300;
    large.unreadBytes = 600;
    for (const one of [small, large]) await one.ask({ type: 'ping' });
    expect([small.closed, large.closed]).toEqual([null, null]);
    other.unreadBytes = 200;
    await other.ask({ type: 'ping' });
    expect([small.closed, large.closed, other.closed]).toEqual([null, 4003, null]);
    // A closed connection that still holds unread bytes is cut first.
    expect(large.isCut).toBe(false);
    await other.ask({ type: 'ping' });
    expect(large.isCut).toBe(true);
    expect([small.closed, other.closed]).toEqual([null, null]);
  });

  it('WP16 is not closed for bytes that it has read since', () => {
    const budget = new UnreadBudget(100);
    const closed: string[] = [];
    const holder = (name: string, unreadBytes: number) => {
      const drop = () => closed.push(name);
      return { unreadBytes, isClosing: false, drop, cut: drop };
    };
    const [reader, sleeper] = [holder('reader', 90), holder('sleeper', 60)] satisfies readonly Holder[];
    if (!reader || !sleeper) throw new Error('no holders');
    budget.sent(reader);
    reader.unreadBytes = 0;
    budget.sent(sleeper);
    expect(closed).toEqual([]);
    expect(budget.total).toBe(60);
    budget.forget(sleeper);
    expect(budget.total).toBe(0);
  });
});

describe('requests', () => {
  it('WP17 queue up to a limit; then nothing more is read until some are answered', async () => {
    const client = await FakeClient.open(harness, { ...DEFAULT_LIMITS, waiting: 4 });
    for (let id = 0; id < 4; id++) client.send({ type: 'ping', id });
    expect(client.isReading).toBe(false);
    await client.connection.idle();
    expect(client.isReading).toBe(true);
  });

  it('WP19 to prove a key are counted per network, over all its connections', async () => {
    const limits = { ...DEFAULT_LIMITS, proofs: { burst: 3, perSecond: 1 } };
    const common = commonOf(limits);
    const key = await keyOf('alice');
    const prove = async () => (await FakeClient.open(harness, limits, common)).identify(key);
    for (let tries = 0; tries < 3; tries++) expect(await prove()).toMatchObject({ type: 'identified' });
    expect(await prove()).toMatchObject({ type: 'error', code: 'too-many' });
    await harness.pass(1000);
    expect(await prove()).toMatchObject({ type: 'identified' });
  });
});

/** Takes all places of the queue. Returns a function that frees them. */
async function occupy({ fairQueue }: Common): Promise<() => void> {
  const turns = await Promise.all([1, 2].map(() => fairQueue.turn({ group: 'others', member: '' })));
  return () => {
    for (const turn of turns) turn?.end();
  };
}

describe('requests wait for the turn of their key or network', () => {
  it('WP20 before they are read, the proof of a key among them', async () => {
    const common = commonOf(DEFAULT_LIMITS);
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    const free = await occupy(common);
    const meet = vi.spyOn(harness.service.players, 'meet');
    const proving = client.identify(await keyOf('alice'));
    await vi.waitFor(() => expect(common.fairQueue.waiting).toBe(1));
    client.connection.receive('no frame');
    expect(meet).not.toHaveBeenCalled();
    free();
    expect(await proving).toMatchObject({ type: 'identified' });
    await client.connection.idle();
    expect(client.said.at(-1)).toMatchObject({ type: 'error', code: 'bad-frame' });
  });

  it('WP20a but not those about the player’s own match', async () => {
    const common = commonOf(DEFAULT_LIMITS);
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    await client.identify(await keyOf('alice'));
    client.send({ type: 'play-bot', length: 1 });
    await client.connection.idle();
    const match = client.said.find((message) => message.type === 'match')?.header.id ?? '';
    const free = await occupy(common);
    client.said.length = 0;
    client.send({ type: 'puzzle-streak', id: 'waits' });
    expect(await client.ask({ type: 'ping', match })).toMatchObject({ type: 'pong' });
    client.send({ type: 'ping', id: 'no match' });
    client.send({ type: 'sync', match: 'no-such-match-1', from: 0, id: 'another' });
    client.send({ type: 'ping', match, id: 'again' });
    await vi.waitFor(() => expect(client.said.map(({ id }) => id)).toEqual(['again']));
    free();
    await client.connection.idle();
    expect(client.said.map(({ id }) => id)).toEqual(['again', 'waits', 'no match', 'another']);
  });

  it('WP30 but those start in rounds, by network and then by key', async () => {
    const common = commonOf(DEFAULT_LIMITS);
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    const key = await keyOf('alice');
    await client.identify(key);
    client.send({ type: 'play-bot', length: 1 });
    await client.connection.idle();
    const match = client.said.find((message) => message.type === 'match')?.header.id ?? '';
    const start = vi.spyOn(common.rounds, 'start');
    await client.ask({ type: 'ping', match });
    client.send({ type: 'ping' });
    await client.connection.idle();
    const network = { group: '192.0.2.1', member: '192.0.2.1' };
    expect(start.mock.calls).toEqual([
      [network, key.pub],
      [network, key.pub],
    ]);
  });

  it('WP20c and pages of the player’s own match are charged to the key within its network', async () => {
    const common = commonOf(DEFAULT_LIMITS);
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    const key = await keyOf('alice');
    await client.identify(key);
    client.send({ type: 'play-bot', length: 1 });
    await client.connection.idle();
    const match = client.said.find((message) => message.type === 'match')?.header.id ?? '';
    const turn = vi.spyOn(common.fairQueue, 'turn');
    expect(await client.ask({ type: 'sync', match, from: 0 })).toMatchObject({ type: 'events' });
    expect(turn.mock.calls).toEqual([[{ group: '192.0.2.1', member: key.pub, isKnown: true }]]);
  });

  it('WP20d and an event behind a page of the player’s own match counts as if it had arrived after that', async () => {
    const common = commonOf(DEFAULT_LIMITS);
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    const key = await keyOf('alice');
    await client.identify(key);
    client.send({ type: 'play-bot', length: 1 });
    await client.connection.idle();
    const shown = client.said.find((message) => message.type === 'match');
    if (!shown) throw new Error('no match');
    const { header, events } = shown;
    const ledger = new Ledger(header);
    await ledger.appendAll(events);
    const event = await new Seat(key, header, shown.seat === 1 ? 1 : 0).sit(ledger);
    const act = vi.spyOn(harness.service.rooms, 'act');
    const sentAt = harness.world.now();
    client.send({ type: 'act', match: header.id, event });
    await client.connection.idle();
    const free = await occupy(common);
    client.send({ type: 'sync', match: header.id, from: 0 });
    client.send({ type: 'act', match: header.id, event });
    // The list of correspondence matches and the page.
    await vi.waitFor(() => expect(common.fairQueue.waiting).toBe(2));
    harness.world.setNow(sentAt + 700);
    free();
    await client.connection.idle();
    expect(act.mock.calls.map(([, , , at]) => at)).toEqual([sentAt, sentAt + 700]);
  });

  it('WP20b are charged to the key once it has finished a rated match, else to the network', async () => {
    const common = commonOf(DEFAULT_LIMITS);
    const turn = vi.spyOn(common.fairQueue, 'turn');
    const flowOfPing = async (name: string) => {
      const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
      const key = await keyOf(name);
      await client.identify(key);
      await client.ask({ type: 'ping' });
      return { pub: key.pub, flow: turn.mock.lastCall?.[0] };
    };
    expect((await flowOfPing('alice')).flow).toEqual({ group: '192.0.2.1', member: '192.0.2.1' });
    vi.spyOn(harness.service.players, 'isKnown').mockResolvedValue(true);
    const known = await flowOfPing('bob');
    expect(known.flow).toEqual({ group: '192.0.2.1', member: known.pub, isKnown: true });
  });

  it('WP21 and are refused with too-many, with their id, when too many wait', async () => {
    const common = {
      ...commonOf(DEFAULT_LIMITS),
      fairQueue: new FairQueue({ atOnce: 2, most: 0, worked: () => performance.now() }),
    };
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    const free = await occupy(common);
    expect(await client.ask({ type: 'lobby' })).toMatchObject({ type: 'error', code: 'too-many', id: 'asked' });
    free();
    await vi.waitFor(async () => expect(await client.ask({ type: 'lobby' })).toMatchObject({ type: 'lobby' }));
  });

  it('WP22 and are not read any more while those that wait have 64 KB', async () => {
    const common = commonOf(DEFAULT_LIMITS);
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    const free = await occupy(common);
    client.connection.receive('x'.repeat(40_000));
    expect(client.isReading).toBe(true);
    client.connection.receive('x'.repeat(40_000));
    expect(client.isReading).toBe(false);
    free();
    await client.connection.idle();
    expect(client.isReading).toBe(true);
  });
});

describe('what others change for a player', () => {
  /** An identified client whose requests wait until `free` is called. */
  async function busy(common = commonOf(DEFAULT_LIMITS)) {
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    const key = await keyOf('alice');
    await client.identify(key);
    await client.connection.idle();
    const free = await occupy(common);
    const change = (type: 'offers-changed' | 'turns-changed') => harness.bus.publish(keyTopic(key.pub), { type });
    return { client, key, common, free, change };
  }

  it('WP31 is sent once, however often it changes while the list waits for its turn', async () => {
    const { client, common, free, change } = await busy();
    const offers = vi.spyOn(harness.service.invitations, 'of');
    const turns = vi.spyOn(harness.service.turns, 'of');
    for (let n = 0; n < 50; n++) for (const type of ['offers-changed', 'turns-changed'] as const) change(type);
    await vi.waitFor(() => expect(common.fairQueue.waiting).toBe(1));
    client.send({ type: 'puzzle-streak', id: 'own' });
    free();
    await client.connection.idle();
    expect([offers, turns].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    change('offers-changed');
    await client.connection.idle();
    expect(offers).toHaveBeenCalledTimes(2);
    expect(client.said.map(({ type }) => type)).toEqual(['offers', 'turns', 'puzzle-streak', 'offers']);
  });

  it('WP31a is sent after the next change if too many requests waited', async () => {
    const fairQueue = new FairQueue({ atOnce: 2, most: 0, worked: () => performance.now() });
    const { client, free, change } = await busy({ ...commonOf(DEFAULT_LIMITS), fairQueue });
    change('offers-changed');
    await client.connection.idle();
    expect(client.said).toEqual([]);
    free();
    await vi.waitFor(async () => {
      change('offers-changed');
      await client.connection.idle();
      expect(client.said.map(({ type }) => type)).toContain('offers');
    });
  });

  it('WP32 does not delay the start of a match', async () => {
    const { client, key, common, free, change } = await busy();
    for (const type of ['offers-changed', 'turns-changed'] as const) change(type);
    client.send({ type: 'puzzle-streak', id: 'own' });
    await vi.waitFor(() => expect(common.fairQueue.waiting).toBe(1));
    const bob = await keyOf('bob');
    await harness.service.players.meet(bob.pub);
    harness.enter(bob);
    const match = await agree(harness, [key, bob], { clock: 'fast' });
    await vi.waitFor(() => expect(client.said.map(({ type }) => type)).toContain('match'));
    expect(common.fairQueue.waiting).toBe(1);
    expect(await client.ask({ type: 'ping', match })).toMatchObject({ type: 'pong' });
    free();
    await client.connection.idle();
    expect(client.said.filter(({ type }) => type === 'match')).toEqual([]);
  });
});

it('WP33 a match has a limited number of watchers of one network, its players apart', async () => {
  const limits = { ...DEFAULT_LIMITS, watchersPerNetwork: 2 };
  const common = commonOf(limits);
  const pair = await seatPair(harness, { length: 1 });
  const { match } = pair;
  const clients = await Promise.all([1, 2, 3].map(() => FakeClient.open(harness, limits, common)));
  const [first, second, third] = clients;
  const watch = (client: FakeClient | undefined) => client?.ask({ type: 'watch', match });
  // The same connection counts once.
  for (const client of [first, second, second]) expect(await watch(client)).toMatchObject({ type: 'match' });
  expect(await watch(third)).toMatchObject({ type: 'error', code: 'too-many-watchers' });
  await pair.step();
  expect(third?.said).toEqual([]);
  const player = await FakeClient.open(harness, limits, common);
  await player.identify(await keyOf('alice'));
  expect(await watch(player)).toMatchObject({ type: 'match', seat: 0 });
  first?.connection.end();
  expect(await watch(third)).toMatchObject({ type: 'match' });
  await second?.ask({ type: 'unwatch', match });
  third?.connection.end();
  expect(common.watchers.size).toBe(0);
});
