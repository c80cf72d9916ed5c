import type { MatchEvent, SignedEvent } from 'bg-record';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/domain/ports/store.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { seatPair } from '../support/seated.ts';

type Append = Store['matches']['append'];

let harness: Harness;
afterEach(() => harness.close());

/** A service whose database fails at an append when the test says so. */
async function withAppend(append: (real: Append, match: string, event: MatchEvent) => ReturnType<Append>) {
  harness = await openHarness({
    wrap: (store) => ({
      ...store,
      matches: { ...store.matches, append: (match, event) => append(store.matches.append, match, event) },
    }),
  });
  return harness;
}

describe('when the storage fails', () => {
  it('ST1 an event that could not be stored has no effect and can be sent again', async () => {
    let isBroken = false;
    await withAppend(async (real, match, event) => {
      if (isBroken) throw new Error('disk full');
      return real(match, event);
    });
    const pair = await seatPair(harness);
    isBroken = true;
    const event = await pair.next();
    expect(await pair.send(event)).toMatchObject({ code: 'not-stored' });
    expect(pair.types).toEqual(['commit']);
    expect(harness.log.errors).toHaveLength(1);
    isBroken = false;
    expect((await pair.send(event)).ok).toBe(true);
    expect(pair.types).toEqual(['commit', 'commit']);
  });

  it('ST2 an event that was stored without an answer is published and counts', async () => {
    let isBroken = false;
    await withAppend(async (real, match, event) => {
      const fate = await real(match, event);
      if (isBroken) throw new Error('connection lost');
      return fate;
    });
    const pair = await seatPair(harness);
    isBroken = true;
    const event = await pair.next();
    expect(await pair.send(event)).toMatchObject({ code: 'not-stored' });
    isBroken = false;
    expect(pair.types).toEqual(['commit', 'commit']);
    expect(await pair.send(event)).toMatchObject({ code: 'wrong-number' });
    expect((await pair.step()).ok).toBe(true);
  });

  it('ST3 a server event that could not be stored is added later', async () => {
    let failures = 0;
    await withAppend(async (real, match, event) => {
      if (event.type === 'dice' && failures++ < 3) throw new Error('disk full');
      return real(match, event);
    });
    const pair = await seatPair(harness);
    while (pair.types.at(-1) !== 'reveal') await pair.step();
    expect(pair.ledger.expects.types).toEqual(['dice']);
    await harness.pass(60_000);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('dice');
    expect(failures).toBe(4);
  });

  it('ST6 a match goes on from what is stored when the database has lost its newest events', async () => {
    let isLosing = false;
    await withAppend(async (real, match, event) => (isLosing ? 'stored' : real(match, event)));
    const pair = await seatPair(harness);
    while (pair.ledger.length < 6) await pair.step();
    const events = [...pair.ledger.events];
    isLosing = true;
    await pair.send(await pair.next());
    isLosing = false;
    expect((await harness.store.matches.live(pair.match))?.events).toEqual(events);
    const later = await pair.next();
    expect(await pair.send(later)).toMatchObject({ code: 'wrong-number' });
    expect((await harness.store.matches.live(pair.match))?.events).toEqual(events);
    const again = await Pair.at(harness, pair.match, [await keyOf('alice'), await keyOf('bob')]);
    while (again.ledger.length < 12) expect((await again.step()).ok).toBe(true);
    expect((await harness.store.matches.live(pair.match))?.events.map(({ n }) => n)).toEqual([...Array(12).keys()]);
  });

  it('ST4 a finish that fails is retried and happens once', async () => {
    let failures = 0;
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        matches: {
          ...store.matches,
          finish: async (finished) => {
            const row = await store.matches.finish(finished);
            if (failures++ < 2) throw new Error('connection lost');
            return row;
          },
        },
      }),
    });
    const pair = await seatPair(harness, { length: 1 });
    await pair.until('forfeit').catch(() => undefined);
    await harness.pass(60_000);
    expect(pair.heard.filter(({ type }) => type === 'finished')).toHaveLength(1);
    const alice = await harness.store.players.get(pair.ledger.header.players[0].pub);
    expect(alice?.games).toBe(1);
  });

  it('ST5 an event is refused if another one was stored in its place, and the match goes on from that one', async () => {
    let rival: SignedEvent | null = null;
    await withAppend(async (real, match, event) => {
      // An owner that was suspended may store one more event when it goes on.
      if (rival) await real(match, { ...rival, at: event.at });
      rival = null;
      return real(match, event);
    });
    const pair = await seatPair(harness);
    rival = await pair.next();
    expect(await pair.send(await pair.next())).toMatchObject({ code: 'wrong-number' });
    await pair.catchUp();
    expect((await pair.step()).ok).toBe(true);
    expect((await harness.store.matches.live(pair.match))?.events.map(({ type }) => type)).toEqual([
      'commit',
      'commit',
      'commit',
    ]);
  });
});
