import { TURNS_A_PERSON, type WantedTerms } from '@anchor/wire';
import { firstChainOf, type Key, verify } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Service } from '../../src/compose/service.ts';
import { RESERVED_MS } from '../../src/domain/table/aside-rule.ts';
import { GRACE_BY_TURNS_MS } from '../../src/domain/table/deadline.ts';
import { PARK_MS } from '../../src/domain/table/owned-matches.ts';
import { ServerSigner } from '../../src/domain/table/server-signer.ts';
import { keyTopic } from '../../src/domain/topics.ts';
import { keysOf } from '../support/cluster.ts';
import { ABANDON_MS, type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { receiptOf } from '../support/receipt-of.ts';
import { agree, twoGuests, WISH } from '../support/seated.ts';

const DAY_MS = 86_400_000;
const TURNS = { ...WISH, length: 1, clock: 'days3' } as const;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

async function invited(service: Service, by: Key, wanted: Partial<WantedTerms> = {}): Promise<string> {
  const code = await service.invitations.invite(by.pub, { ...TURNS, ...wanted });
  if (!code.ok) throw new Error(code.message);
  return code.value;
}

/** A correspondence match of Alice's invitation. Bob has joined, so he sits at seat 0. Nobody is connected. */
async function correspondence(wanted: Partial<WantedTerms> = {}): Promise<Pair> {
  const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
  const joined = await harness.service.invitations.join(bob.pub, await invited(harness.service, alice, wanted));
  if (!joined.ok) throw new Error(joined.message);
  return Pair.at(harness, joined.value, [bob, alice]);
}

/** One event of the player who has to act. */
async function step(pair: Pair): Promise<void> {
  const result = await pair.step();
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
}

async function inPlay(): Promise<Pair> {
  const pair = await correspondence();
  while (pair.ledger.state.match.phase !== 'play') await step(pair);
  return pair;
}

const turnsOf = async (pair: Pair, seat: 0 | 1) =>
  (await harness.service.turns.of(pair.ledger.header.players[seat].pub))[0];

describe('a correspondence match', () => {
  it('YT1 begins while its author is away, and needs no place in a live match', async () => {
    const pair = await correspondence();
    const { header } = pair.ledger;
    expect(header).toMatchObject({ clock: null, moveMs: 3 * DAY_MS, absenceMs: null, dice: 'advance', rated: true });
    const [alice, bob] = await twoGuests(harness);
    expect(header.players.map(({ pub }) => pub)).toEqual([bob.pub, alice.pub]);
    expect(await harness.service.rooms.liveOf(alice.pub)).toBeNull();
    const live = await agree(harness, [alice, bob]);
    expect(await harness.service.rooms.liveOf(alice.pub)).toBe(live);
    expect((await harness.service.turns.of(alice.pub)).map(({ match }) => match)).toEqual([header.id]);
  });

  it('YT2 is nothing but rows while it waits: no owner, no memory, one alarm for all', async () => {
    const pair = await inPlay();
    await pair.step();
    const { length } = pair.ledger;
    expect(harness.service.rooms.owned).toBe(1);
    await harness.pass(2 * PARK_MS);
    expect([harness.service.rooms.owned, harness.service.rooms.count]).toEqual([0, 0]);
    expect(harness.alarms.at(`match/${pair.match}`)).toBeNull();
    expect(await harness.store.leases.nextFree()).toBe(pair.ledger.expiresAt);
    expect(harness.alarms.at('wake')).toBe(pair.ledger.expiresAt);
    await harness.pass(DAY_MS);
    expect(await pair.step()).toMatchObject({ ok: true });
    expect(pair.ledger.length).toBeGreaterThan(length);
    expect(pair.types).not.toContain('resume');
    expect(harness.service.rooms.owned).toBe(1);
    await harness.pass(2 * PARK_MS);
    expect(harness.service.rooms.count).toBe(0);
    expect(harness.log.errors).toEqual([]);
  });

  describe('of a prepared invitation', () => {
    /** An invitation of Alice that she has prepared. */
    async function prepared(wanted: Partial<WantedTerms> = {}) {
      const { invitations } = harness.service;
      const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
      const code = await invited(harness.service, alice, wanted);
      const [offer] = (await invitations.of(alice.pub)).sent;
      const { match, chain } = offer!.unprepared!;
      const firstChain = firstChainOf(alice, { id: match, chain });
      expect(await invitations.prepare(alice.pub, code, firstChain)).toEqual({ ok: true, value: null });
      return { alice, bob, code, match, chain, firstChain, invitations };
    }

    it('TV6 has the opening roll before its author comes', async () => {
      const { alice, bob, code, match, firstChain, invitations } = await prepared();
      expect((await invitations.of(alice.pub)).sent[0]?.unprepared).toBeUndefined();
      expect(await invitations.join(bob.pub, code)).toEqual({ ok: true, value: match });
      const pair = await Pair.at(harness, match, [bob, alice]);
      expect(pair.ledger.header).toMatchObject({ id: match, firstChain });
      while (pair.ledger.expects.party === 0) await step(pair);
      expect(pair.types).toEqual(['commit', 'commit', 'roll']);
      await harness.pass(DAY_MS);
      await step(pair);
      await step(pair);
      await pair.catchUp();
      expect(pair.types).toEqual(['commit', 'commit', 'roll', 'commit', 'reveal', 'dice']);
    });

    it('TV7 ends without a result if its author never comes after that roll', async () => {
      const { alice, bob, code, match, invitations } = await prepared();
      await invitations.join(bob.pub, code);
      const pair = await Pair.at(harness, match, [bob, alice]);
      while (pair.ledger.expects.party === 0) await step(pair);
      await harness.pass(3 * DAY_MS + GRACE_BY_TURNS_MS);
      expect(await harness.service.rooms.view(match)).toBeNull();
      expect(await harness.store.matches.abortsSince(alice.pub, 0)).toBe(1);
      expect(await harness.store.matches.abortsSince(bob.pub, 0)).toBe(0);
    });

    it('TV8 counts the first commitment of the author, and none of another key or for a live match', async () => {
      const { alice, bob, code, match, chain, firstChain, invitations } = await prepared();
      const other = firstChainOf(alice, { id: match, chain });
      expect(await invitations.prepare(bob.pub, code, other)).toMatchObject({ ok: false, code: 'not-found' });
      expect(await invitations.prepare(alice.pub, code, other)).toEqual({ ok: true, value: null });
      await invitations.join(bob.pub, code);
      expect((await Pair.at(harness, match, [bob, alice])).ledger.header.firstChain).toEqual(firstChain);
      const live = await invited(harness.service, bob, { clock: 'slow' });
      expect((await invitations.of(bob.pub)).sent[0]?.unprepared).toBeUndefined();
      expect(await invitations.prepare(bob.pub, live, other)).toMatchObject({ ok: false, code: 'not-found' });
    });

    it('TV9 begins as any other if its author begins it', async () => {
      const { alice, bob, code, invitations } = await prepared();
      expect(await invitations.acceptLater(bob.pub, code)).toEqual({ ok: true, value: null });
      const joined = await invitations.join(alice.pub, code);
      const pair = await Pair.at(harness, joined.ok ? joined.value : '', [alice, bob]);
      expect(pair.ledger.header.firstChain).toBeUndefined();
    });

    it('TV18 can be prepared while another request has read it, which is not refused for that', async () => {
      const { invitations } = harness.service;
      const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
      const { invites } = harness.store;
      const read = invites.get;
      /** Prepares the match when the next request has read the invitation. */
      const prepareMeanwhile = (code: string) =>
        vi.spyOn(invites, 'get').mockImplementationOnce(async (one) => {
          const invite = await read(one);
          const { match: id, chain } = (await invitations.of(alice.pub)).sent.find((sent) => sent.code === code)!
            .unprepared!;
          await invitations.prepare(alice.pub, code, firstChainOf(alice, { id, chain }));
          return invite;
        });
      const requests = [
        async (code: string) => {
          const accepted = await invitations.acceptLater(bob.pub, code);
          // The commitment is not lost either.
          expect((await invites.get(code))?.terms).toContain('"firstChain"');
          return accepted;
        },
        (code: string) => invitations.withdraw(alice.pub, code),
        (code: string) => invitations.join(bob.pub, code),
      ];
      for (const request of requests) {
        const code = await invited(harness.service, alice);
        prepareMeanwhile(code);
        expect(await request(code)).toMatchObject({ ok: true });
        const offer = (await invitations.of(alice.pub)).sent.find((sent) => sent.code === code);
        expect(offer?.unprepared).toBeUndefined();
      }
    });

    it('TV20 does not begin under a former key of the server, before the opening roll or after it', async () => {
      const { alice, bob, code, match, invitations } = await prepared();
      await invitations.join(bob.pub, code);
      const pair = await Pair.at(harness, match, [bob, alice]);
      const present = await keyOf('carol');
      const rotated = new ServerSigner(keysOf(present, await keyOf('server')), harness.world, null);
      for (const [type, isStale] of [
        ['commit', true],
        ['roll', true],
        ['commit', true],
        ['reveal', false],
      ] as const) {
        expect(pair.ledger.expects.types).toEqual([type]);
        expect(rotated.isStale(pair.ledger)).toBe(isStale);
        await step(pair);
      }
      expect(rotated.isStale(pair.ledger)).toBe(false);
    });

    it('TV21 ends without a result when someone comes to it after a change of the server key, and blames no player', async () => {
      const { alice, bob, code, match, invitations } = await prepared();
      await invitations.join(bob.pub, code);
      const pair = await Pair.at(harness, match, [bob, alice]);
      while (pair.ledger.expects.party === 0) await step(pair);
      await harness.pass(2 * PARK_MS);
      harness = await harness.restart(0, { serverKeys: keysOf(await keyOf('carol'), await keyOf('server')) });
      await harness.service.rooms.enter(match, alice.pub);
      expect(await harness.service.rooms.view(match)).toBeNull();
      for (const { pub } of [alice, bob]) expect(await harness.store.matches.abortsSince(pub, 0)).toBe(0);
      expect(harness.log.errors).toEqual([]);
    });

    it('TV10 keeps the commitment if the match could not begin, and begins with it later', async () => {
      const { alice, bob, code, match, invitations } = await prepared();
      vi.spyOn(harness.service.rooms, 'create').mockResolvedValueOnce('full');
      expect(await invitations.join(bob.pub, code)).toMatchObject({ ok: false, code: 'too-many' });
      expect((await invitations.of(alice.pub)).sent).toMatchObject([{ code }]);
      expect((await invitations.of(alice.pub)).sent[0]?.unprepared).toBeUndefined();
      expect(await invitations.join(bob.pub, code)).toEqual({ ok: true, value: match });
    });
  });

  it('HD9 waits for a player on holiday, also while it is parked, and ends on time after it', async () => {
    const pair = await inPlay();
    expect(pair.ledger.header.holidayDays).toBe(7);
    const loser = pair.ledger.expects.party === 1 ? 1 : 0;
    const { expiresAt } = pair.ledger;
    await harness.pass(2 * DAY_MS);
    expect(await pair.holiday(loser, 8)).toMatchObject({ ok: false, code: 'wrong-holiday' });
    expect(await pair.holiday(loser, 5)).toMatchObject({ ok: true });
    expect(await pair.holiday(loser === 0 ? 1 : 0, 7)).toMatchObject({ ok: true });
    // The server's next aside leaves the player time for a decision.
    await harness.pass(10_000);
    expect(await pair.holiday(loser, 3)).toMatchObject({ ok: false, code: 'wrong-holiday' });
    expect(pair.types.filter((type) => type === 'void')).toHaveLength(2);
    const extended = expiresAt! + 5 * DAY_MS;
    expect(pair.ledger.expiresAt).toBe(extended);
    await harness.pass(2 * PARK_MS);
    expect([harness.service.rooms.owned, await harness.store.leases.nextFree()]).toEqual([0, extended]);
    expect(await turnsOf(pair, loser)).toMatchObject({ until: extended });
    await harness.pass(extended - 1 - harness.world.now());
    await pair.catchUp();
    expect(pair.types).not.toContain('forfeit');
    await harness.pass(GRACE_BY_TURNS_MS + 1);
    await pair.catchUp();
    expect(pair.ledger.last).toMatchObject({ type: 'forfeit', loser, reason: 'time' });
    expect(pair.ledger.state.forfeit).toMatchObject({ timeRanOut: true });
    expect(harness.log.errors).toEqual([]);
  });

  it('HD18 stores the holidays of the player who waits 2 s apart, so that no record blames the server for quick asides', async () => {
    const pair = await inPlay();
    const other = pair.ledger.expects.party === 1 ? 0 : 1;
    expect(await pair.holiday(other, 1)).toMatchObject({ ok: true });
    for (let days = 1; days < 7; days++) {
      const sent = await pair.holiday(other, 1);
      expect(sent).toMatchObject({ code: 'waits' });
      await harness.pass(RESERVED_MS);
      await pair.catchUp();
      expect(pair.ledger.state.holidays[other].days).toBe(days + 1);
    }
    expect(pair.ledger.state.displacing.longest).toEqual([0, 0]);
    // The player who has to act displaces nothing with an own holiday.
    expect(await pair.holiday(other === 0 ? 1 : 0, 1)).toMatchObject({ ok: true });
  });

  it('YT20 has no owner left if it was parked although the storage reported a failure', async () => {
    const pair = await inPlay();
    await pair.step();
    const { release } = harness.store.leases;
    vi.spyOn(harness.store.leases, 'release').mockImplementationOnce(async (...args) => {
      await release(...args);
      throw new Error('the answer was lost');
    });
    await harness.pass(3 * PARK_MS);
    expect(harness.log.errors).toHaveLength(1);
    expect(harness.service.rooms.owned).toBe(0);
    expect(harness.alarms.at('wake')).toBe(pair.ledger.expiresAt);
    await harness.pass(DAY_MS);
    expect(await pair.step()).toMatchObject({ ok: true });
    expect(pair.types).not.toContain('resume');
  });

  it('YT18 is not loaded because a stranger acts in it, leaves it or reacts to it', async () => {
    const pair = await inPlay();
    await harness.pass(2 * PARK_MS);
    const [bob, mallory] = [await keyOf('bob'), await keyOf('mallory')];
    const { rooms } = harness.service;
    const event = await pair.next();
    const refused = { ok: false, code: 'not-your-seat' };
    expect(await rooms.act(mallory.pub, pair.match, event)).toMatchObject(refused);
    expect(await rooms.abort(mallory.pub, pair.match)).toMatchObject(refused);
    expect(await rooms.react(mallory.pub, pair.match, 'well-played')).toMatchObject(refused);
    expect([rooms.count, rooms.owned]).toEqual([0, 0]);
    expect(await rooms.react(bob.pub, pair.match, 'well-played')).toMatchObject({ ok: true });
    expect(await pair.step()).toMatchObject({ ok: true });
    expect(rooms.owned).toBe(1);
  });

  it('LN10 is shown to viewers without a seat while it is parked, from the storage and not from memory', async () => {
    const pair = await inPlay();
    const seen = await harness.service.rooms.view(pair.match, 2, 3);
    await harness.pass(2 * PARK_MS);
    const { rooms } = harness.service;
    const mallory = await keyOf('mallory');
    const { entered } = await rooms.enter(pair.match, mallory.pub);
    expect(entered).toMatchObject({ receipt: null, presence: [{ online: false }, { online: false }] });
    expect(await rooms.view(pair.match, 2, 3)).toEqual(seen);
    expect([rooms.count, rooms.owned]).toEqual([0, 0]);
    await rooms.enter(pair.match, pair.ledger.header.players[1].pub);
    expect([rooms.count, rooms.owned]).toEqual([1, 1]);
  });

  it('YT3 stays awake while a player looks at it, so that the page gets receipts', async () => {
    const pair = await inPlay();
    await harness.pass(2 * PARK_MS);
    const { pub } = pair.ledger.header.players[1];
    for (let looks = 0; looks < 5; looks++) {
      expect(await receiptOf(harness.service, pub, pair.match)).toMatchObject({ n: pair.ledger.length });
      await harness.pass(PARK_MS / 2);
    }
    expect(await receiptOf(harness.service, (await keyOf('carol')).pub, pair.match)).toBeNull();
    await harness.pass(2 * PARK_MS);
    expect(await receiptOf(harness.service, (await keyOf('carol')).pub, pair.match)).toBeNull();
    expect(harness.service.rooms.owned).toBe(0);
  });

  it('YT3b needs no heartbeat while it is parked and its pages stay open', async () => {
    const pair = await inPlay();
    for (const { pub } of pair.ledger.header.players) await harness.service.rooms.enter(pair.match, pub);
    await harness.pass(2 * PARK_MS);
    expect(harness.service.rooms.owned).toBe(0);
    expect([harness.alarms.at('heartbeat'), harness.alarms.at('wake')]).toEqual([null, pair.ledger.expiresAt]);
    expect(await pair.step()).toMatchObject({ ok: true });
    expect(harness.alarms.at('heartbeat')).not.toBeNull();
  });

  it('YT4 is lost by time at its deadline, although it was parked', async () => {
    const pair = await inPlay();
    const loser = pair.ledger.expects.party;
    await harness.pass(3 * DAY_MS - 1);
    expect(pair.ledger.state.result).toBeNull();
    await harness.pass(2);
    await pair.catchUp();
    expect(pair.ledger.state.result).toMatchObject({ winner: loser === 0 ? 1 : 0 });
    const record = await harness.store.records.read(pair.match);
    expect(record?.result.reason).toBe('time');
    expect(await verify(record)).toMatchObject({ ok: true });
    expect(await harness.service.turns.of(pair.ledger.header.players[0].pub)).toEqual([]);
  });

  it('YT5 ends without a result if a player never comes, and blames that player', async () => {
    const pair = await correspondence();
    const [bob, alice] = pair.ledger.header.players;
    expect(await pair.step()).toMatchObject({ ok: true });
    await harness.pass(3 * DAY_MS + 1);
    expect(await harness.service.rooms.view(pair.match)).toBeNull();
    expect(await harness.store.matches.abortsSince(alice.pub, 0)).toBe(1);
    expect(await harness.store.matches.abortsSince(bob.pub, 0)).toBe(0);
  });

  it('YT6 survives a restart while it is parked, without a trace in the record', async () => {
    const before = await inPlay();
    const keys = [await keyOf('bob'), await keyOf('alice')] as const;
    await harness.pass(2 * PARK_MS);
    harness = await harness.restart(DAY_MS);
    expect(harness.service.rooms.owned).toBe(0);
    const pair = await Pair.at(harness, before.match, keys);
    expect(pair.types).toEqual(before.types);
    await harness.pass(Number(pair.ledger.expiresAt) - harness.world.now() + 1);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('forfeit');
  });

  it('YT7 is not lost by a deadline that falls into a stop of the service', async () => {
    const before = await inPlay();
    const keys = [await keyOf('bob'), await keyOf('alice')] as const;
    await harness.pass(2 * PARK_MS);
    harness = await harness.restart(5 * DAY_MS);
    await harness.pass(PARK_MS);
    const pair = await Pair.at(harness, before.match, keys);
    expect(pair.types).toEqual([...before.types, 'resume']);
    await harness.pass(GRACE_BY_TURNS_MS - 2 * PARK_MS);
    await pair.catchUp();
    expect(pair.ledger.state.result).toBeNull();
    await harness.pass(3 * PARK_MS);
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('forfeit');
    expect(await verify(await harness.store.records.read(pair.match))).toMatchObject({ ok: true });
  });

  it('YT7b nor if the match cannot be read at the first try', async () => {
    let failures = 0;
    await harness.close();
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        matches: {
          ...store.matches,
          page: async (...args) => {
            if (failures > 0) {
              failures -= 1;
              throw new Error('no connection');
            }
            return store.matches.page(...args);
          },
        },
      }),
    });
    const before = await inPlay();
    const keys = [await keyOf('bob'), await keyOf('alice')] as const;
    await harness.pass(2 * PARK_MS);
    failures = 1;
    harness = await harness.restart(5 * DAY_MS);
    expect(failures).toBe(0);
    await harness.pass(10_000);
    const pair = await Pair.at(harness, before.match, keys);
    expect(pair.types).toEqual([...before.types, 'resume']);
  });

  it('YT8 continues after a crash in the middle of a turn', async () => {
    const before = await inPlay();
    const keys = [await keyOf('bob'), await keyOf('alice')] as const;
    harness = await harness.restart(1_000);
    const pair = await Pair.at(harness, before.match, keys);
    expect(pair.types).toEqual([...before.types, 'resume']);
    await harness.pass(2 * PARK_MS);
    expect(harness.service.rooms.owned).toBe(0);
    while (!pair.ledger.state.result) await step(pair);
    expect(await verify(await harness.store.records.read(pair.match))).toMatchObject({ ok: true });
  });

  it('YT9 has one owner of several processes, whichever is asked', async () => {
    const pair = await inPlay();
    await harness.pass(2 * PARK_MS);
    const neighbour = await harness.neighbour();
    await neighbour.rooms.start();
    const event = await pair.next();
    const key = pair.ledger.header.players[event.p === 1 ? 1 : 0].pub;
    expect(await neighbour.rooms.act(key, pair.match, event)).toMatchObject({ ok: true });
    expect([neighbour.rooms.owned, harness.service.rooms.owned]).toEqual([1, 0]);
    expect(await receiptOf(neighbour, pair.ledger.header.players[0].pub, pair.match)).not.toBeNull();
    await neighbour.handOver();
  });

  it(`YT10 is one of at most ${TURNS_A_PERSON}, also if two processes begin the last one at once`, async () => {
    const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
    const neighbour = await harness.neighbour();
    await neighbour.rooms.start();
    for (let made = 1; made < TURNS_A_PERSON; made++) await correspondence();
    const [one, other] = [await invited(harness.service, alice), await invited(neighbour, alice)];
    const joined = await Promise.all([
      harness.service.invitations.join(bob.pub, one),
      neighbour.invitations.join((await keyOf('carol')).pub, other),
    ]);
    expect(joined.filter(({ ok }) => ok)).toHaveLength(1);
    expect(joined.find(({ ok }) => !ok)).toMatchObject({ ok: false });
    expect(await harness.store.matches.countTurns(alice.pub)).toBe(TURNS_A_PERSON);
    expect(await harness.service.invitations.invite(alice.pub, TURNS)).toMatchObject({ code: 'too-many' });
    const dave = await keyOf('dave');
    const his = await invited(harness.service, dave);
    expect(await harness.service.invitations.join(alice.pub, his)).toMatchObject({ code: 'too-many' });
    expect(await harness.service.invitations.info(his)).toMatchObject({ ok: true });
    await neighbour.handOver();
  });

  it('YT11 has dice in advance if it is unrated or both players keep their own keys', async () => {
    const { accounts } = harness.service;
    accounts.hasHeldKey = async (pub) => pub === (await keyOf('bob')).pub;
    const rated = await correspondence();
    expect(rated.ledger.header).toMatchObject({
      absenceMs: null,
      rated: true,
      players: [{ custody: 'service' }, { custody: 'own' }],
    });
    expect(rated.ledger.header.dice).toBeUndefined();
    const pair = await correspondence({ rated: false });
    expect(pair.ledger.header).toMatchObject({
      dice: 'advance',
      rated: false,
      players: [{ custody: 'service' }, { custody: 'own' }],
    });
    const bobs = await harness.service.turns.of((await keyOf('bob')).pub);
    expect(bobs.map(({ match, dice }) => [match, dice]).sort()).toEqual(
      [
        [rated.match, undefined],
        [pair.match, 'advance'],
      ].sort(),
    );
    while (!pair.ledger.state.result) await step(pair);
    expect(await verify(await harness.store.records.read(pair.match))).toMatchObject({ ok: true });
  });

  it('YT12 is listed with its standing, and both players are told of each change', async () => {
    const pair = await inPlay();
    const heard = harness.messagesOn(keyTopic(pair.ledger.header.players[0].pub));
    expect(await turnsOf(pair, 0)).toMatchObject({
      match: pair.match,
      seat: 0,
      opponent: { bot: false, pub: pair.ledger.header.players[1].pub },
      clock: 'days3',
      score: [0, 0],
      toAct: pair.ledger.expects.party,
      isAutomatic: false,
      until: pair.ledger.expiresAt,
    });
    await pair.step();
    await harness.idle();
    expect(await turnsOf(pair, 1)).toMatchObject({ toAct: pair.ledger.expects.party, until: pair.ledger.expiresAt });
    expect(heard).toContainEqual({ type: 'turns-changed' });
  });

  it('YT13 is played to the end by two people who are never there at the same time', async () => {
    const pair = await correspondence();
    let visits = 0;
    while (!pair.ledger.state.result) {
      const seat = pair.ledger.expects.party ?? 0;
      const key = await keyOf(seat === 0 ? 'bob' : 'alice');
      const peer = harness.enter(key);
      while (pair.ledger.expects.party === seat && !pair.ledger.state.result) await step(pair);
      harness.service.lobby.leave(key.pub, peer);
      visits += 1;
      // The first visits are enough to show that the match is parked between them.
      if (visits > 6) continue;
      await harness.pass(DAY_MS);
      expect(harness.service.rooms.count).toBe(0);
    }
    const record = await harness.store.records.read(pair.match);
    expect(await verify(record)).toMatchObject({ ok: true });
    const plays = pair.types.filter((type) => type === 'play').length;
    // Each visit rolls and plays, apart from the commits, the opening and its ties.
    expect(visits).toBeLessThan(plays + 20);
    expect(pair.types).not.toContain('absent');
    expect(harness.log.errors).toEqual([]);
  });
});

describe('a match in which a bot waits', () => {
  async function withBot(): Promise<Pair> {
    const [alice] = await twoGuests(harness);
    const made = await harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length: 1 });
    if (!made.ok) throw new Error(made.message);
    return Pair.at(harness, made.value, [alice, await keyOf('nobody')]);
  }

  it('YT14 is not lost by an absence, and does not keep its player from playing people', async () => {
    const pair = await withBot();
    const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
    await pair.step();
    await harness.pass(10_000);
    harness.service.lobby.leave(alice.pub, harness.enter(alice));
    await harness.pass(ABANDON_MS + 7 * DAY_MS);
    expect(harness.service.rooms.count).toBe(0);
    expect(await harness.service.rooms.liveOf(alice.pub)).toBe(pair.match);
    harness.enter(alice);
    const live = await agree(harness, [alice, bob]);
    expect(await harness.service.rooms.liveOf(alice.pub)).toBe(live);
    await pair.catchUp();
    const length = pair.ledger.length;
    expect(await pair.step()).toMatchObject({ ok: true });
    await harness.pass(10_000);
    await pair.catchUp();
    expect(pair.ledger.length).toBeGreaterThan(length);
    expect(await harness.service.challenges.playBot(alice.pub, { type: 'play-bot', length: 1 })).toMatchObject({
      code: 'busy',
    });
  });

  it('YT15 continues with the bot when a player comes back to it', async () => {
    const pair = await withBot();
    for (let visits = 0; visits < 10 && !pair.ledger.state.result; visits++) {
      await pair.catchUp();
      while (pair.ledger.expects.party === 0) await step(pair);
      await harness.pass(DAY_MS);
      expect(harness.service.rooms.count).toBe(0);
    }
    await pair.catchUp();
    expect(pair.types.filter((type) => type === 'play').length).toBeGreaterThan(2);
    expect(pair.ledger.expects.party ?? 0).toBe(0);
    expect(harness.log.errors).toEqual([]);
  });
});
