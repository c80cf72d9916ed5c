import { eventText, verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventTexts } from '../../src/domain/event-texts.ts';
import type { MatchStore } from '../../src/domain/ports/matches.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { seatPair } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** A new service with a modified append. */
async function openWith(change: (append: MatchStore['append']) => MatchStore['append']): Promise<void> {
  await harness.close();
  harness = await openHarness({
    wrap: (store) => ({ ...store, matches: { ...store.matches, append: change(store.matches.append) } }),
  });
}

/** A new service that records the calls of its match store. */
async function openListening(): Promise<string[]> {
  await harness.close();
  const asked: string[] = [];
  harness = await openHarness({
    wrap: (store) => ({
      ...store,
      matches: new Proxy(store.matches, {
        get: (matches, name, self) => {
          asked.push(String(name));
          return Reflect.get(matches, name, self);
        },
      }),
    }),
  });
  return asked;
}

describe('a live match', () => {
  it('TB1 begins with the agreed header and the server’s commit', async () => {
    const { ledger, types } = await seatPair(harness);
    const { header } = ledger;
    expect(header.id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(header).toMatchObject({ length: 3, rated: true, chain: 1024, created: harness.world.now() });
    expect(header.clock).toEqual({ delayMs: 12_000, reserveMs: 360_000 });
    expect(header.server).toBe(harness.serverKey.pub);
    expect(header.players.map(({ custody, bot }) => [custody, bot])).toEqual([
      ['own', false],
      ['own', false],
    ]);
    expect(types).toEqual(['commit']);
    expect(ledger.expects).toEqual({ party: 0, types: ['commit'] });
  });

  it('TB2 adds the server’s events: dice follow the reveals', async () => {
    const pair = await seatPair(harness);
    for (let sent = 0; sent < 4; sent++) expect((await pair.step()).ok).toBe(true);
    expect(pair.types).toEqual(['commit', 'commit', 'commit', 'roll', 'reveal', 'dice']);
  });

  it('TB3 publishes an event only after it is stored', async () => {
    const published: string[] = [];
    const log: string[] = [];
    await openWith((append) => async (match, event) => {
      const fate = await append(match, event);
      log.push(`stored ${event.n}`);
      expect(published).not.toContain(`published ${event.n}`);
      return fate;
    });
    const pair = await seatPair(harness);
    harness.bus.subscribe(`match/${pair.match}`, (message) => {
      if (message.type === 'event') published.push(`published ${message.event.n}`);
      if (message.type === 'event') log.push(`published ${message.event.n}`);
    });
    for (let sent = 0; sent < 4; sent++) await pair.step();
    const events = [1, 2, 3, 4, 5];
    expect(published.slice(-events.length)).toEqual(events.map((n) => `published ${n}`));
    for (const n of events) expect(log.indexOf(`published ${n}`)).toBeGreaterThan(log.indexOf(`stored ${n}`));
    expect(log).toEqual(expect.arrayContaining(events.map((n) => `stored ${n}`)));
  });

  it('TB3b stores the dice together with the reveal that determines them', async () => {
    const underway = new Set<string>();
    const together: string[][] = [];
    await openWith((append) => async (match, event) => {
      underway.add(event.type);
      const fate = await append(match, event);
      together.push([...underway]);
      underway.delete(event.type);
      return fate;
    });
    const pair = await seatPair(harness);
    for (let sent = 0; sent < 4; sent++) await pair.step();
    expect(pair.types.slice(-2)).toEqual(['reveal', 'dice']);
    expect(together).toContainEqual(['reveal', 'dice']);
  });

  it('TB4 dates events by the server’s clock, never backwards', async () => {
    const pair = await seatPair(harness);
    const { created } = pair.ledger.header;
    await harness.pass(700);
    await pair.step();
    harness.world.setNow(created - 5000);
    await pair.step();
    expect(pair.ledger.events.map(({ at }) => at - created)).toEqual([0, 700, 700]);
  });

  it('TB5 accepts an event only from the key of its seat', async () => {
    const pair = await seatPair(harness);
    const event = await pair.next();
    const [bob, stranger] = [await keyOf('bob'), await keyOf('stranger')];
    for (const { pub } of [bob, stranger]) {
      expect(await harness.service.rooms.act(pub, pair.match, event)).toMatchObject({ code: 'not-your-seat' });
    }
    const alice = await keyOf('alice');
    const asServer = await harness.service.rooms.act(alice.pub, pair.match, { ...event, p: null });
    expect(asServer).toMatchObject({ code: 'not-your-seat' });
    expect(await harness.service.rooms.act(alice.pub, 'no-such-match-0', event)).toMatchObject({ code: 'not-found' });
    expect((await pair.send(event)).ok).toBe(true);
  });

  it('TB6 refuses with the ledger’s message and changes nothing', async () => {
    const pair = await seatPair(harness);
    const event = await pair.next();
    expect(await pair.send({ ...event, sig: '0'.repeat(128) })).toMatchObject({ code: 'bad-signature' });
    expect(await pair.send({ ...event, n: 7 })).toMatchObject({ code: 'wrong-number' });
    expect(await pair.send({ ...event, prev: 'ab'.repeat(32) })).toMatchObject({ code: 'wrong-prev' });
    expect(pair.types).toEqual(['commit']);
    expect((await pair.send(event)).ok).toBe(true);
    expect(await pair.send(event)).toMatchObject({ code: 'wrong-number' });
  });

  it('TB7 accepts exactly one of two different events with the same number', async () => {
    const pair = await seatPair(harness);
    const rivals = [await pair.next(), await pair.next()];
    expect(rivals[0]).not.toEqual(rivals[1]);
    const results = await Promise.all(rivals.map((event) => pair.send(event)));
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ code: 'wrong-number' });
    expect(pair.types).toEqual(['commit', 'commit']);
  });

  it('TB8 is finished once: record, index, ratings and dice agree, and the record verifies', async () => {
    const pair = await seatPair(harness, { length: 1 });
    await pair.until('forfeit');
    const record = await harness.store.records.read(pair.match);
    expect(await verify(record, { serverKey: harness.serverKey.pub })).toMatchObject({ ok: true, id: pair.match });
    expect(record?.events).toEqual(pair.ledger.events);
    const winner = pair.ledger.state.result?.winner ?? 0;
    const told = pair.heard.filter(({ type }) => type === 'finished');
    expect(told).toHaveLength(1);
    expect(pair.heard.at(-1)).toBe(told[0]);
    expect(told[0]).toMatchObject({ match: pair.match, result: { winner, reason: 'points' } });
    const row = await harness.store.records.row(pair.match);
    expect(row?.ratings?.[winner].after.rating).toBeGreaterThan(1500);
    expect(row?.finishedAt).toBe(pair.ledger.events.at(-1)?.at);
    expect(await harness.store.matches.liveIds()).toEqual([]);
    expect(harness.service.rooms.count).toBe(0);
    expect(harness.log.errors).toEqual([]);
  });

  it('TB9 can be viewed from its record after the end, and accepts no more events', async () => {
    const pair = await seatPair(harness, { length: 1 });
    const early = await pair.next();
    await pair.until('forfeit');
    const view = await harness.service.rooms.view(pair.match);
    expect(view?.events.parse()).toEqual(pair.ledger.events);
    expect(view?.finished).toEqual(pair.heard.at(-1));
    expect(await pair.send(early)).toMatchObject({ code: 'not-found' });
  });

  it('TB10 only appends to the storage during a match, and reads nothing', async () => {
    const asked = await openListening();
    const pair = await seatPair(harness, { length: 1 });
    asked.length = 0;
    for (let sent = 0; sent < 20; sent++) await pair.step();
    expect(asked).toEqual(Array(pair.ledger.length - 1).fill('append'));
  });

  it('TB12 is shown in parts, without reading other events', async () => {
    const read: (readonly [number, number])[] = [];
    await harness.close();
    harness = await openHarness({
      wrap: (store) => {
        const look: MatchStore['look'] = (match, from, count) => {
          read.push([from, count]);
          return store.matches.look(match, from, count);
        };
        return { ...store, matches: { ...store.matches, look } };
      },
    });
    const pair = await seatPair(harness, { length: 1 });
    while (pair.ledger.length < 30) await pair.step();
    const { events, length } = pair.ledger;
    for (const [from, count] of [
      [0, 4],
      [7, 5],
      [length - 2, 9],
      [length, 9],
      [length + 999, 9],
    ] as const) {
      read.length = 0;
      const view = await harness.service.rooms.view(pair.match, from, count);
      expect(view).toMatchObject({ length, events: EventTexts.of(events.slice(from, from + count).map(eventText)) });
      expect(read).toEqual([[from, count]]);
    }
  });

  it('TB13 needs one lookup among the live matches when it does not exist', async () => {
    const asked = await openListening();
    expect(await harness.service.rooms.view('no-such-match-1')).toBeNull();
    expect(asked).toEqual(['look']);
  });

  it('TB14 is shown in parts after its end, and beyond the last event without reading the record', async () => {
    const pair = await seatPair(harness, { length: 1 });
    await pair.until('forfeit');
    const { events, length } = pair.ledger;
    for (const [from, count] of [
      [0, 3],
      [2, 4],
      [length - 1, 9],
      [length, 9],
      [99_999, 9],
    ] as const) {
      const view = await harness.service.rooms.view(pair.match, from, count);
      expect(view).toMatchObject({
        length,
        events: EventTexts.of(events.slice(from, from + count).map(eventText)),
        finished: { type: 'finished' },
      });
    }
  });
});
