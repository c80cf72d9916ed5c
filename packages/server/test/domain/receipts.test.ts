import { SeededRandom } from '@anchor/testkit/random';
import {
  eventHash,
  headerHash,
  RECEIPT_TOLERANCE_MS,
  type Receipt,
  type SignedEvent,
  sentHash,
  signEvent,
  verifyReceipt,
} from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALONE, EXPIRE_MS, EXPIRE_REFUSED_MS, SHARED } from '../../src/domain/leases/leases.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { APART_MS } from '../../src/domain/table/aside-rule.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { checkReceipts } from '../support/held-receipts.ts';
import { Pair } from '../support/player.ts';
import { receiptOf } from '../support/receipt-of.ts';
import { seatPair, twoGuests } from '../support/seated.ts';

const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : [1, 2, 3, 4];

let harness: Harness;
const TRUSTED_MS = ALONE.trustedMs;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

async function inPlay(): Promise<Pair> {
  const pair = await seatPair(harness, { length: 1, clock: 'fast' });
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  return pair;
}

const receiptAt = (pair: Pair, seat: 0 | 1, event: SignedEvent | null = null) =>
  receiptOf(harness.service, pair.ledger.header.players[seat].pub, pair.match, event);

describe('the times of an owner', () => {
  it('KT1 let it miss a heartbeat, and sign nothing that a page would hold against the next owner', () => {
    for (const { heartbeatMs, trustedMs } of [ALONE, SHARED]) {
      expect(2 * heartbeatMs).toBeLessThanOrEqual(trustedMs);
      // A receipt may be this far inside the gap that the next owner marks; pages tolerate RECEIPT_TOLERANCE_MS.
      expect(trustedMs).toBeLessThan(RECEIPT_TOLERANCE_MS);
    }
    // The next owner waits until the former one does not trust itself any more.
    expect(SHARED.trustedMs).toBeLessThan(EXPIRE_MS);
    expect(SHARED.trustedMs).toBeLessThanOrEqual(EXPIRE_REFUSED_MS);
    expect(EXPIRE_MS).toBeLessThan(3_000);
  });
});

/** A service whose storage takes as long per event as the test says. */
async function openSlow(): Promise<{ ms: number }> {
  const storing = { ms: 0 };
  await harness.close();
  const wrap = (store: Store): Store => ({
    ...store,
    matches: {
      ...store.matches,
      append: async (match, event) => {
        const fate = await store.matches.append(match, event);
        harness.world.setNow(harness.world.now() + storing.ms);
        return fate;
      },
    },
  });
  harness = await openHarness({ wrap });
  return storing;
}

describe('a receipt', () => {
  it('RC1 states the length of the match and what became of the event that was asked about', async () => {
    const pair = await inPlay();
    const mover = pair.ledger.expects.party === 1 ? 1 : 0;
    const event = await pair.next();
    await pair.send(event);
    const { length: n, head } = pair.ledger;
    expect(await receiptAt(pair, mover)).toMatchObject({ n, head, asked: null, fate: null });
    const receipt = await receiptAt(pair, mover, event);
    expect(receipt).toMatchObject({ n, head, asked: sentHash(event), fate: 'stored', now: harness.world.now() });
    expect(receipt && (await verifyReceipt(harness.serverKey.pub, pair.match, receipt))).toBe(true);
  });

  it('RC2 is only for a seat of the match, and only while the match is live', async () => {
    const pair = await inPlay();
    const stranger = (await keyOf('stranger')).pub;
    const { pub } = pair.ledger.header.players[0];
    expect(await receiptOf(harness.service, stranger, pair.match)).toBeNull();
    expect(await receiptOf(harness.service, pub, 'no-such-match-0')).toBeNull();
    await pair.until('forfeit');
    expect(await receiptOf(harness.service, pub, pair.match)).toBeNull();
  });

  it('RC3 covers no event that was not stored', async () => {
    await harness.close();
    let fails = false;
    harness = await openHarness({
      wrap: (store) => ({
        ...store,
        matches: {
          ...store.matches,
          append: async (match, event) => {
            if (fails) throw new Error('the disk is full');
            return store.matches.append(match, event);
          },
        },
      }),
    });
    const pair = await inPlay();
    const mover = pair.ledger.expects.party === 1 ? 1 : 0;
    const before = await receiptAt(pair, mover);
    fails = true;
    const event = await pair.next();
    expect(await pair.send(event)).toMatchObject({ code: 'not-stored' });
    expect(await receiptAt(pair, mover)).toMatchObject({ n: before?.n, head: before?.head });
    expect(await receiptAt(pair, mover, event)).toBeNull();
    fails = false;
    expect(await receiptAt(pair, mover, event)).toMatchObject({ asked: sentHash(event), fate: 'stored' });
  });

  it('RC4 is signed only by a process with a recent stored heartbeat: without one, the gap is marked first', async () => {
    const pair = await inPlay();
    harness.world.setNow(harness.world.now() + TRUSTED_MS - 1);
    expect(await receiptAt(pair, 0)).not.toBeNull();
    const { length } = pair.ledger;
    harness.world.setNow(harness.world.now() + 1);
    const receipt = await receiptAt(pair, 0);
    await pair.catchUp();
    expect(pair.types.slice(length)).toEqual(['resume']);
    expect(receipt).toMatchObject({ n: pair.ledger.length, head: pair.ledger.head });
  });

  it('RC5 stays true when the clock is set back: no event is dated before it', async () => {
    const pair = await inPlay();
    await harness.pass(1_000);
    const receipt = await receiptAt(pair, 0);
    harness.world.setNow(harness.world.now() - 3_600_000);
    await pair.step();
    expect(pair.ledger.at).toBe(receipt?.now);
    expect((await receiptAt(pair, 1))?.now).toBe(receipt?.now);
  });

  it('RC8 of a ping with an event decides that event first', async () => {
    const pair = await inPlay();
    const mover = pair.ledger.expects.party === 1 ? 1 : 0;
    const event = await pair.next();
    const receipt = await receiptAt(pair, mover, event);
    await pair.catchUp();
    expect(pair.ledger.events.some(({ sig }) => sig === event.sig)).toBe(true);
    expect(receipt).toMatchObject({ n: pair.ledger.length, asked: sentHash(event), fate: 'stored' });
  });

  it('RC9 says `moved` of an event whose place another one has, and the code of one that the rules refuse', async () => {
    const pair = await inPlay();
    const mover = pair.ledger.expects.party === 1 ? 1 : 0;
    const key = await keyOf(mover === 0 ? 'alice' : 'bob');
    const place = () => ({ n: pair.ledger.length, p: mover, prev: pair.ledger.head, sent: 1 }) as const;
    const double = await signEvent({ ...place(), type: 'double' }, key);
    expect(await receiptAt(pair, mover, double)).toMatchObject({ asked: sentHash(double), fate: 'void' });
    await pair.catchUp();
    expect(pair.types.at(-1)).toBe('void');
    const roll = await signEvent({ ...place(), type: 'roll', reveal: '0'.repeat(64) }, key);
    // Another void has to wait, and until then the rules have refused it.
    expect(await receiptAt(pair, mover, roll)).toMatchObject({ n: roll.n, asked: sentHash(roll), fate: 'wrong-type' });
    const stale = await pair.next();
    const [mine, theirs] = [await pair.next(), mover === 0 ? 1 : 0] as const;
    await pair.send(mine);
    const other = await signEvent({ ...place(), n: stale.n, type: 'roll', reveal: '1'.repeat(64) }, key);
    expect(await receiptAt(pair, mover, other)).toMatchObject({ asked: sentHash(other), fate: 'moved' });
    const far = await signEvent({ ...place(), n: pair.ledger.length + 5, type: 'double' }, key);
    expect(await receiptAt(pair, mover, far)).toMatchObject({ fate: 'moved' });
    expect(await receiptAt(pair, theirs, mine)).toBeNull();
  });

  it('RC10 is not signed while an event waits, so that nothing is said of it before it is decided', async () => {
    const pair = await inPlay();
    const idle = pair.ledger.expects.party === 1 ? 0 : 1;
    const key = await keyOf(idle === 0 ? 'alice' : 'bob');
    const sit = async () =>
      signEvent(
        { n: pair.ledger.length, p: idle, prev: pair.ledger.head, sent: 1, type: 'sit', nonce: '0'.repeat(32) },
        key,
      );
    expect(await receiptAt(pair, idle, await sit())).toMatchObject({ fate: 'stored' });
    await pair.catchUp();
    const second = await sit();
    expect(await receiptAt(pair, idle, second)).toBeNull();
    expect(await receiptAt(pair, idle)).not.toBeNull();
    await harness.pass(APART_MS);
    expect(await receiptAt(pair, idle, second)).toMatchObject({ asked: sentHash(second), fate: 'stored' });
  });

  it('RC11 is not signed for an event that came after the deadline: the match has ended', async () => {
    const pair = await seatPair(harness, { length: 3, clock: 'fast' });
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const loser = pair.ledger.expects.party === 1 ? 1 : 0;
    const event = await pair.next();
    const flag = pair.ledger.clock(harness.world.now())?.expiresAt ?? 0;
    await harness.pass(flag - harness.world.now() - 100);
    harness.world.setNow(flag + 1);
    expect(await receiptAt(pair, loser, event)).toBeNull();
    await pair.catchUp();
    expect(pair.ledger.last).toMatchObject({ type: 'forfeit', loser, reason: 'time' });
  });
});

describe('an event that is refused', () => {
  it('VD1 is declared void if its number and signature are right, and the player decides again', async () => {
    const pair = await inPlay();
    const seat = pair.ledger.expects.party === 1 ? 1 : 0;
    const key = await keyOf(seat === 0 ? 'alice' : 'bob');
    const place = { n: pair.ledger.length, p: seat, prev: pair.ledger.head, sent: 1 } as const;
    const illegal = await signEvent({ ...place, type: 'play', hops: [[1, 20]] }, key);
    expect(await pair.send({ ...illegal, sig: '0'.repeat(128) })).toMatchObject({ code: 'bad-signature' });
    expect(pair.types.at(-1)).toBe('dice');
    expect(await pair.send(illegal)).toMatchObject({ code: 'illegal-play' });
    expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'void', p: null, hash: sentHash(illegal) });
    expect(await pair.send(illegal)).toMatchObject({ code: 'wrong-number' });
    expect((await pair.step()).ok).toBe(true);
  });

  it('VD2 is declared void twenty times per seat, then refused as `too-many-voids`, and a receipt gives the reason', async () => {
    const pair = await seatPair(harness, { length: 25, clock: 'slow' });
    while (pair.ledger.state.match.phase !== 'play') await pair.step();
    const seat = pair.ledger.expects.party === 1 ? 1 : 0;
    const key = await keyOf(seat === 0 ? 'alice' : 'bob');
    const codes: (string | null)[] = [];
    for (let tries = 0; tries < 22; tries++) {
      const place = { n: pair.ledger.length, p: seat, prev: pair.ledger.head, sent: 1 } as const;
      const event = await signEvent({ ...place, type: 'double' }, key);
      const result = await pair.send(event);
      codes.push(result.ok ? null : result.code);
      expect(await receiptAt(pair, seat, event)).toMatchObject({
        asked: sentHash(event),
        fate: tries < 20 ? 'void' : 'wrong-type',
      });
      await harness.pass(APART_MS);
    }
    expect(codes).toEqual([...Array(20).fill('wrong-type'), 'too-many-voids', 'too-many-voids']);
    expect(pair.types.filter((type) => type === 'void')).toHaveLength(20);
    expect((await pair.step()).ok).toBe(true);
  });
});

describe('an event that is stored slowly', () => {
  it('SL1 costs the next player nothing: storage time is given back, without refilling the delay', async () => {
    const storing = await openSlow();
    const pair = await inPlay();
    const event = await pair.next();
    const at = harness.world.now();
    storing.ms = 3_500;
    expect((await pair.send(event)).ok).toBe(true);
    storing.ms = 0;
    await pair.catchUp();
    expect(pair.ledger.events.at(-1)).toMatchObject({ type: 'resume', since: at, at: at + 3_500 });
    const told = pair.ledger.clock(at + 3_500);
    expect(told).toMatchObject({ delayLeftMs: 8_000, remainingMs: pair.ledger.clock(at)?.remainingMs });
  });

  it('SL2 is charged normally if it takes less than a second', async () => {
    const storing = await openSlow();
    const pair = await inPlay();
    storing.ms = 1_000;
    await pair.step();
    expect(pair.types).not.toContain('resume');
  });
});

/** A time in which the service did nothing, by its own clock. */
interface Stop {
  readonly from: number;
  readonly to: number;
}

/** A match during which the service stops now and then, with everything that it signed. */
async function troubled(random: SeededRandom, isSetBack: boolean) {
  await twoGuests(harness);
  let pair = await inPlay();
  const receipts: Receipt[] = [];
  const stops: Stop[] = [];
  const crash = async () => {
    const from = harness.world.now();
    harness = await harness.restart(random.below(40_000));
    stops.push({ from, to: harness.world.now() });
    await twoGuests(harness);
    pair = await Pair.at(harness, pair.match, [await keyOf('alice'), await keyOf('bob')]);
  };
  const stall = async () => {
    const from = harness.world.now();
    harness.world.setNow(from + random.below(40_000));
    stops.push({ from, to: harness.world.now() });
    // Players and pings may come before the alarm that detects the stop.
    if (random.below(2) === 0) receipts.push(...(await ask()));
    if (random.below(2) === 0) await harness.pass(0);
  };
  const ask = async () => [await receiptAt(pair, random.pick([0, 1]))].flatMap((one) => one ?? []);
  for (let step = 0; step < 80 && !pair.ledger.state.result; step++) {
    const dice = random.below(100);
    if (dice < 25) await pair.step();
    else if (dice < 55) receipts.push(...(await ask()));
    else if (dice < 85) await harness.pass(random.below(5_000));
    else if (dice < 91) await crash();
    else if (dice < 97) await stall();
    else if (isSetBack) harness.world.setNow(harness.world.now() - random.below(20_000));
    await pair.catchUp();
  }
  await harness.pass(0);
  await pair.catchUp();
  return { ledger: pair.ledger, receipts, stops };
}

/** The part of an interval in which the service was stopped. */
const stoodIn = (since: number, at: number, stops: readonly Stop[]) =>
  stops.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, at) - Math.max(from, since)), 0);

describe('a service with interruptions', () => {
  it.each(SEEDS)('RC6 never contradicts its receipts: crashes, stalls and clock steps, seed %i', async (seed) => {
    const { ledger, receipts } = await troubled(new SeededRandom(seed), true);
    await check(ledger, receipts);
  });

  it.each(SEEDS)('RC7 gives back each time in which it stood still, once and nothing else, seed %i', async (seed) => {
    const { ledger, receipts, stops } = await troubled(new SeededRandom(seed), false);
    await check(ledger, receipts);
    const gaps = ledger.events.flatMap((event) => (event.type === 'resume' ? [event] : []));
    for (const { since, at } of gaps) {
      const wrong = at - since - stoodIn(since, at, stops);
      expect(wrong, `of the gap ${since} to ${at}`).toBeLessThanOrEqual(TRUSTED_MS);
    }
    for (const { from, to } of stops) {
      if (to - from <= TRUSTED_MS || from < (ledger.events[0]?.at ?? 0) || to > ledger.at) continue;
      const given = gaps.reduce((sum, { since, at }) => sum + Math.max(0, Math.min(to, at) - Math.max(from, since)), 0);
      expect(given, `of the stop from ${from} to ${to}`).toBe(to - from);
    }
  });
});

async function check(ledger: Pair['ledger'], receipts: readonly Receipt[]): Promise<void> {
  const heads = [headerHash(ledger.header), ...ledger.events.map(eventHash)];
  expect(receipts.length).toBeGreaterThan(3);
  const { id, server } = ledger.header;
  await checkReceipts(receipts, { id, server, events: ledger.events, headAt: (n) => heads[n] ?? '' });
}
