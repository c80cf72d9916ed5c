import { SeededRandom } from '@anchor/testkit/random';
import type { Receipt, SignedEvent } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW_MS } from '../../src/domain/table/match-writer.ts';
import { DEFAULT_LIMITS } from '../../src/socket/limits.ts';
import { commonOf, FakeClient } from '../support/fake-transport.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { receiptOf } from '../support/receipt-of.ts';
import { agree, seatPair } from '../support/seated.ts';

const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3];

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** A timed match in which a player has to play, both being connected, and the signed play. */
async function inPlay(): Promise<{ readonly pair: Pair; readonly play: SignedEvent }> {
  const pair = await seatPair(harness, { clock: 'fast', length: 1 });
  for (const name of ['alice', 'bob']) harness.enter(await keyOf(name));
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  return { pair, play: await pair.next() };
}

/** The process gets to an event later than it arrived. */
const judge = (pair: Pair, event: SignedEvent, arrivedAt: number) =>
  harness.service.rooms.act(pair.ledger.header.players[event.p === 1 ? 1 : 0].pub, pair.match, event, arrivedAt);

describe('a player’s event that this process gets to late', () => {
  it('EA1 has the date of its arrival', async () => {
    const { pair, play } = await inPlay();
    await harness.pass(3_000);
    const arrivedAt = harness.world.now();
    harness.world.setNow(arrivedAt + 700);
    expect(await judge(pair, play, arrivedAt)).toMatchObject({ ok: true, value: { at: arrivedAt } });
  });

  it('EA2 is in time if it arrived before the flag fell, and late if it arrived with it', async () => {
    for (const [earlyMs, isInTime] of [
      [1, true],
      [0, false],
    ] as const) {
      const { pair, play } = await inPlay();
      const flagAt = pair.ledger.expiresAt ?? 0;
      await harness.pass(flagAt - 1_000 - harness.world.now());
      harness.world.setNow(flagAt + 300);
      expect((await judge(pair, play, flagAt - earlyMs)).ok).toBe(isInTime);
      await harness.close();
      harness = await openHarness();
    }
  });

  it('EA3 is not dated before a receipt, before the event that it follows, or in the future', async () => {
    const { pair, play } = await inPlay();
    const [{ pub }] = pair.ledger.header.players;
    await harness.pass(2_000);
    const receipt = await receiptOf(harness.service, pub, pair.match);
    const signedAt = receipt?.now ?? 0;
    expect(signedAt).toBe(harness.world.now());
    await harness.pass(500);
    expect(await judge(pair, play, signedAt - 1_500)).toMatchObject({ ok: true, value: { at: signedAt } });
    await pair.catchUp();
    const next = await pair.next();
    const { at } = pair.ledger;
    expect(await judge(pair, next, at - 5_000)).toMatchObject({ ok: true, value: { at } });
    await pair.catchUp();
    const third = await pair.next();
    expect(await judge(pair, third, harness.world.now() + 60_000)).toMatchObject({
      ok: true,
      value: { at: harness.world.now() },
    });
  });

  it('EA13 is dated one second before it is judged at the earliest', async () => {
    const { pair, play } = await inPlay();
    await harness.pass(3_000);
    const now = harness.world.now();
    expect(await judge(pair, play, now - SLOW_MS - 500)).toMatchObject({ ok: true, value: { at: now - SLOW_MS } });
  });
});

describe('an event that counts from the moment at which it is judged', () => {
  it('EA12 is an aside, and one of the player who has to act as well', async () => {
    const { pair, play } = await inPlay();
    await harness.pass(7_000);
    for (const seat of [play.p === 1 ? 0 : 1, play.p === 1 ? 1 : 0] as const) {
      const sit = await pair.signSit(seat);
      const now = harness.world.now();
      expect(await judge(pair, sit, now - 700)).toMatchObject({ ok: true, value: { at: now } });
      await pair.catchUp();
      await harness.pass(2_500);
    }
  });
});

describe('a frame that waits for a turn because its player has stopped watching the match', () => {
  /** A match in which a player has to play, with that player on a connection to this service. All turns are taken. */
  async function held() {
    const common = commonOf(DEFAULT_LIMITS);
    const keys = [await keyOf('alice'), await keyOf('bob')] as const;
    const clients = await Promise.all(keys.map(() => FakeClient.open(harness)));
    for (const [n, key] of keys.entries()) await clients[n]?.identify(key);
    const match = await agree(harness, keys, { clock: 'normal', length: 1 });
    const pair = await Pair.at(harness, match, keys);
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const play = await pair.next();
    const [mover, other] = play.p === 1 ? [keys[1], keys[0]] : keys;
    const client = await FakeClient.open(harness, DEFAULT_LIMITS, common);
    await client.identify(mover);
    await client.connection.idle();
    expect(await client.ask({ type: 'unwatch', match })).toMatchObject({ type: 'unwatched' });
    const turns = await Promise.all([1, 2].map(() => common.fairQueue.turn({ group: 'others', member: '' })));
    client.send({ type: 'act', match, event: play });
    await vi.waitFor(() => expect(common.fairQueue.waiting).toBeGreaterThan(0));
    const judged = async () => {
      for (const turn of turns) turn?.end();
      await client.connection.idle();
      await vi.waitFor(async () => {
        await pair.catchUp();
        expect(pair.ledger.length).toBeGreaterThan(play.n);
      });
      return pair.ledger.events[play.n];
    };
    return { match, other, judged };
  }

  it('EA11 counts as if it had arrived when its turn comes', async () => {
    const { judged } = await held();
    const sentAt = harness.world.now();
    await harness.pass(700);
    expect(await judged()).toMatchObject({ type: 'play', at: sentAt + 700 });
  });
});

describe('an event that waits for its round', () => {
  /** A match in which a player has to play. Both are connected, and their frames wait until `open` is called. */
  async function waiting() {
    const common = commonOf(DEFAULT_LIMITS);
    const keys = [await keyOf('alice'), await keyOf('bob')] as const;
    const clients = [
      await FakeClient.open(harness, DEFAULT_LIMITS, common),
      await FakeClient.open(harness, DEFAULT_LIMITS, common),
    ] as const;
    for (const seat of [0, 1] as const) await clients[seat].identify(keys[seat]);
    const match = await agree(harness, keys, { clock: 'fast', length: 1 });
    const pair = await Pair.at(harness, match, keys);
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    for (const client of clients) await client.connection.idle();
    const play = await pair.next();
    const [mover, other] = play.p === 1 ? ([1, 0] as const) : ([0, 1] as const);
    let gate = Promise.resolve();
    let open = () => {};
    vi.spyOn(common.rounds, 'start').mockImplementation(() => gate);
    const close = () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    };
    close();
    /** Lets all frames so far start. */
    const go = async () => {
      open();
      for (const client of clients) await client.connection.idle();
      await pair.catchUp();
    };
    const send = (event: SignedEvent) => clients[event.p === 1 ? 1 : 0].send({ type: 'act', match: pair.match, event });
    return { pair, play, send, close, go, client: clients[mover], other: keys[other] };
  }

  it('EA15 is in time if it arrived before the flag fell, although the alarm goes off first', async () => {
    const { pair, play, send, go } = await waiting();
    const flagAt = pair.ledger.expiresAt ?? 0;
    await harness.pass(flagAt - 5 - harness.world.now());
    send(play);
    await harness.pass(900);
    await go();
    expect(pair.ledger.events[play.n]).toMatchObject({ type: 'play', at: flagAt - 5 });
    expect(pair.ledger.state.forfeit).toBeNull();
  });

  it('EA15a and no event of the opponent takes its place after the flag has fallen', async () => {
    const { pair, play, send, go } = await waiting();
    const flagAt = pair.ledger.expiresAt ?? 0;
    const sit = await pair.signSit(play.p === 1 ? 0 : 1);
    await harness.pass(flagAt - 5 - harness.world.now());
    send(play);
    await harness.pass(10);
    expect(await pair.send(sit)).toMatchObject({ ok: false, code: 'not-stored' });
    await go();
    expect(pair.ledger.events[play.n]).toMatchObject({ type: 'play', at: flagAt - 5 });
  });

  it('EA16 loses to the flag if it arrived with it, or if it has waited for a second since', async () => {
    for (const [arrivesMs, waitsMs] of [
      [0, 10],
      [-5, SLOW_MS],
    ] as const) {
      const { pair, play, send, go } = await waiting();
      const flagAt = pair.ledger.expiresAt ?? 0;
      await harness.pass(flagAt + Math.min(arrivesMs, -1) - harness.world.now());
      harness.world.setNow(flagAt + arrivesMs);
      send(play);
      await harness.pass(waitsMs - arrivesMs);
      await go();
      expect(pair.ledger.last).toMatchObject({ type: 'forfeit', loser: play.p, reason: 'time' });
      await harness.close();
      harness = await openHarness();
    }
  });

  it('EA17 is dated by its arrival although the opponent asks for receipts meanwhile', async () => {
    const { pair, play, send, go, other } = await waiting();
    const sentAt = harness.world.now();
    send(play);
    for (let tenths = 0; tenths < 9; tenths++) {
      await harness.pass(100);
      await receiptOf(harness.service, other.pub, pair.match);
    }
    await go();
    expect(pair.ledger.events[play.n]).toMatchObject({ type: 'play', at: sentAt });
  });

  it.each(SEEDS)(
    'EA18 is not dated before any receipt that does not know it, whatever waits (seed %i)',
    async (seed) => {
      const random = new SeededRandom(seed);
      const { pair, send, close, go, other, client } = await waiting();
      const receipts: Receipt[] = [];
      for (let step = 0; step < 60 && !pair.ledger.state.result; step++) {
        const { party } = pair.ledger.expects;
        if (party !== null && random.below(2) === 0) send(await pair.next());
        if (random.below(3) === 0) client.send({ type: 'ping', match: pair.match });
        await harness.pass(random.below(1_500));
        if (random.below(6) === 0) harness.world.setNow(harness.world.now() - random.below(2_000));
        const receipt = await receiptOf(harness.service, other.pub, pair.match);
        if (receipt) receipts.push(receipt);
        if (random.below(3) > 0) continue;
        await go();
        close();
      }
      await go();
      expect(receipts.length).toBeGreaterThan(20);
      expect(pair.ledger.length).toBeGreaterThan(20);
      for (const { n, now } of receipts) {
        for (const event of pair.ledger.events.slice(n)) expect(event.at).toBeGreaterThanOrEqual(now);
        expect(pair.ledger.events[n - 1]?.at ?? 0).toBeLessThanOrEqual(now);
      }
    },
  );
});
