import type { ServerMessage } from '@anchor/wire';
import type { MatchEvent } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { matchTopic } from '../../src/domain/topics.ts';
import { encode } from '../../src/socket/encode.ts';
import { Feed } from '../../src/socket/feed.ts';
import { type Harness, openHarness } from '../support/harness.ts';
import type { Pair } from '../support/player.ts';
import { seatPair } from '../support/seated.ts';

let harness: Harness;
let pair: Pair;
beforeEach(async () => {
  harness = await openHarness();
  pair = await seatPair(harness, { length: 1 });
});
afterEach(() => harness.close());

type View = Harness['service']['rooms']['view'];

function feed(pub: string | null = null, reads?: View, inRound = async () => {}) {
  const sent: ServerMessage[] = [];
  const over: (0 | 1 | null)[] = [];
  const { log, world, bus } = harness;
  const { rooms } = harness.service;
  const enter: typeof rooms.enter = (match, key) => rooms.enter(match, key);
  const view: View = reads ?? ((match, from, count) => rooms.view(match, from, count));
  const parts = { match: pair.match, pub, service: { world, bus, rooms: { enter, view } }, log };
  return {
    sent,
    over,
    feed: new Feed({
      ...parts,
      send: (one) => sent.push(JSON.parse(encode(one).toString())),
      inRound,
      watches: () => () => {},
      over: (seat) => over.push(seat),
      lost: () => {},
    }),
  };
}

/** The numbers of the received events in order, those inside `match` first. */
function numbers(sent: readonly ServerMessage[]): number[] {
  return sent.flatMap((one) => {
    if (one.type === 'match') return one.events.map(({ n }) => n);
    return one.type === 'event' ? [one.event.n] : [];
  });
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('the feed of a match', () => {
  it('FD1 has no gap and no repetition, wherever it starts', async () => {
    const followers: ReturnType<typeof feed>[] = [];
    const starts: ReturnType<Feed['start']>[] = [];
    while (!pair.ledger.state.result) {
      const event = await pair.next();
      const acting = pair.send(event);
      const follower = feed();
      followers.push(follower);
      starts.push(follower.feed.start());
      await acting;
    }
    expect(new Set(await Promise.all(starts))).toEqual(new Set([null]));
    for (const { sent, over } of followers) {
      expect(sent[0]?.type).toBe('match');
      expect(numbers(sent)).toEqual(upTo(pair.ledger.length));
      expect(sent.at(-1)?.type).toBe('finished');
      expect(sent.filter(({ type }) => type === 'finished')).toHaveLength(1);
      expect(over).toEqual([null]);
    }
  });

  it('FD2 fills a gap from the storage, and drops repetitions', async () => {
    const { sent, feed: follower } = feed();
    await follower.start();
    const lost = await pair.next();
    const { bus } = harness;
    const real = bus.publish.bind(bus);
    bus.publish = () => undefined;
    expect((await harness.service.rooms.act(pair.ledger.header.players[0].pub, pair.match, lost)).ok).toBe(true);
    bus.publish = real;
    const [, event] = (await harness.service.rooms.view(pair.match))?.events.parse() ?? [];
    if (!event) throw new Error('not stored');
    const again = { type: 'event', match: pair.match, event } as const;
    // The other player has it from another process; this feed has not.
    pair.heard.push(again);
    expect((await pair.step()).ok).toBe(true);
    await harness.service.rooms.view(pair.match);
    expect(numbers(sent)).toEqual(upTo(3));
    real(`match/${pair.match}`, again);
    expect(numbers(sent)).toEqual(upTo(3));
  });

  it('FD3 knows the seat of the viewer’s key, and reports whose match is over', async () => {
    const [, bob] = pair.ledger.header.players;
    const { sent, over, feed: follower } = feed(bob.pub);
    await follower.start(9);
    expect(sent[0]).toMatchObject({ type: 'match', seat: 1, id: 9 });
    expect(sent.slice(1)).toMatchObject([
      { type: 'presence', seat: 0, online: true },
      { type: 'presence', seat: 1, online: true },
    ]);
    await harness.pass(30_000);
    expect(sent.at(-1)).toMatchObject({ type: 'aborted', reason: 'abandonment' });
    expect(over).toEqual([1]);
  });

  it('FD5 tells the end of a match although a gap before it could not be read', async () => {
    let fails = false;
    const {
      sent,
      over,
      feed: follower,
    } = feed(null, async (match, from, count) => {
      if (fails) throw new Error('the database is away');
      return harness.service.rooms.view(match, from, count);
    });
    await follower.start();
    fails = true;
    const later: MatchEvent = { ...(await pair.next()), n: 9, at: 0 };
    harness.bus.publish(matchTopic(pair.match), { type: 'event', match: pair.match, event: later });
    const end = { type: 'aborted', match: pair.match, reason: 'left', proof: null } as const;
    harness.bus.publish(matchTopic(pair.match), end);
    await new Promise(setImmediate);
    expect(sent.at(-1)).toEqual(end);
    expect(over).toEqual([null]);
  });

  it('FD7 reads a gap again that could not be read', async () => {
    let failures = 0;
    const { sent, feed: follower } = feed(null, async (match, from = 0, count) => {
      if (from > 0 && failures++ === 0) throw new Error('the database is away');
      return harness.service.rooms.view(match, from, count);
    });
    await follower.start();
    const { bus } = harness;
    const real = bus.publish.bind(bus);
    bus.publish = () => undefined;
    await harness.service.rooms.act(pair.ledger.header.players[0].pub, pair.match, await pair.next());
    bus.publish = real;
    bus.publish(matchTopic(pair.match), { type: 'entered', match: pair.match, length: 2 });
    await vi.waitFor(() => expect(numbers(sent)).toEqual(upTo(2)), { timeout: 10_000 });
    expect(failures).toBeGreaterThan(0);
  });

  it('FD6 reads what it has missed when the members of the match have entered again', async () => {
    const { sent, feed: follower } = feed();
    await follower.start();
    const { bus } = harness;
    const real = bus.publish.bind(bus);
    bus.publish = () => undefined;
    const events = [await pair.next()];
    for (const event of events) await harness.service.rooms.act(pair.ledger.header.players[0].pub, pair.match, event);
    bus.publish = real;
    expect(numbers(sent)).toEqual(upTo(1));
    bus.publish(matchTopic(pair.match), { type: 'entered', match: pair.match, length: 2 });
    await vi.waitFor(() => expect(numbers(sent)).toEqual(upTo(2)));
  });

  it('FD4 sends nothing after a stop', async () => {
    const { sent, over, feed: follower } = feed();
    const starting = follower.start();
    follower.stop();
    await starting;
    await pair.step();
    expect(sent).toEqual([]);
    expect(over).toEqual([]);
  });

  it('FD40 goes to the players at once, and to watchers when their round comes', async () => {
    let open = () => {};
    const round = new Promise<void>((resolve) => {
      open = resolve;
    });
    const [{ pub }] = pair.ledger.header.players;
    const watcher = feed(null, undefined, () => round);
    const player = feed(pub, undefined, () => round);
    for (const one of [watcher, player]) await one.feed.start();
    const before = pair.ledger.length;
    for (let n = 0; n < 6; n++) await pair.step();
    expect(numbers(player.sent)).toEqual(upTo(pair.ledger.length));
    expect(numbers(watcher.sent)).toEqual(upTo(before));
    open();
    await vi.waitFor(() => expect(numbers(watcher.sent)).toEqual(upTo(pair.ledger.length)));
  });

  it('FD41 stays whole for a watcher who waits, whatever gets lost and whenever the rounds come', async () => {
    const waiting: (() => void)[] = [];
    const watcher = feed(null, undefined, () => new Promise<void>((resolve) => waiting.push(resolve)));
    await watcher.feed.start();
    const { bus } = harness;
    const real = bus.publish.bind(bus);
    for (let n = 0; !pair.ledger.state.result; n++) {
      const view = await harness.service.rooms.view(pair.match, 0);
      await pair.ledger.appendAll(view?.events.parse().slice(pair.ledger.length) ?? []);
      // A feed does not see every fourth message; the players do.
      bus.publish = (topic, message) => {
        if (n % 4 > 0 || message.type !== 'event') real(topic, message);
      };
      await pair.step();
      bus.publish = real;
      if (n % 3 === 0) for (const go of waiting.splice(0)) go();
    }
    await vi.waitFor(() => {
      for (const go of waiting.splice(0)) go();
      expect(watcher.sent.at(-1)?.type).toBe('finished');
    });
    expect(numbers(watcher.sent)).toEqual(upTo(pair.ledger.length));
    expect(watcher.over).toEqual([null]);
  });
});
