import type { Player } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { closeRecord } from '../src/closing.ts';
import { isDisplacing } from '../src/displacing.ts';
import { isAside } from '../src/event.ts';
import { holidayDaysLeft } from '../src/holiday.ts';
import { partyToAct } from '../src/ledger-state.ts';
import type { Header, MatchEvent, Party } from '../src/types.ts';
import { verify } from '../src/verify.ts';
import { accept, inAdvance, movedTable, nextEvent, openTable, signAs, type Table } from './support/table.ts';

const DAY_MS = 24 * 3_600_000;
const HOLIDAYS = { ...inAdvance, holidayDays: 7 } as const;

const correspondence = (seed: number, changes: Partial<Header> = {}) => movedTable(seed, { ...HOLIDAYS, ...changes });
const actorOf = ({ ledger }: Table): Player => (ledger.expects.party === 1 ? 1 : 0);
const otherThan = (seat: Player): Player => (seat === 0 ? 1 : 0);

async function holiday(table: Table, seat: Player, days: number): Promise<MatchEvent> {
  return accept(table, await table.seats[seat].holiday(table.ledger, days));
}

/** The code with which the ledger refuses a holiday, or null. */
async function refusalOf(table: Table, party: Party, days: number): Promise<string | null> {
  const result = await table.ledger.check(await signAs(table, party, { type: 'holiday', days }), table.now);
  return result.ok ? null : result.code;
}

describe('a holiday', () => {
  test('HD1 is taken by either player on either player’s turn, in whole days up to the budget of the header', async () => {
    const table = await correspondence(1);
    for (const seat of [0, 1] as const) {
      expect(await refusalOf(table, seat, 1)).toBe(null);
      expect(await refusalOf(table, seat, 7)).toBe(null);
      expect(await refusalOf(table, seat, 8)).toBe('wrong-holiday');
    }
    await holiday(table, 0, 5);
    expect(holidayDaysLeft(table.ledger, 0)).toBe(2);
    expect(holidayDaysLeft(table.ledger, 1)).toBe(7);
    expect(await refusalOf(table, 0, 3)).toBe('wrong-holiday');
    expect(await refusalOf(table, 1, 7)).toBe(null);
    await holiday(table, 0, 2);
    expect(await refusalOf(table, 0, 1)).toBe('wrong-holiday');
  });

  test('HD2 is refused without a budget, from the server, and before the first commit of its player', async () => {
    const without = await movedTable(1, { ...inAdvance });
    expect(await refusalOf(without, 0, 1)).toBe('wrong-holiday');
    const timed = await movedTable(1);
    expect(await refusalOf(timed, 0, 1)).toBe('wrong-holiday');
    const table = await correspondence(1);
    expect(await refusalOf(table, null, 1)).toBe('wrong-party');
    const begun = await openTable(1, HOLIDAYS);
    for (const seat of [0, 1] as const) expect(await refusalOf(begun, seat, 1)).toBe('wrong-type');
    await accept(begun, await nextEvent(begun, 'commit'));
    await accept(begun, await nextEvent(begun, 'commit'));
    expect(await refusalOf(begun, 0, 1)).toBe(null);
    expect(await refusalOf(begun, 1, 1)).toBe('wrong-type');
  });

  test('HD3 gives the player who has to act its days, and leaves the match waiting for the same answer', async () => {
    const table = await correspondence(2);
    const { expects, expiresAt } = table.ledger;
    table.now += DAY_MS - 1;
    const { at, type } = table.ledger.last!;
    const event = await holiday(table, actorOf(table), 3);
    expect(table.ledger.expiresAt).toBe(expiresAt! + 3 * DAY_MS);
    expect(table.ledger.expects).toEqual(expects);
    expect(isDisplacing(event, { at, type, party: expects.party })).toBe(false);
  });

  test('HD4 of the opponent changes nothing for the player who has to act, and displaces like any aside of another', async () => {
    const table = await correspondence(2);
    const { expiresAt, at, expects } = table.ledger;
    const event = await holiday(table, otherThan(actorOf(table)), 3);
    expect(table.ledger.expiresAt).toBe(expiresAt);
    expect(isDisplacing(event, { at, type: 'play', party: expects.party })).toBe(true);
  });

  test('HD5 lasts for its days whatever its player answers in them', async () => {
    const table = await correspondence(3);
    const actor = actorOf(table);
    await holiday(table, actor, 2);
    const until = table.now + 2 * DAY_MS;
    // The player plays on a phone in the meantime, and the opponent answers at once.
    while (table.ledger.expects.party !== otherThan(actor)) await accept(table, await nextEvent(table, typeDue(table)));
    table.now += DAY_MS;
    while (table.ledger.expects.party !== actor) await accept(table, await nextEvent(table, typeDue(table)));
    expect(table.ledger.expiresAt).toBe(until + DAY_MS);
    table.now = until + 5;
    await accept(table, await nextEvent(table, typeDue(table)));
    if (table.ledger.expects.party === null) await accept(table, await nextEvent(table, 'dice'));
    expect(table.ledger.expects.party).toBe(actor);
    expect(table.ledger.expiresAt).toBe(table.now + DAY_MS);
  });

  test('HD6 the time for an answer is the time outside the holidays of its player and the gaps (an oracle over seeded matches)', async () => {
    let holidays = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const table = await correspondence(seed, { length: 25, holidayDays: 40 });
      const random = new SeededRandom(seed * 7919);
      for (let step = 0; step < 60 && !table.ledger.state.result; step++) {
        // Every event comes in time: after that the rule is that of the next test.
        const expiresAt = table.ledger.expiresAt ?? Number.POSITIVE_INFINITY;
        table.now = Math.min(table.now + Math.floor(random.next() ** 3 * 2 * DAY_MS), expiresAt - 1);
        const kind = random.pick(['answer', 'answer', 'holiday', 'resume', 'sit'] as const);
        const seat = random.pick([0, 1] as const);
        if (kind === 'holiday') {
          const days = 1 + random.below(3);
          if (days <= holidayDaysLeft(table.ledger, seat)) holidays += (await holiday(table, seat, days)) ? 1 : 0;
        } else if (kind === 'resume') {
          const since = table.ledger.at + Math.floor(random.next() * (table.now - table.ledger.at));
          await accept(table, await table.server.resume(table.ledger, since));
        } else if (kind === 'sit') await accept(table, await table.seats[seat].sit(table.ledger));
        else await accept(table, await nextEvent(table, typeDue(table)));
        expect(table.ledger.expiresAt, `seed ${seed}, event ${table.ledger.length - 1}`).toBe(expiryByIntervals(table));
      }
    }
    expect(holidays).toBeGreaterThan(300);
  });

  test('HD7 adds its days to a time that has run out as well, if the server has not ended the match', async () => {
    const table = await correspondence(5);
    const { expiresAt } = table.ledger;
    table.now = expiresAt! + 5_000;
    await holiday(table, actorOf(table), 2);
    expect(table.ledger.expiresAt).toBe(expiresAt! + 2 * DAY_MS);
  });

  test('HD8 a forfeit on time after the holiday has the note that the time ran out, one within it that time was left', async () => {
    for (const [ms, code] of [
      [-1, 'time-left'],
      [0, 'time-ran-out'],
    ] as const) {
      const table = await correspondence(4);
      await holiday(table, actorOf(table), 2);
      table.now = table.ledger.expiresAt! + ms;
      await accept(table, await table.server.forfeit(table.ledger, actorOf(table), 'time'));
      const result = await verify(await closeRecord(table.ledger, table.keys.server));
      expect(result.ok && result.notes.map((note) => note.code)).toContain(code);
    }
  });
});

/** The type of a player's usual answer. */
function typeDue({ ledger }: Table) {
  const { types } = ledger.expects;
  return types.find((type) => type === 'roll') ?? types[0]!;
}

/** Computes from the events alone when the player to act runs out of time: the time counts outside of holidays and gaps. */
function expiryByIntervals({ ledger }: Table): number | null {
  const { events, header } = ledger;
  const party = partyToAct(ledger.state);
  if (party === null || header.moveMs === null) return null;
  const free: { from: number; to: number }[] = [];
  let until = 0;
  for (const event of events) {
    if (event.type === 'resume') free.push({ from: event.since, to: event.at });
    if (event.type !== 'holiday' || event.p !== party) continue;
    const from = Math.max(until, event.at);
    until = from + event.days * DAY_MS;
    free.push({ from, to: until });
  }
  free.sort((a, b) => a.from - b.from);
  let at = events.findLast(({ type }) => !isAside(type))?.at ?? header.created;
  let left = header.moveMs;
  for (const { from, to } of free) {
    if (from - at >= left) break;
    left -= Math.max(0, from - at);
    at = Math.max(at, to);
  }
  return at + left;
}
