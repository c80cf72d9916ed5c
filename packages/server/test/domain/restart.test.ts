import { verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GRACE_MS } from '../../src/domain/table/deadline.ts';
import { ABANDON_MS, type House, keyOf, openHouse } from '../support/house.ts';
import { Pair } from '../support/player.ts';
import { seatPair, twoGuests } from '../support/seated.ts';

const GAP_MS = 3_600_000;

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

async function back(match: string): Promise<Pair> {
  return Pair.at(house, match, [await keyOf('alice'), await keyOf('bob')]);
}

describe('a restart of the service', () => {
  it('RS1 continues the same chain, marks the gap, and charges no player for it', async () => {
    const before = await seatPair(house);
    while (before.ledger.state.match.phase !== 'play') await before.step();
    const clock = before.ledger.clock(house.world.now());
    house = await house.restart(GAP_MS);
    await twoGuests(house);
    const pair = await back(before.match);
    expect(pair.types).toEqual([...before.types, 'resume']);
    expect(pair.ledger.events.slice(0, -1)).toEqual(before.ledger.events);
    expect(pair.ledger.clock(house.world.now())?.remainingMs).toEqual(clock?.remainingMs);
    await pair.until('forfeit');
    expect(await verify(await house.store.records.read(pair.match))).toMatchObject({ ok: true });
  });

  it('RS2 finishes the roll in progress', async () => {
    const before = await seatPair(house);
    while (before.types.at(-1) !== 'roll') await before.step();
    const stored = await before.next();
    house = await house.restart(GAP_MS);
    await twoGuests(house);
    const pair = await back(before.match);
    expect(await pair.send(stored)).toMatchObject({ code: 'wrong-number' });
    await pair.step();
    expect(pair.types.slice(-4)).toEqual(['roll', 'resume', 'reveal', 'dice']);
  });

  it('RS3 aborts a match without any event, and blames no player', async () => {
    const pair = await seatPair(house);
    const { header } = pair.ledger;
    const eventless = { ...header, id: 'no-event-at-all' };
    await house.store.matches.create(eventless);
    house = await house.restart();
    expect(await house.store.matches.liveIds()).toEqual([header.id]);
    expect(await house.store.matches.abortsSince(header.players[0].pub, 0)).toBe(0);
  });

  it('RS4 gives both players time to come back before a flag can fall', async () => {
    const before = await seatPair(house, { length: 1, clock: 'fast' });
    while (before.ledger.state.match.phase !== 'play') await before.step();
    const mover = before.ledger.expects.party;
    const flag = before.ledger.clock(house.world.now())?.expiresAt ?? 0;
    await house.pass(flag - house.world.now() - 1);
    do await before.step();
    while (before.ledger.expects.party !== mover || before.ledger.state.match.phase !== 'play');
    house = await house.restart(GAP_MS);
    await twoGuests(house);
    const pair = await back(before.match);
    expect(pair.ledger.clock(house.world.now())).toMatchObject({ running: mover, delayLeftMs: 8000 });
    await house.pass(GRACE_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'time', winner: mover === 0 ? 1 : 0 });
  });

  it('RS5 counts an absence from the restart on', async () => {
    const before = await seatPair(house, { clock: 'none' });
    while (before.ledger.state.match.phase !== 'play') await before.step();
    house = await house.restart(GAP_MS);
    const pair = await back(before.match);
    await house.pass(10_000 + ABANDON_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await house.pass(1);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ reason: 'abandonment' });
  });

  it('RS6 finishes a match whose last event was stored but not its end', async () => {
    const keys = await twoGuests(house);
    await house.close();
    house = await openHouse({
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
    const before = await seatPair(house, { length: 1 });
    await before.until('forfeit').catch(() => undefined);
    await before.catchUp();
    expect(before.ledger.state.result).not.toBeNull();
    isDying = false;
    house = await house.restart(GAP_MS);
    const record = await house.store.records.read(before.match);
    expect(record?.events).toEqual(before.ledger.events);
    expect(await house.store.records.untold(keys[0].pub)).not.toBeNull();
  });

  it('RS7 sets the deadline of every live match again', async () => {
    const pair = await seatPair(house);
    house = await house.restart(GAP_MS);
    expect(house.alarms.at(`match/${pair.match}`)).toBe(house.world.now() + GRACE_MS);
    await house.pass(GRACE_MS);
    expect(await house.store.matches.liveIds()).toEqual([]);
  });

  it('RS8 charges no player for a suspended process or a clock set forward', async () => {
    const pair = await seatPair(house, { length: 1, clock: 'fast' });
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const clock = pair.ledger.clock(house.world.now());
    house.world.setNow(house.world.now() + GAP_MS);
    await house.pass(0);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('resume');
    expect(pair.ledger.clock(house.world.now())?.remainingMs).toEqual(clock?.remainingMs);
  });

  it('RS9 charges no player for such a time when an event arrives before the alarm that detects it', async () => {
    const pair = await seatPair(house, { length: 1, clock: 'fast' });
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const stored = await pair.next();
    house.world.setNow(house.world.now() + GAP_MS);
    expect(await pair.send(stored)).toMatchObject({ code: 'wrong-number' });
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('resume');
  });

  it('RS10 does nothing without live matches', async () => {
    await house.pass(60_000);
    expect(house.alarms.at('keeping')).toBeNull();
  });

  it('RS11 aborts a live match of an older record format, logs it, and starts', async () => {
    const pair = await seatPair(house);
    const { header } = pair.ledger;
    const old = { ...header, id: 'of-an-old-format', format: 'bg-record/1' };
    const players = [
      { ...header.players[0], bot: true },
      { ...header.players[1], bot: true },
    ];
    // Stored by an older version, so the types of this version do not apply.
    const create: (header: object) => Promise<unknown> = house.store.matches.create as never;
    await create({ ...old, players });
    house = await house.restart();
    expect(await house.store.matches.liveIds()).toEqual([header.id]);
    expect(house.log.warnings.join()).toMatch(/older record format/);
    expect(house.log.errors).toEqual([]);
  });
});
