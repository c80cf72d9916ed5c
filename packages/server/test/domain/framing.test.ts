import { SeededRandom } from '@anchor/testkit/random';
import {
  type EventBody,
  examine,
  type Receipt,
  type SignedEvent,
  sentHash,
  signEvent,
  type Transcript,
} from 'bg-record';
import { afterAll, expect, it } from 'vitest';
import { StoreUnavailable } from '../../src/domain/ports/unavailable.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { receiptOf } from '../support/receipt-of.ts';
import { seatPair, twoGuests } from '../support/seated.ts';

const SEEDS = process.env.SEEDS
  ? seedsIn(process.env.SEEDS)
  : [Number(process.env.SEED ?? 1), ...(process.env.SEED ? [] : [2, 3, 4])];
const STEPS = 90;
/** By then no connection looks for the owner of a match any more. */
const FIND_MS = 10_000;

function seedsIn(range: string): number[] {
  const [from = 1, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

/** A storage that fails as long as the test says so: before a statement, or after it. */
interface Trouble {
  before: boolean;
  after: boolean;
}

/** A match against an honest server, with everything that its players signed and its receipts about it. */
interface Played {
  readonly pair: Pair;
  readonly serverPub: string;
  readonly sent: ReadonlyMap<string, SignedEvent>;
  readonly receipts: readonly Receipt[];
}

/** Lets time pass. Unlike `Harness.pass`, does not wait for connections that look for the owner of a match: for that, time has to pass. */
async function pass({ alarms, world, service }: Harness, ms: number): Promise<void> {
  const until = world.now() + ms;
  for (let due = alarms.takeDue(until); due; due = alarms.takeDue(until)) {
    world.setNow(Math.max(world.now(), due.at));
    await Promise.resolve(due.onDue()).catch(() => undefined);
    await service.rooms.idle();
  }
  world.setNow(until);
}

/**
 * Two odd players do what could make an honest server look like a liar: they send their events twice, late, by another device, in the place of
 * others, with contents that the rules refuse, before a void has come, after the deadline, and ask about all of them at any time, while the
 * storage fails, the process stands still or starts again, and its clock is set.
 */
async function play(random: SeededRandom): Promise<Played> {
  const trouble: Trouble = { before: false, after: false };
  let harness = await openHarness({
    wrap: (store) => ({
      ...store,
      matches: {
        ...store.matches,
        append: async (match, event) => {
          if (trouble.before) throw new StoreUnavailable('the disk is full');
          const outcome = await store.matches.append(match, event);
          if (trouble.after) throw new StoreUnavailable('the connection broke');
          return outcome;
        },
      },
    }),
  });
  const keys = [await keyOf('alice'), await keyOf('bob')] as const;
  let pair = await seatPair(harness, { length: 1, clock: random.pick(['fast', 'normal'] as const) });
  const sent = new Map<string, SignedEvent>();
  const receipts: Receipt[] = [];
  const note = (event: SignedEvent) => {
    sent.set(sentHash(event), event);
    return event;
  };
  const isOver = () => pair.ledger.state.result !== null || pair.heard.some(({ type }) => type === 'aborted');
  const ask = async (event: SignedEvent | null, seat: 0 | 1) => {
    const pub = keys[seat].pub;
    const receipt = await receiptOf(harness.service, pub, pair.match, event).catch(() => null);
    if (receipt) receipts.push(receipt);
  };
  /** Sends an event by itself or in a ping, or asks first and sends then. */
  const send = async (event: SignedEvent) => {
    note(event);
    const seat = event.p === 1 ? 1 : 0;
    const how = random.below(4);
    if (how !== 1) await pair.send(event).catch(() => undefined);
    if (how !== 0) await ask(event, seat);
    if (how === 3) await Promise.all([ask(event, seat), pair.send(event).catch(() => undefined)]);
    await pair.catchUp();
  };
  const sign = async (seat: 0 | 1, body: EventBody, place: object = {}) => {
    const { length: n, head: prev } = pair.ledger;
    return signEvent({ n, p: seat, prev, sent: harness.world.now(), ...body, ...place }, keys[seat]);
  };
  const anyOf = (seat: 0 | 1) => [...sent.values()].filter(({ p }) => p === seat);
  for (let step = 0; step < STEPS && !isOver(); step++) {
    const { party } = pair.ledger.expects;
    const seat = random.pick([0, 1] as const);
    const dice = random.below(100);
    if (dice < 40 && party !== null) await send(await pair.next());
    else if (dice < 46) await send(await pair.signSit(seat));
    else if (dice < 54)
      await send(
        await sign(
          seat,
          random.pick([
            { type: 'double' },
            { type: 'take' },
            { type: 'present' },
            { type: 'claim' },
            { type: 'holiday', days: 1 },
          ] as const),
        ),
      );
    else if (dice < 58) await send(await sign(seat, { type: 'roll', reveal: '0'.repeat(64) }));
    else if (dice < 61)
      await send(await sign(seat, { type: 'play', hops: [[1, 20]] }, { n: pair.ledger.length + random.below(3) }));
    else if (dice < 72) {
      // An old event again, or one that was refused.
      const own = anyOf(seat);
      if (own.length > 0) await ask(random.pick(own), seat);
    } else if (dice < 75 && party !== null) {
      // One device signs, the other one takes the place first.
      const event = await pair.next();
      await pair.sit(event.p === 1 ? 1 : 0).catch(() => undefined);
      await send(event);
    } else if (dice < 78)
      for (let times = 0; times < 5 && !isOver(); times++) await send(await sign(seat, { type: 'beaver' }));
    else if (dice < 90) await pass(harness, random.below(dice < 88 ? 4_000 : 25_000));
    else if (dice < 93) harness.world.setNow(harness.world.now() + random.below(30_000));
    else if (dice < 95) harness.world.setNow(harness.world.now() - random.below(10_000));
    else if (dice < 98) {
      const kind = random.pick(['before', 'after'] as const);
      trouble[kind] = true;
      if (party !== null) await send(await pair.next());
      await ask(null, seat);
      trouble[kind] = false;
    } else {
      await pass(harness, FIND_MS);
      harness = await harness.restart(random.below(20_000));
      await twoGuests(harness);
      pair = await Pair.at(harness, pair.match, keys).catch(() => pair);
    }
    await pair.catchUp();
  }
  await pass(harness, FIND_MS);
  await pair.catchUp();
  await harness.close();
  return { pair, serverPub: harness.serverKey.pub, sent, receipts };
}

/** Returns what a file with these receipts and all events that they name proves against the server. */
async function provenBy({ pair, serverPub, sent }: Played, receipts: readonly Receipt[]): Promise<string[]> {
  const { header, events } = pair.ledger;
  const asked = receipts.flatMap((receipt) => sent.get(receipt.asked ?? '') ?? []);
  const transcript: Transcript = { header, events, receipts: [...receipts] };
  const examined = await examine({
    format: 'bg-evidence/1',
    match: header.id,
    seat: 0,
    code: 'event-denied',
    said: 'It is a lie.',
    transcripts: [transcript],
    aborted: null,
    finished: null,
    sentEvents: asked,
    log: [],
  });
  if (!examined.ok) throw new Error(examined.message);
  return examined.findings.flatMap(({ code, pub, message }) => (pub === serverPub ? [`${code}: ${message}`] : []));
}

/** Of all seeds together: a match of one seed may be aborted early. */
const fates = new Set<Receipt['fate']>();
afterAll(() => SEEDS.length > 1 && expect(fates.size, [...fates].join()).toBeGreaterThan(3));

it.each(SEEDS)(
  'NL1 nothing that odd players do makes an honest server sign a lie about their events, seed %i',
  async (seed) => {
    const played = await play(new SeededRandom(seed));
    for (const { fate } of played.receipts) fates.add(fate);
    for (let start = 0; start < played.receipts.length; start += 16)
      expect(await provenBy(played, played.receipts.slice(start, start + 16))).toEqual([]);
  },
);
