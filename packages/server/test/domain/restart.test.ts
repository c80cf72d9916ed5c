import { type MatchEvent, verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventTexts } from '../../src/domain/event-texts.ts';
import { ALONE } from '../../src/domain/leases/leases.ts';
import { LOST_MS } from '../../src/domain/table/attendance.ts';
import { GRACE_MS } from '../../src/domain/table/deadline.ts';
import { ABANDON_MS, type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { seatPair, twoGuests } from '../support/seated.ts';

const GAP_MS = 3_600_000;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

async function back(match: string): Promise<Pair> {
  return Pair.at(harness, match, [await keyOf('alice'), await keyOf('bob')]);
}

describe('a restart of the service', () => {
  it('RS1 continues the same chain, marks the gap, and charges no player for it', async () => {
    const before = await seatPair(harness);
    while (before.ledger.state.match.phase !== 'play') await before.step();
    const clock = before.ledger.clock(harness.world.now());
    harness = await harness.restart(GAP_MS);
    await twoGuests(harness);
    const pair = await back(before.match);
    expect(pair.types).toEqual([...before.types, 'resume']);
    expect(pair.ledger.events.slice(0, -1)).toEqual(before.ledger.events);
    expect(pair.ledger.clock(harness.world.now())?.remainingMs).toEqual(clock?.remainingMs);
    await pair.until('forfeit');
    expect(await verify(await harness.store.records.read(pair.match))).toMatchObject({ ok: true });
  });

  it('RS2 finishes the roll in progress', async () => {
    const before = await seatPair(harness);
    while (before.types.at(-1) !== 'roll') await before.step();
    const stored = await before.next();
    harness = await harness.restart(GAP_MS);
    await twoGuests(harness);
    const pair = await back(before.match);
    expect(await pair.send(stored)).toMatchObject({ code: 'wrong-number' });
    await pair.step();
    expect(pair.types.slice(-4)).toEqual(['roll', 'resume', 'reveal', 'dice']);
  });

  it('RS3 begins a match without any event, aborts one that was created a minute ago, and blames no player', async () => {
    const pair = await seatPair(harness);
    const { header } = pair.ledger;
    const eventless = async (id: string, names: readonly [string, string]) => {
      const [first, second] = [await keyOf(names[0]), await keyOf(names[1])];
      const players = [
        { ...header.players[0], pub: first.pub },
        { ...header.players[1], pub: second.pub },
      ] as const;
      const created = harness.world.now();
      expect(await harness.store.matches.create({ ...header, id, players, created })).toBe('created');
    };
    await eventless('no-event-at-all', ['carol', 'dave']);
    // The owner was lost before it stored anything.
    const { leases } = harness.store;
    await leases.register({ id: 'another', address: null, beatAt: harness.world.now() }, 0);
    expect(await leases.acquire('another', 'no-event-at-all')).toMatchObject({ lostAt: null });
    harness = await harness.restart(2_000);
    const [first] = (await harness.store.matches.live('no-event-at-all'))?.events ?? [];
    expect(first).toMatchObject({ type: 'commit', p: null });
    await eventless('no-event-at-all-again', ['erin', 'frank']);
    harness = await harness.restart(60_000);
    expect(await harness.store.matches.liveIds()).not.toContain('no-event-at-all-again');
    expect(await harness.store.matches.abortsSince(header.players[0].pub, 0)).toBe(0);
  });

  it('RS4 gives both players time to come back before a flag can fall', async () => {
    const before = await seatPair(harness, { length: 1, clock: 'fast' });
    while (before.ledger.state.match.phase !== 'play') await before.step();
    const mover = before.ledger.expects.party;
    const flag = before.ledger.clock(harness.world.now())?.expiresAt ?? 0;
    await harness.pass(flag - harness.world.now() - 1);
    do await before.step();
    while (before.ledger.expects.party !== mover || before.ledger.state.match.phase !== 'play');
    harness = await harness.restart(GAP_MS);
    await twoGuests(harness);
    const pair = await back(before.match);
    expect(pair.ledger.clock(harness.world.now())).toMatchObject({ running: mover, delayLeftMs: 8000 });
    await harness.pass(GRACE_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'time', winner: mover === 0 ? 1 : 0 });
  });

  it('RS5 counts an absence from the restart on', async () => {
    const before = await seatPair(harness, { clock: 'slow' });
    while (before.ledger.state.match.phase !== 'play') await before.step();
    harness = await harness.restart(GAP_MS);
    const pair = await back(before.match);
    await harness.pass(LOST_MS + 10_000);
    await pair.catchUp();
    const claimer = pair.ledger.expects.party === 0 ? 1 : 0;
    expect((await pair.claim(claimer)).ok).toBe(true);
    await harness.pass(ABANDON_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'abandonment' });
  });

  it('RS6 finishes a match whose last event was stored but not its end', async () => {
    const keys = await twoGuests(harness);
    await harness.close();
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        matches: {
          ...store.matches,
          finish: async (finished) => {
            if (isDying) throw new Error('killed');
            return store.matches.finish(finished);
          },
        },
      }),
    });
    let isDying = true;
    const before = await seatPair(harness, { length: 1 });
    await before.until('forfeit').catch(() => undefined);
    await before.catchUp();
    expect(before.ledger.state.result).not.toBeNull();
    isDying = false;
    harness = await harness.restart(GAP_MS);
    const record = await harness.store.records.read(before.match);
    expect(record?.events).toEqual(before.ledger.events);
    expect(await harness.store.records.untold(keys[0].pub)).not.toBeNull();
  });

  it('RS7 sets the deadline of every live match again', async () => {
    const pair = await seatPair(harness);
    harness = await harness.restart(GAP_MS);
    expect(harness.alarms.at(`match/${pair.match}`)).toBe(harness.world.now() + LOST_MS);
    await harness.pass(LOST_MS);
    expect(harness.alarms.at(`match/${pair.match}`)).toBe(harness.world.now() + GRACE_MS);
    await harness.pass(GRACE_MS);
    expect(await harness.store.matches.liveIds()).toEqual([]);
  });

  it('RS8 charges no player for a suspended process or a clock set forward', async () => {
    const pair = await seatPair(harness, { length: 1, clock: 'fast' });
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const clock = pair.ledger.clock(harness.world.now());
    harness.world.setNow(harness.world.now() + GAP_MS);
    await harness.pass(0);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('resume');
    expect(pair.ledger.clock(harness.world.now())?.remainingMs).toEqual(clock?.remainingMs);
  });

  it('RS9 charges no player for such a time when an event arrives before the alarm that detects it', async () => {
    const pair = await seatPair(harness, { length: 1, clock: 'fast' });
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const stored = await pair.next();
    harness.world.setNow(harness.world.now() + GAP_MS);
    expect(await pair.send(stored)).toMatchObject({ code: 'wrong-number' });
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('resume');
  });

  it('RS14 keeps no match longer than its heartbeat says when its clock was set back', async () => {
    const pair = await seatPair(harness);
    const keeps = () => harness.service.rooms.owns(pair.match);
    harness.world.setNow(harness.world.now() - 20_000);
    expect(keeps()).toBe(true);
    harness.world.setNow(harness.world.now() + ALONE.trustedMs - 1);
    expect(keeps()).toBe(true);
    harness.world.setNow(harness.world.now() + 1);
    expect(keeps()).toBe(false);
    await harness.alarms.ring('heartbeat');
    await harness.idle();
    expect(keeps()).toBe(true);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('resume');
  });

  it('RS15 does what was due while a heartbeat waited for the storage, once that has answered', async () => {
    await harness.close();
    let answer: Promise<void> = Promise.resolve();
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        leases: {
          ...store.leases,
          renew: async (...args) => {
            const beat = await store.leases.renew(...args);
            await answer;
            return beat;
          },
        },
      }),
    });
    const pair = await seatPair(harness, { length: 1, clock: 'fast' });
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const { world, alarms } = harness;
    const expiresAt = pair.ledger.clock(world.now())?.expiresAt ?? 0;
    await harness.pass(expiresAt - world.now() - ALONE.trustedMs - 500);
    await alarms.ring('heartbeat');
    world.setNow(world.now() + ALONE.heartbeatMs);
    let go: () => void = () => undefined;
    answer = new Promise((resolve) => {
      go = resolve;
    });
    const beating = alarms.ring('heartbeat');
    world.setNow(expiresAt);
    expect(harness.service.rooms.owns(pair.match)).toBe(false);
    alarms.clear(`match/${pair.match}`);
    await alarms.ring(`match/${pair.match}`);
    go();
    await beating;
    expect(harness.service.rooms.owns(pair.match)).toBe(true);
    await harness.pass(1_500);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('forfeit');
  });

  it('RS10 does nothing without live matches', async () => {
    await harness.pass(60_000);
    expect(harness.alarms.at('heartbeat')).toBeNull();
  });

  it('RS12 takes all matches back after a failure of the storage, even if a new match begins first', async () => {
    await harness.close();
    let isDown = false;
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        leases: {
          ...store.leases,
          leave: async (...args) => {
            if (isDown) throw new Error('no connection');
            return store.leases.leave(...args);
          },
        },
      }),
    });
    const pair = await seatPair(harness);
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    harness.world.setNow(harness.world.now() + GAP_MS);
    isDown = true;
    expect(await pair.send(await pair.next())).toMatchObject({ code: 'not-stored' });
    isDown = false;
    expect(harness.service.rooms.owns(pair.match)).toBe(false);
    const carol = await keyOf('carol');
    harness.enter(carol);
    expect(await harness.service.challenges.playBot(carol.pub, { type: 'play-bot', length: 1 })).toMatchObject({
      ok: true,
    });
    await harness.idle();
    expect(harness.service.rooms.owns(pair.match)).toBe(true);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('resume');
  });

  it('RS13 continues no match of which a stored event was changed, at whatever place', async () => {
    await harness.close();
    let damage: ((events: readonly MatchEvent[]) => readonly MatchEvent[]) | null = null;
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        matches: {
          ...store.matches,
          page: async (id, from, count) => {
            const texts = await store.matches.page(id, from, count);
            if (!texts || !damage || from > 0) return texts;
            return EventTexts.of(damage(texts.parse()).map((event) => JSON.stringify(event)));
          },
        },
      }),
    });
    const before = await seatPair(harness);
    while (before.ledger.length < 12) await before.step();
    const { length } = before.ledger;
    for (let place = 0; place < length; place++) {
      damage = (events) => events.with(place, withOtherDigit(events[place] as MatchEvent));
      harness = await harness.restart();
      const found =
        place < length - 1 ? `stored event ${place + 1} .*: wrong-prev` : `stored event ${place} .*: bad-signature`;
      expect(harness.log.errors.join('\n')).toMatch(new RegExp(found));
      expect(await harness.store.matches.liveIds()).toEqual([before.match]);
      expect((await harness.store.matches.live(before.match))?.events).toHaveLength(length);
    }
    damage = null;
    harness = await harness.restart();
    await twoGuests(harness);
    const pair = await back(before.match);
    expect(pair.types).toEqual([...before.types, 'resume']);
  });
});

/** The event with another digit in its signature. */
function withOtherDigit(event: MatchEvent): MatchEvent {
  const first = event.sig.startsWith('0') ? '1' : '0';
  return { ...event, sig: `${first}${event.sig.slice(1)}` };
}
