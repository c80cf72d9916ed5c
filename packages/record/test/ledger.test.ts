import { describe, expect, test } from 'vitest';
import { verifySignature } from '../src/crypto/ed25519.ts';
import { eventHash } from '../src/event.ts';
import { headerHash } from '../src/header.ts';
import { Ledger } from '../src/ledger.ts';
import type { EventBody, MatchEvent, Party, SignedEvent } from '../src/types.ts';
import { refusal, refusalOf } from './support/refusal.ts';
import {
  accept,
  CREATED,
  committedTable,
  moneyRules,
  movedTable,
  nextEvent,
  openedTable,
  openTable,
  signAs,
  step,
  type Table,
} from './support/table.ts';
import { validRecord } from './support/vectors.ts';

const link = '5a'.repeat(32);

describe('an empty ledger', () => {
  test('waits for the server, and its head is the hash of the header', async () => {
    const { ledger, header } = await openTable(1);
    expect(ledger.head).toBe(headerHash(header));
    expect(ledger.length).toBe(0);
    expect(ledger.expects).toEqual({ party: null, types: ['commit'] });
  });

  test('accepts the commits of the server, player 0 and player 1, then the roll of player 0', async () => {
    const table = await openTable(1);
    for (const party of [null, 0, 1]) {
      expect(table.ledger.expects).toEqual({ party, types: ['commit'] });
      const event = await accept(table, await nextEvent(table, 'commit'));
      expect(event.p).toBe(party);
      expect(table.ledger.head).toBe(eventHash(event));
    }
    expect(table.ledger.expects).toEqual({ party: 0, types: ['roll'] });
  });
});

test('an event is checked in the order form, number, prev, time, signature, content', async () => {
  const table = await committedTable(1);
  table.now += 1000;
  await step(table, 'roll');
  const content = { ...(await signAs(table, 0, { type: 'double' })), at: table.now };
  const signature = { ...content, sig: `${'0'.repeat(127)}1` };
  const time = { ...signature, at: table.now - 1 };
  const prev = { ...time, prev: link };
  const number = { ...prev, n: 9 };
  const form = { ...number, extra: true };
  const cases = { form, number, prev, time, signature, content };
  const codes = await Promise.all(Object.values(cases).map((event) => refusal(table, event)));
  expect(codes).toEqual(['event-form', 'wrong-number', 'wrong-prev', 'wrong-time', 'bad-signature', 'wrong-party']);
});

test('a checked event is accepted and refused as `append` does, but for its form', async () => {
  const table = await committedTable(1);
  const roll = await signAs(table, 0, { type: 'roll', reveal: link });
  const cases: readonly [SignedEvent, number][] = [
    [{ ...roll, n: 9 }, table.now],
    [{ ...roll, prev: link }, table.now],
    [roll, table.ledger.at - 1],
    [roll, table.now + 0.5],
    [roll, -1],
    [{ ...roll, sig: `${'0'.repeat(127)}1` }, table.now],
    [roll, table.now],
  ];
  for (const [event, at] of cases)
    expect(await table.ledger.appendSigned(event, at)).toEqual(await table.ledger.append({ ...event, at }));
  const { header, events } = validRecord('shortest');
  const ledger = new Ledger(header);
  for (const { at, ...event } of events)
    expect(await ledger.appendSigned(event, at)).toEqual({ ok: true, value: { ...event, at } });
  expect(ledger.events).toEqual(events);
});

test('no event is dated before the match was created', async () => {
  const table = await openTable(1);
  const event = await nextEvent(table, 'commit');
  expect(await refusal(table, { ...event, at: CREATED - 1 })).toBe('wrong-time');
  expect(await table.ledger.append({ ...event, at: CREATED })).toMatchObject({ ok: true });
});

describe('a ledger that keeps no events', () => {
  test('accepts and refuses the same events, and throws if it is asked for them', async () => {
    const { ledger: full } = await movedTable(1);
    const bare = new Ledger(full.header, { keepsEvents: false });
    for (const [n, event] of full.events.entries()) {
      expect(bare.length).toBe(n);
      expect(await bare.append({ ...event, n: n + 1 })).toMatchObject({ ok: false, code: 'wrong-number' });
      expect(await bare.append({ ...event, at: bare.at - 1 })).toMatchObject({ ok: false, code: 'wrong-time' });
      expect(await bare.append(event)).toEqual({ ok: true, value: event });
      expect(bare.last).toEqual(event);
    }
    expect([bare.head, bare.state, bare.expects]).toEqual([full.head, full.state, full.expects]);
    expect(() => bare.events).toThrow(TypeError);
    expect(() => bare.rolls).toThrow(TypeError);
  });
});

describe('a ledger with its own verifier', () => {
  test('calls it for every signature and uses its result', async () => {
    const { header, events } = validRecord('shortest');
    const asked: string[] = [];
    const saying = (isRight: boolean) => ({
      verify: async (pub: string) => {
        asked.push(pub);
        return isRight;
      },
    });
    expect(await new Ledger(header, { verifier: saying(true) }).appendAll(events)).toEqual({ fault: null });
    expect(asked).toEqual(events.map(({ p }) => (p === null ? header.server : header.players[p].pub)));
    const distrustful = new Ledger(header, { verifier: saying(false) });
    expect(await distrustful.append(events[0])).toMatchObject({ ok: false, code: 'bad-signature' });
  });

  test('does not call it for malformed signatures', async () => {
    const { header, events } = validRecord('shortest');
    const verify = async () => true;
    const ledger = new Ledger(header, { verifier: { verify } });
    const outOfRange = { ...events[0], sig: 'f'.repeat(128) };
    expect(await ledger.append(outOfRange)).toMatchObject({ ok: false, code: 'bad-signature' });
  });
});

const broken = (sig: string) => `${sig.slice(0, 10)}${sig[10] === '0' ? '1' : '0'}${sig.slice(11)}`;

/** A match of 300 events. */
async function long(): Promise<Ledger> {
  const table = await openedTable(1);
  while (table.ledger.length < 300) await accept(table, await table.server.resume(table.ledger, table.ledger.at));
  return table.ledger;
}

describe('a list of events longer than one batch', () => {
  test('gives the same result as appending one by one', async () => {
    const { header, events, head, state } = await long();
    const ledger = new Ledger(header);
    expect(await ledger.appendAll(events)).toEqual({ fault: null });
    expect(ledger.head).toBe(head);
    expect(ledger.state).toEqual(state);
  });

  test.each([0, 127, 128, 129, 255, 256, 299])(
    'is accepted up to a fault at event %i, and no further',
    async (place) => {
      const { header, events } = await long();
      const faults = [
        [{ ...events[place]!, sig: broken(events[place]!.sig) }, 'bad-signature'],
        [{ ...events[place]!, prev: link }, 'wrong-prev'],
        [{ ...events[place]!, extra: 0 }, 'event-form'],
      ] as const;
      for (const [bad, code] of faults) {
        const ledger = new Ledger(header);
        const { fault } = await ledger.appendAll(events.with(place, bad));
        expect(fault).toMatchObject({ code, event: place });
        expect(ledger.length).toBe(place);
        expect(await ledger.appendAll(events.slice(place))).toEqual({ fault: null });
        expect(ledger.events).toEqual(events);
      }
    },
  );
});

describe('a list of events whose first signatures were checked before', () => {
  const counting = () => {
    const messages: Uint8Array[] = [];
    const verify = async (pub: string, message: Uint8Array, sig: string) => {
      messages.push(message);
      return verifySignature(pub, message, sig);
    };
    return { messages, verifier: { verify } };
  };

  test.each([0, 1, 63, 64, 65, 128, Number.POSITIVE_INFINITY, -1])(
    'asks the verifier for the signatures after the first %d only',
    async (verified) => {
      const { header, events, head } = await long();
      const { messages, verifier } = counting();
      const ledger = new Ledger(header, { verifier });
      expect(await ledger.appendAll(events, { verified })).toEqual({ fault: null });
      expect(ledger.head).toBe(head);
      expect(messages).toHaveLength(Math.max(0, events.length - Math.max(0, verified)));
    },
  );

  test('accepts no changed event, and no chain that was made anew without the keys', async () => {
    const { header, events } = validRecord('shortest');
    const verified = events.length - 1;
    const faultOf = async (list: readonly MatchEvent[]) => {
      const { fault } = await new Ledger(header).appendAll(list, { verified });
      return fault?.code ?? null;
    };
    expect(await faultOf(events)).toBeNull();
    for (const [place, event] of events.entries()) {
      const changed = events.with(place, { ...event, sig: broken(event.sig) });
      expect(await faultOf(changed)).toBe(place < verified ? 'wrong-prev' : 'bad-signature');
      expect(await faultOf(chainedAgain(changed, place))).toBe('bad-signature');
    }
  });
});

/** Gives each event after `place` the hash of its new predecessor, as someone who can change the storage would. */
function chainedAgain(events: readonly MatchEvent[], place: number): MatchEvent[] {
  const chained = events.slice(0, place + 1);
  for (const event of events.slice(place + 1))
    chained.push({ ...event, prev: eventHash(chained.at(-1) as MatchEvent) });
  return chained;
}

describe('an event that is not allowed is refused and changes nothing:', () => {
  const rolled = async () => step(await committedTable(1), 'roll');
  const revealed = async () => step(await rolled(), 'reveal');
  const opened = () => openedTable(1);
  const moved = () => movedTable(1);
  const doubled = async () => step(await moved(), 'double');
  const resigned = async () => step(await moved(), 'resign');
  const declined = async () => step(await resigned(), 'decline');
  const jacoby = () => movedTable(1, { length: 0, rated: false, rules: moneyRules });
  const over = async () => step(await movedTable(1, { length: 1 }), 'resign', 'accept');

  const mover = ({ ledger }: Table) => ledger.expects.party;
  const other = ({ ledger }: Table): Party => (ledger.expects.party === 0 ? 1 : 0);
  const is = (party: Party) => () => party;

  const cases: [string, () => Promise<Table>, (table: Table) => Party, EventBody, string][] = [
    [
      'a player commits before the server',
      () => openTable(1),
      is(0),
      { type: 'commit', anchor: link, nonce: '00'.repeat(16) },
      'wrong-party',
    ],
    ['a first event that resumes', () => openTable(1), is(null), { type: 'resume', since: CREATED }, 'wrong-type'],
    [
      'a forfeit before the first dice',
      () => committedTable(1),
      is(null),
      { type: 'forfeit', loser: 0, reason: 'time' },
      'wrong-forfeit',
    ],
    ['player 1 rolls the opening', () => committedTable(1), is(1), { type: 'roll', reveal: link }, 'wrong-party'],
    ['a double in the opening', () => committedTable(1), is(0), { type: 'double' }, 'wrong-type'],
    ['a resignation in the opening', () => committedTable(1), is(0), { type: 'resign', points: 1 }, 'wrong-type'],
    ['a wrong link for one’s own roll', () => committedTable(1), is(0), { type: 'roll', reveal: link }, 'wrong-reveal'],
    [
      'dice before the roll',
      () => committedTable(1),
      is(null),
      { type: 'dice', reveal: link, dice: [6, 1] },
      'wrong-party',
    ],
    ['a wrong link for the opponent’s roll', rolled, is(1), { type: 'reveal', reveal: link }, 'wrong-reveal'],
    ['the roller reveals twice', rolled, is(0), { type: 'reveal', reveal: link }, 'wrong-party'],
    ['dice before the reveal', rolled, is(null), { type: 'dice', reveal: link, dice: [6, 1] }, 'wrong-party'],
    ['a wrong link of the server', revealed, is(null), { type: 'dice', reveal: link, dice: [6, 1] }, 'wrong-reveal'],
    ['a play out of turn', opened, other, { type: 'play', hops: [] }, 'wrong-party'],
    ['a play that leaves dice unplayed', opened, mover, { type: 'play', hops: [] }, 'illegal-play'],
    [
      'a play of another roll',
      opened,
      mover,
      {
        type: 'play',
        hops: [
          [24, 23],
          [24, 23],
          [24, 23],
          [24, 23],
        ],
      },
      'illegal-play',
    ],
    ['a roll instead of a play', opened, mover, { type: 'roll', reveal: link }, 'wrong-type'],
    [
      'a forfeit of the player who waits',
      opened,
      is(null),
      { type: 'forfeit', loser: 1, reason: 'time' },
      'wrong-forfeit',
    ],
    ['a forfeit by a player', opened, is(0), { type: 'forfeit', loser: 1, reason: 'abandonment' }, 'wrong-party'],
    ['a player resumes', opened, is(0), { type: 'resume', since: CREATED }, 'wrong-party'],
    ['the server plays', opened, is(null), { type: 'play', hops: [] }, 'wrong-party'],
    ['a take without a double', moved, mover, { type: 'take' }, 'wrong-type'],
    ['a play without dice', moved, mover, { type: 'play', hops: [] }, 'wrong-type'],
    [
      'a commit while links are left',
      moved,
      mover,
      { type: 'commit', anchor: link, nonce: '00'.repeat(16) },
      'wrong-type',
    ],
    ['the doubler rolls on', doubled, other, { type: 'roll', reveal: link }, 'wrong-party'],
    ['a beaver in a match', doubled, mover, { type: 'beaver' }, 'wrong-type'],
    ['the resigner accepts for the opponent', resigned, other, { type: 'accept' }, 'wrong-party'],
    ['the same resignation after a decline', declined, mover, { type: 'resign', points: 1 }, 'wrong-resignation'],
    ['a gammon resigned under Jacoby', jacoby, mover, { type: 'resign', points: 2 }, 'wrong-resignation'],
    [
      'a forfeit on time in an untimed match',
      () => openedTable(1, { clock: null }),
      is(null),
      { type: 'forfeit', loser: 1, reason: 'time' },
      'wrong-forfeit',
    ],
    ['anything after the end', over, is(0), { type: 'double' }, 'match-over'],
    ['a resume after the end', over, is(null), { type: 'resume', since: CREATED }, 'match-over'],
  ];

  test.each(cases)('%s', async (_, setUp, party, body, code) => {
    const table = await setUp();
    expect(await refusalOf(table, party(table), body)).toBe(code);
  });
});
