import { readFileSync } from 'node:fs';
import { type EventBody, firstChainOf, type Receipt, type SignedEvent, sentHash, signEvent } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ABOUT_CONTENT } from '../../src/domain/table/match-writer.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import { Pair } from '../support/player.ts';
import { receiptOf } from '../support/receipt-of.ts';
import { seatPair } from '../support/seated.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

const begun = () => seatPair(harness, { length: 3, clock: 'slow' });

/** A match in which a player has to send this type. */
async function before(type: 'roll' | 'play'): Promise<Pair> {
  const pair = await begun();
  while (pair.ledger.expects.types[0] !== type || pair.ledger.state.match.turn === null) await pair.step();
  return pair;
}

const toAct = ({ ledger }: Pair) => (ledger.expects.party === 1 ? 1 : 0);

/** An event at the next place of the match, rightly signed. */
async function signed(pair: Pair, seat: 0 | 1, body: EventBody, place: object = {}): Promise<SignedEvent> {
  const { length: n, head: prev } = pair.ledger;
  return signEvent({ n, p: seat, prev, sent: 1, ...body, ...place }, await keyOf(seat === 0 ? 'alice' : 'bob'));
}

type Scene = () => Promise<readonly [Pair, SignedEvent]>;

const NO_LINK = '5a'.repeat(32);

/** For each refusal about the content of an event, an event that is refused so. */
const content: Readonly<Record<string, Scene>> = {
  'wrong-party': async () => {
    const pair = await before('roll');
    return [pair, await signed(pair, toAct(pair) === 0 ? 1 : 0, { type: 'roll', reveal: NO_LINK })];
  },
  'wrong-type': async () => {
    const pair = await begun();
    return [pair, await signed(pair, 0, { type: 'sit', nonce: '5a'.repeat(16) })];
  },
  'anchor-reused': async () => {
    const pair = await begun();
    const [first] = pair.ledger.events;
    if (first?.type !== 'commit') throw new Error('the server has not committed');
    return [pair, await signed(pair, 0, { type: 'commit', anchor: first.anchor, nonce: '5a'.repeat(16) })];
  },
  'wrong-anchor': async () => {
    const [alice, bob] = [await keyOf('alice'), await keyOf('bob')];
    const { invitations } = harness.service;
    const code = await invitations.invite(bob.pub, { length: 1, rated: false, clock: 'days1' });
    const [offer] = (await invitations.of(bob.pub)).sent;
    const { match, chain } = offer!.unprepared!;
    await invitations.prepare(bob.pub, offer!.code, firstChainOf(bob, { id: match, chain }));
    await invitations.join(alice.pub, code.ok ? code.value : '');
    const pair = await Pair.at(harness, match, [alice, bob]);
    while (pair.ledger.expects.party === 0) await pair.step();
    return [pair, await signed(pair, 1, { type: 'commit', anchor: NO_LINK, nonce: '5a'.repeat(16) })];
  },
  'wrong-view': async () => {
    const pair = await begun();
    return [pair, await signed(pair, 0, { type: 'commit', anchor: NO_LINK, nonce: '5a'.repeat(16), view: null })];
  },
  'wrong-reveal': async () => {
    const pair = await before('roll');
    return [pair, await signed(pair, toAct(pair), { type: 'roll', reveal: NO_LINK })];
  },
  'illegal-play': async () => {
    const pair = await before('play');
    return [pair, await signed(pair, toAct(pair), { type: 'play', hops: [[1, 20]] })];
  },
  'wrong-ahead': async () => {
    const pair = await before('play');
    const play = await pair.next();
    if (play.type !== 'play') throw new Error('no play is due');
    return [pair, await signed(pair, toAct(pair), { type: 'play', hops: play.hops, ahead: NO_LINK })];
  },
  'wrong-resignation': async () => {
    const pair = await before('play');
    const seat = toAct(pair);
    await pair.send(await signed(pair, seat, { type: 'resign', points: 2 }));
    await pair.send(await signed(pair, seat === 0 ? 1 : 0, { type: 'decline' }));
    return [pair, await signed(pair, seat, { type: 'resign', points: 1 })];
  },
  'wrong-holiday': async () => {
    const pair = await before('roll');
    return [pair, await signed(pair, toAct(pair), { type: 'holiday', days: 1 })];
  },
};

/** For each refusal that is not about the content, an event that is refused so. */
const place: Readonly<Record<string, Scene>> = {
  'wrong-number': async () => {
    const pair = await before('play');
    return [pair, await signed(pair, toAct(pair), { type: 'play', hops: [] }, { n: pair.ledger.length + 1 })];
  },
  'wrong-prev': async () => {
    const pair = await before('play');
    return [pair, await signed(pair, toAct(pair), { type: 'play', hops: [] }, { prev: NO_LINK })];
  },
  'bad-signature': async () => {
    const pair = await before('play');
    return [pair, { ...(await pair.next()), sig: '0'.repeat(128) }];
  },
};

/** The receipt for a seat that asks about one of its events. */
function receiptAbout({ ledger, match }: Pair, event: SignedEvent): Promise<Receipt | null> {
  return receiptOf(harness.service, ledger.header.players[event.p === 1 ? 1 : 0].pub, match, event);
}

/** The rows of the table "When an event is refused" of docs/realtime.md. */
function rows(): { readonly codes: string[]; readonly follows: string }[] {
  const document = readFileSync(new URL('../../../../docs/realtime.md', import.meta.url), 'utf8');
  const [, section = ''] = /### When an event is refused\n(.*?)\n### /s.exec(document) ?? [];
  return [...section.matchAll(/^\| (`.*?) \| (.*) \|$/gm)].map(([, codes = '', follows = '']) => ({
    codes: [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code),
    follows,
  }));
}

describe('an event that is refused', () => {
  it.each(Object.entries(content))(
    'VD3 for its content (%s) is declared void before the answer, and a receipt says so',
    async (code, make) => {
      const [pair, event] = await make();
      const { length } = pair.ledger;
      expect(await pair.send(event)).toMatchObject({ ok: false, code });
      expect(pair.ledger.events.slice(length)).toMatchObject([{ type: 'void', hash: sentHash(event) }]);
      expect(await receiptAbout(pair, event)).toMatchObject({ asked: sentHash(event), fate: 'void' });
    },
  );

  it.each(Object.entries(place))(
    'VD4 for its place or signature (%s) changes nothing, and a receipt gives the reason',
    async (code, make) => {
      const [pair, event] = await make();
      const { length } = pair.ledger;
      expect(await pair.send(event)).toMatchObject({ ok: false, code });
      await pair.catchUp();
      expect(pair.ledger.length).toBe(length);
      const fate = code === 'bad-signature' ? code : 'moved';
      expect(await receiptAbout(pair, event)).toMatchObject({ n: length, asked: sentHash(event), fate });
    },
  );

  it('VD5 is answered as the table in docs/realtime.md says', () => {
    expect(Object.keys(content).toSorted()).toEqual([...ABOUT_CONTENT].toSorted());
    const voided = rows().filter(({ follows }) => follows.includes('appends `void` before this answer'));
    expect(voided.map(({ codes }) => codes.toSorted())).toEqual([[...ABOUT_CONTENT].toSorted()]);
    const others = rows().flatMap(({ codes }) => codes.filter((code) => !ABOUT_CONTENT.has(code)));
    const withoutVoid = ['bad-signature', 'event-form', 'match-over', 'not-stored', 'replaced', 'too-many-events'];
    expect(others.toSorted()).toEqual([...withoutVoid, 'too-many-voids', 'wrong-number', 'wrong-prev'].toSorted());
  });
});
