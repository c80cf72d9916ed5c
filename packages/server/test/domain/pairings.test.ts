import { PAIRING, type ServerMessageOf, type WantedSeek } from '@anchor/wire';
import type { Key } from 'bg-record';
import { INITIAL_RATING } from 'bg-record/ratings';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../src/compose/service.ts';
import type { BusMessage } from '../../src/domain/bus.ts';
import { setRelation } from '../../src/domain/lobby/set-relation.ts';
import { beforeCall } from '../support/before-call.ts';
import { enter, type Harness, keyOf, openHarness } from '../support/harness.ts';
import { WISH } from '../support/seated.ts';

let harness: Harness;
let keys: readonly [Key, Key, Key];
let heard: readonly [BusMessage[], BusMessage[], BusMessage[]];

async function begin(options: Parameters<typeof openHarness>[0] = {}): Promise<void> {
  harness = await openHarness(options);
  keys = [await keyOf('alice'), await keyOf('bob'), await keyOf('carol')];
  for (const key of keys) harness.enter(key);
  const messagesTo = ({ pub }: Key) => harness.messagesOn(`key/${pub}`);
  heard = [messagesTo(keys[0]), messagesTo(keys[1]), messagesTo(keys[2])];
}

beforeEach(() => begin());
afterEach(() => harness.close());

const idle = () => harness.service.idle();
const failsToStore = () => Promise.reject(new Error('disk full'));
/** The answer of the lobby to a player who connects now. */
const welcome = ({ pub }: Key) => enter(harness.service, pub);

async function seek({ pub }: Key, seek: Partial<WantedSeek> = {}, { lobby }: Service = harness.service) {
  const made = await lobby.seek(pub, { ...WISH, ...seek });
  if (!made.ok) throw new Error(made.message);
  await idle();
  return made.value;
}

/** The last question that a player was asked. */
function asked(who: 0 | 1 | 2): ServerMessageOf<'pairing'> {
  const question = heard[who].findLast((message) => message.type === 'pairing');
  if (question?.type !== 'pairing') throw new Error('nobody asked');
  return question;
}

const accept = async (who: 0 | 1 | 2, { lobby }: Service = harness.service) => {
  const accepted = await lobby.acceptPairing(keys[who].pub, asked(who).pairing);
  await idle();
  return accepted;
};

const seekers = async () => (await harness.lobby()).seeks.map(({ from }) => from.pub);
const ofType = (messages: readonly BusMessage[], type: BusMessage['type']) =>
  messages.filter((message) => message.type === type);

describe('two seeks with the same terms', () => {
  it('PN1 are paired at once, and the match begins when both have accepted, with the longer wait at seat 0', async () => {
    await seek(keys[0]);
    await harness.pass(5_000);
    await seek(keys[1]);
    expect(asked(0)).toMatchObject({ opponent: { pub: keys[1].pub, rating: 1500 }, length: 3, rated: true });
    expect(asked(1)).toMatchObject({ opponent: { pub: keys[0].pub }, until: harness.world.now() + PAIRING.answerMs });
    expect(await seekers()).toEqual([]);
    expect(await accept(1)).toMatchObject({ ok: true });
    expect(await harness.store.matches.liveIds()).toEqual([]);
    expect(await accept(0)).toMatchObject({ ok: true });
    const [match = ''] = await harness.store.matches.liveIds();
    const header = (await harness.service.rooms.view(match))?.header;
    expect(header?.players.map(({ pub }) => pub)).toEqual([keys[0].pub, keys[1].pub]);
    expect(header).toMatchObject({ length: 3, rated: true });
    for (const messages of [heard[0], heard[1]]) expect(messages.at(-1)).toEqual({ type: 'seated', match });
    await harness.pass(60_000);
    expect([...ofType(heard[0], 'pairing-over'), ...ofType(heard[1], 'pairing-over')]).toEqual([]);
  });

  it('PN2 a player who declines loses the seek; the other one keeps the place and is paired with a third', async () => {
    const { since, id: handle } = await seek(keys[0]);
    await harness.pass(1_000);
    await seek(keys[1]);
    expect(await harness.service.lobby.declinePairing(keys[1].pub, asked(1).pairing)).toMatchObject({ ok: true });
    expect(heard[0].at(-1)).toMatchObject({ type: 'pairing-over', reason: 'declined', seeking: true });
    expect(ofType(heard[1], 'pairing-over')).toEqual([]);
    expect((await harness.lobby()).seeks).toMatchObject([{ id: handle, since }]);
    expect(await harness.service.lobby.declinePairing(keys[1].pub, asked(1).pairing)).toMatchObject({
      code: 'not-found',
    });
    await seek(keys[2]);
    expect(asked(0).opponent.pub).toBe(keys[2].pub);
  });

  it('PN3 a player who does not answer for 20 s loses the seek, at no other cost', async () => {
    await seek(keys[0]);
    await seek(keys[1]);
    await accept(0);
    await harness.pass(PAIRING.answerMs - 1);
    expect(ofType(heard[0], 'pairing-over')).toEqual([]);
    await harness.pass(1);
    await idle();
    expect(heard[0].at(-1)).toMatchObject({ type: 'pairing-over', reason: 'no-answer', seeking: true });
    expect(heard[1].at(-1)).toMatchObject({ type: 'pairing-over', reason: 'no-answer', seeking: false });
    expect(await seekers()).toEqual([keys[0].pub]);
    expect(await accept(1)).toMatchObject({ code: 'not-found' });
    expect(await harness.store.matches.abortsSince(keys[1].pub, 0)).toBe(0);
  });

  it('PN4 two players whose pairing failed are paired again after 30 s, if both still want to', async () => {
    await seek(keys[0]);
    await seek(keys[1]);
    await harness.service.lobby.declinePairing(keys[1].pub, asked(1).pairing);
    await seek(keys[1]);
    const first = asked(1).pairing;
    await harness.pass(PAIRING.apartMs - 1);
    expect(asked(1).pairing).toBe(first);
    await harness.pass(1);
    await idle();
    expect(asked(1).pairing).not.toBe(first);
  });

  it('PN5 a withdrawn seek ends its pairing', async () => {
    await seek(keys[0]);
    await seek(keys[1]);
    await harness.service.lobby.unseek(keys[1].pub);
    await idle();
    expect(heard[0].at(-1)).toMatchObject({ type: 'pairing-over', reason: 'gone', seeking: true });
    expect(heard[1].at(-1)).toMatchObject({ type: 'pairing-over', reason: 'gone', seeking: false });
    expect(await seekers()).toEqual([keys[0].pub]);
  });

  it('PN6 a seek for other terms replaces the seek of a pairing', async () => {
    await seek(keys[0]);
    await seek(keys[1]);
    await seek(keys[1], { length: 7 });
    expect(heard[1].at(-1)).toMatchObject({ type: 'pairing-over', reason: 'gone', seeking: true });
    expect((await seekers()).toSorted()).toEqual([keys[0].pub, keys[1].pub].toSorted());
  });

  it('PN7 a seek in a pairing cannot be accepted from the list', async () => {
    const { id: handle } = await seek(keys[0]);
    await seek(keys[1]);
    expect(await harness.service.lobby.accept(keys[2].pub, handle)).toMatchObject({ code: 'not-free' });
  });

  it('PN27 a seek that is paired while another player accepts it from the list stays in its pairing', async () => {
    await harness.close();
    let meanwhile = async () => {};
    await begin({ wrap: beforeCall('abortsSince', () => meanwhile()) });
    const { id: handle } = await seek(keys[0]);
    meanwhile = async () => {
      meanwhile = async () => {};
      await seek(keys[2]);
    };
    expect(await harness.service.lobby.accept(keys[1].pub, handle)).toMatchObject({ code: 'not-free' });
    expect(ofType(heard[0], 'pairing-over')).toEqual([]);
    expect(await welcome(keys[0])).toMatchObject({ pairing: { opponent: { pub: keys[2].pub } } });
  });

  it('PN8 both wait again when the match cannot be stored', async () => {
    await harness.close();
    let isBroken = true;
    await begin({ wrap: beforeCall('create', async () => isBroken && failsToStore()) });
    await seek(keys[0]);
    await seek(keys[1]);
    await accept(0);
    await accept(1);
    expect(heard[0].at(-1)).toMatchObject({ type: 'pairing', opponent: { pub: keys[1].pub } });
    expect(ofType(heard[0], 'pairing-over')).toMatchObject([{ reason: 'gone', seeking: true }]);
    isBroken = false;
    await accept(0);
    await accept(1);
    expect(await harness.store.matches.liveIds()).toHaveLength(1);
  });

  it('PN19 a player who accepts while the pairing ends is told so, and leaves no acceptance behind', async () => {
    await harness.close();
    let gate = Promise.resolve();
    await begin({ wrap: beforeCall('abortsSince', () => gate) });
    await seek(keys[0]);
    await seek(keys[1]);
    let letThrough = () => {};
    gate = new Promise((resolve) => {
      letThrough = resolve;
    });
    const accepting = harness.service.lobby.acceptPairing(keys[0].pub, asked(0).pairing);
    await harness.service.lobby.unseek(keys[1].pub);
    await idle();
    letThrough();
    expect(await accepting).toMatchObject({ code: 'not-found' });
    expect(await welcome(keys[0])).toMatchObject({ pairing: null });
  });
});

describe('a seek whose match is not made after all', () => {
  /** A storage that stores no match, and calls `meanwhile` each time it is asked to. */
  async function beginWithoutRoom(meanwhile: () => Promise<unknown>): Promise<void> {
    await harness.close();
    await begin({ wrap: beforeCall('create', () => meanwhile().then(failsToStore)) });
  }

  const acceptPairing = async () => {
    await seek(keys[1]);
    await accept(0);
    await accept(1);
  };
  const acceptFromList = async () => {
    const [open] = (await harness.lobby()).seeks;
    await expect(harness.service.lobby.accept(keys[1].pub, open?.id ?? '')).rejects.toThrow('disk full');
  };
  const ways = [
    { way: 'accepted in a pairing', agree: acceptPairing },
    { way: 'taken from the list', agree: acceptFromList },
  ];

  it.each(ways)('PN23 does not come back to a player who has withdrawn it meanwhile: $way', async ({ agree }) => {
    await beginWithoutRoom(() => harness.service.lobby.unseek(keys[0].pub));
    await seek(keys[0]);
    await agree();
    expect(await seekers()).not.toContain(keys[0].pub);
    expect(await welcome(keys[0])).toMatchObject({ seek: null });
  });

  it.each(ways)('PN24 does not outlive the grace time of a player who has left meanwhile: $way', async ({ agree }) => {
    const peer = harness.enter(keys[0]);
    await beginWithoutRoom(async () => harness.service.lobby.leave(keys[0].pub, peer));
    await enter(harness.service, keys[0].pub, peer);
    await seek(keys[0]);
    await agree();
    await harness.pass(PAIRING.graceMs);
    expect(await welcome(keys[0])).toMatchObject({ seek: null });
  });

  it.each(ways)('PN25 comes back as it was sent again meanwhile, and only once: $way', async ({ agree }) => {
    await beginWithoutRoom(() => harness.service.lobby.seek(keys[0].pub, { ...WISH, length: 7 }));
    await seek(keys[0]);
    await agree();
    const seeks = (await harness.lobby()).seeks.filter(({ from }) => from.pub === keys[0].pub);
    expect(seeks).toMatchObject([{ length: 7 }]);
  });

  it.each(ways)('PN26 keeps those apart whom its player has blocked meanwhile: $way', async ({ agree }) => {
    const block = () => setRelation(harness.service, keys[0].pub, keys[1].pub, 'block');
    await beginWithoutRoom(block);
    for (const { pub } of keys) await harness.service.players.meet(pub, pub.slice(0, 4));
    await seek(keys[0]);
    await agree();
    expect(await seekers()).toContain(keys[0].pub);
    const before = ofType(heard[0], 'pairing').length;
    await seek(keys[1]);
    await harness.pass(120_000);
    expect(ofType(heard[0], 'pairing')).toHaveLength(before);
  });
});

describe('a pairing whose match cannot be stored', () => {
  it('PN28 keeps those apart whom a player has blocked while it asked', async () => {
    await harness.close();
    await begin({ wrap: beforeCall('create', failsToStore) });
    for (const { pub } of keys) await harness.service.players.meet(pub, pub.slice(0, 4));
    await seek(keys[0]);
    await seek(keys[1]);
    await setRelation(harness.service, keys[0].pub, keys[2].pub, 'block');
    await accept(0);
    await accept(1);
    await harness.service.lobby.declinePairing(keys[1].pub, asked(1).pairing);
    expect(await seekers()).toEqual([keys[0].pub]);
    await seek(keys[2]);
    await harness.pass(60_000);
    expect(ofType(heard[2], 'pairing')).toEqual([]);
  });
});

describe('a pairing that ends without a match', () => {
  it('PN22 changes both seeks at once: a player who leaves or withdraws meanwhile has none afterwards', async () => {
    for (const act of ['leave', 'withdraw'] as const) {
      await harness.close();
      let meanwhile = () => {};
      await begin({
        wrap: (store) => ({
          ...store,
          relations: {
            ...store.relations,
            async of(pub) {
              meanwhile();
              return store.relations.of(pub);
            },
          },
        }),
      });
      const peer = harness.enter(keys[0]);
      const { lobby } = harness.service;
      await seek(keys[0]);
      await seek(keys[1]);
      meanwhile = () => (act === 'leave' ? lobby.leave(keys[0].pub, peer) : void lobby.unseek(keys[0].pub));
      await lobby.declinePairing(keys[1].pub, asked(1).pairing);
      meanwhile();
      await idle();
      await harness.pass(PAIRING.graceMs);
      expect(await welcome(keys[0])).toMatchObject({ seek: null });
    }
  });
});

describe('a seek', () => {
  it('PN9 survives a reload of the page with its place, and ends 10 s after the connection', async () => {
    const peer = harness.enter(keys[0]);
    const own = await seek(keys[0]);
    harness.service.lobby.leave(keys[0].pub, peer);
    expect(await seekers()).toEqual([]);
    await seek(keys[1]);
    expect(ofType(heard[1], 'pairing')).toEqual([]);
    await harness.service.lobby.unseek(keys[1].pub);
    await harness.pass(PAIRING.graceMs - 1);
    const back = { supersede() {} };
    expect(await enter(harness.service, keys[0].pub, back)).toMatchObject({ seek: own });
    expect(await seekers()).toEqual([keys[0].pub]);
    harness.service.lobby.leave(keys[0].pub, back);
    await harness.pass(PAIRING.graceMs);
    expect(await welcome(keys[0])).toMatchObject({ seek: null });
  });

  it('PN20 ends 10 s after the connection, even if the connection ended while the seek was being made', async () => {
    const peer = harness.enter(keys[0]);
    const seeking = harness.service.lobby.seek(keys[0].pub, WISH);
    harness.service.lobby.leave(keys[0].pub, peer);
    expect(await seeking).toMatchObject({ ok: true });
    await harness.pass(PAIRING.graceMs);
    expect(await welcome(keys[0])).toMatchObject({ seek: null });
  });

  it('PN10 keeps its place when the same seek is sent again, and loses it with other terms', async () => {
    const own = await seek(keys[0]);
    await harness.pass(5_000);
    expect(await seek(keys[0])).toEqual(own);
    const range = { least: 1400, most: 1600 };
    expect(await seek(keys[0], { range })).toMatchObject({ since: harness.world.now(), range });
  });

  it('PN11 with a range of ratings is neither paired nor accepted outside it', async () => {
    const { id: handle } = await seek(keys[0], { range: { least: 1600, most: 2000 } });
    await seek(keys[1]);
    await harness.pass(120_000);
    expect(ofType(heard[0], 'pairing')).toEqual([]);
    expect(await harness.service.lobby.accept(keys[2].pub, handle)).toMatchObject({ code: 'outside-range' });
    await seek(keys[2]);
    expect(asked(1).opponent.pub).toBe(keys[2].pub);
  });

  it('PN12 stays open while its player plays the bot with a clock, who has to finish that match before accepting', async () => {
    await seek(keys[0]);
    const played = await harness.service.challenges.playBot(keys[0].pub, {
      type: 'play-bot',
      length: 1,
      clock: 'normal',
    });
    await harness.pass(1);
    await seek(keys[1]);
    expect(await accept(0)).toMatchObject({ code: 'busy' });
    await harness.service.rooms.abort(keys[0].pub, played.ok ? played.value : '');
    await accept(1);
    expect(await accept(0)).toMatchObject({ ok: true });
    const [match = ''] = await harness.store.matches.liveIds();
    expect((await harness.service.rooms.view(match))?.header.players[1].pub).toBe(keys[1].pub);
  });

  it('PN13 widens with time, and is paired when the newer seek tolerates the difference', async () => {
    await harness.close();
    await begin({
      wrap: (store) => ({
        ...store,
        players: {
          ...store.players,
          async get(pub) {
            const rating = { rating: pub === keys[0].pub ? 1500 : 1900, rd: 60, volatility: 0.06, at: null };
            const games = { games: 9, wins: 4, ratedGames: 9, ratedWins: 4 };
            return { pub, name: 'somebody', rating: { ...INITIAL_RATING, ...rating }, ...games, country: null };
          },
        },
      }),
    });
    await seek(keys[0]);
    await harness.pass(60_000);
    await seek(keys[1]);
    await harness.pass(9_999);
    expect(ofType(heard[0], 'pairing')).toEqual([]);
    await harness.pass(1);
    await idle();
    expect(asked(0).opponent.pub).toBe(keys[1].pub);
  });
});

describe('pairing on two processes', () => {
  it('PN14 makes one pairing of two seeks, and one match when both accept at once', async () => {
    await begin({ isShared: true });
    const other = await harness.neighbour();
    const dave = await keyOf('dave');
    await enter(other, dave.pub);
    const daves: BusMessage[] = [];
    other.bus.subscribe(`key/${dave.pub}`, (message) => daves.push(message));
    await Promise.all([harness.service.lobby.seek(keys[0].pub, WISH), other.lobby.seek(dave.pub, WISH)]);
    await idle();
    await other.idle();
    await harness.arrive();
    expect(ofType(daves, 'pairing')).toHaveLength(1);
    expect(ofType(heard[0], 'pairing')).toHaveLength(1);
    const { pairing } = asked(0);
    await Promise.all([
      harness.service.lobby.acceptPairing(keys[0].pub, pairing),
      other.lobby.acceptPairing(dave.pub, pairing),
    ]);
    await idle();
    await other.idle();
    await harness.arrive();
    expect(await harness.store.matches.liveIds()).toHaveLength(1);
    expect([...ofType(daves, 'seated'), ...ofType(heard[0], 'seated')]).toHaveLength(2);
  });

  it('PN15 whatever the players do, each sits in one match at most and none stays reserved, and no seek outlives the grace time', async () => {
    type Act = {
      readonly who: 0 | 1 | 2;
      readonly what: 'seek' | 'unseek' | 'accept' | 'decline' | 'away' | 'back' | 'take';
    };
    const acts = fc.array(
      fc.record({
        who: fc.constantFrom(0, 1, 2),
        what: fc.constantFrom('seek', 'seek', 'unseek', 'accept', 'accept', 'decline', 'away', 'back', 'take'),
        pauseMs: fc.constantFrom(0, 0, 0, 500, 15_000),
      }),
      { minLength: 5, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        await harness.close();
        await begin({ isShared: true });
        const other = await harness.neighbour();
        const homes: readonly Service[] = [harness.service, other, harness.service];
        harness.service.lobby.leave(keys[1].pub, { supersede() {} });
        const peers = keys.map(({ pub }, index) => {
          const peer = { supersede() {} };
          const home = homes[index];
          if (home) void enter(home, pub, peer);
          return peer;
        });
        const act = async ({ who, what }: Act) => {
          const [{ pub }, home, peer] = [keys[who], homes[who], peers[who]];
          const question = heard[who].findLast((message) => message.type === 'pairing');
          const handle = question?.type === 'pairing' ? question.pairing : 'none-at-all';
          if (!home || !peer) return;
          if (what === 'seek') await home.lobby.seek(pub, WISH);
          if (what === 'unseek') await home.lobby.unseek(pub);
          if (what === 'accept') await home.lobby.acceptPairing(pub, handle);
          if (what === 'decline') await home.lobby.declinePairing(pub, handle);
          if (what === 'away') home.lobby.leave(pub, peer);
          if (what === 'back') await enter(home, pub, peer);
          if (what === 'take') await home.lobby.accept(pub, (await harness.lobby()).seeks[0]?.id ?? 'none-at-all');
        };
        const busy: Promise<void>[] = [];
        for (const { pauseMs, ...one } of all) {
          busy.push(act(one));
          if (pauseMs > 0) await harness.pass(pauseMs);
        }
        await harness.passUntil(Promise.all(busy));
        await idle();
        await other.idle();
        await harness.pass(31_000);
        await idle();
        const live = await harness.store.matches.liveIds();
        const seated: string[] = [];
        for (const match of live) {
          const players = (await harness.service.rooms.view(match))?.header.players ?? [];
          seated.push(...players.map(({ pub }) => pub));
        }
        expect(new Set(seated).size).toBe(seated.length);
        await harness.pass(61_000);
        const { presence } = harness.service;
        for (const key of keys) {
          const isOnline = presence.isOnline(key.pub);
          const { seek, pairing } = (await welcome(key)) ?? {};
          expect(pairing).toBeNull();
          if (!isOnline) expect(seek).toBeNull();
        }
        expect(harness.log.errors).toEqual([]);
      }),
      { numRuns: 10 },
    );
  }, 180_000);
});
