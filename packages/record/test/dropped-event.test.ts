import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { sentHash } from '../src/event.ts';
import { Ledger } from '../src/ledger.ts';
import type { EventBody, Fate, Receipt, SignedEvent } from '../src/types.ts';
import { codes, evidence, receiptAt } from './support/evidence.ts';
import { accept, movedTable, nextEvent, openTable, playOn, signAs, step, type Table } from './support/table.ts';

/** An honest server: it decides an event before it signs a receipt for it. */
async function decide(table: Table, event: SignedEvent, voidsLeft = true): Promise<Fate> {
  const { ledger } = table;
  if (ledger.events.some((one) => sentHash(one) === sentHash(event))) return 'stored';
  if (event.n !== ledger.length || event.prev !== ledger.head) return 'moved';
  const judged = await ledger.check(event, table.now);
  if (judged.ok) await accept(table, event);
  else if (voidsLeft) await accept(table, await table.server.void(ledger, event));
  if (judged.ok) return 'stored';
  return voidsLeft ? 'void' : judged.code;
}

async function asked(table: Table, event: SignedEvent, voidsLeft = true): Promise<Receipt> {
  const fate = await decide(table, event, voidsLeft);
  return receiptAt(table, table.now, { event, fate });
}

const actorOf = ({ ledger }: Table) => (ledger.expects.party === 1 ? 1 : 0);
/** An event by the player to act that the rules refuse. */
const illegalEvent = (table: Table): Promise<SignedEvent> => signAs(table, actorOf(table), { type: 'take' });
const serverOnly = async (value: unknown) => [await codes(value)].flat().filter((one) => one.endsWith('the server'));

describe('one receipt and the event that it names prove', () => {
  test('EV4 that the server denied an event that fits and that the rules accept, whatever fate it signed', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    const fates: Fate[] = ['moved', 'void', 'wrong-type', 'bad-signature', 'wrong-number'];
    for (const fate of fates) {
      const receipt = await receiptAt(table, table.now, { event: roll, fate });
      const found = await codes(evidence(table, { receipts: [receipt], sent: [roll] }));
      expect(found, fate).toEqual(['event-denied: the server']);
      expect(await codes(evidence(table, { receipts: [receipt] })), fate).toEqual([]);
      expect(await codes(evidence(table, { sent: [roll] })), fate).toEqual([]);
    }
    const denied = await receiptAt(table, table.now, { event: roll, fate: 'moved' });
    // An early date does not excuse it.
    const early = await receiptAt(table, table.ledger.at - 1, { event: roll, fate: 'moved' });
    expect(await codes(evidence(table, { receipts: [early], sent: [roll] }))).toEqual(['event-denied: the server']);
    // The history that went on without the event changes nothing, nor does a forfeit.
    await accept(table, await table.server.absent(table.ledger, actorOf(table)));
    table.now = (table.ledger.expiresAt ?? 0) + 2_000;
    await accept(table, await table.server.forfeit(table.ledger, actorOf(table), 'time'));
    expect(await codes(evidence(table, { receipts: [denied], sent: [roll] }))).toEqual(['event-denied: the server']);
    // Several lies, in any order.
    const again = await movedTable(1);
    const receipts: Receipt[] = [];
    const sent: SignedEvent[] = [];
    for (let lies = 0; lies < 3; lies++) {
      const event = await nextEvent(again, 'roll');
      sent.unshift(event);
      receipts.unshift(await receiptAt(again, again.now, { event, fate: 'moved' }));
      await accept(again, await again.server.void(again.ledger, await illegalEvent(again)));
    }
    const lies = Array.from({ length: 3 }, () => 'event-denied: the server');
    expect(await codes(evidence(again, { receipts, sent }))).toEqual(lies);
  });

  test('EV5 that the server signed `stored` about an event that the history of that very receipt lacks', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    const early = await receiptAt(table, table.now, { event: roll, fate: 'stored' });
    expect(await codes(evidence(table, { receipts: [early], sent: [roll] }))).toEqual(['event-missing: the server']);
    // It counts no event after the receipt.
    await step(table, 'roll');
    expect(await codes(evidence(table, { receipts: [early], sent: [roll] }))).toEqual(['event-missing: the server']);
    const right = await receiptAt(table, table.now, { event: roll, fate: 'stored' });
    expect(await codes(evidence(table, { receipts: [right], sent: [roll] }))).toEqual([]);
    await step(table, 'reveal', 'dice');
    const later = await receiptAt(table, table.now, { event: roll, fate: 'stored' });
    expect(await codes(evidence(table, { receipts: [later], sent: [roll] }))).toEqual([]);
  });

  test('EV6 nothing about another history than that of the receipt', async () => {
    const table = await movedTable(1);
    const ledger = new Ledger(table.header);
    await ledger.appendAll(table.ledger.events);
    const other: Table = { ...table, ledger };
    const roll = await nextEvent(table, 'roll');
    await accept(other, await other.seats[actorOf(other)].sit(other.ledger));
    await accept(other, await other.server.void(other.ledger, roll));
    const stored = await receiptAt(other, table.now, { event: roll, fate: 'stored' });
    expect(await codes(evidence(table, { receipts: [stored], sent: [roll] }))).toEqual([]);
    // An event after an aside that the transcript lacks.
    const moved = await receiptAt(other, table.now, { event: roll, fate: 'moved' });
    expect(await codes(evidence(table, { receipts: [moved], sent: [roll] }))).toEqual([]);
  });

  test('EV7 a `void` that names an event in its own place, if the rules accept it there', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    await accept(table, await table.server.void(table.ledger, roll));
    expect(await codes(evidence(table, { sent: [roll] }))).toEqual(['event-voided: the server']);
    expect(await codes(evidence(table))).toEqual([]);
    // In a later place it may be late: the event no longer fits there.
    const moved = await movedTable(1);
    const stale = await nextEvent(moved, 'roll');
    await accept(moved, await moved.server.absent(moved.ledger, actorOf(moved)));
    await accept(moved, await moved.server.void(moved.ledger, stale));
    expect(await codes(evidence(moved, { sent: [stale] }))).toEqual([]);
  });

  test('EV8 nothing if a signature is wrong: of the receipt or of the event', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    const denied = await receiptAt(table, table.now, { event: roll, fate: 'moved' });
    const lie = { ...(await receiptAt(table, table.now, { event: roll, fate: 'stored' })), fate: 'moved' as const };
    expect(await codes(evidence(table, { receipts: [lie], sent: [roll] }))).toEqual([]);
    const foreign = { ...roll, sig: (await illegalEvent(table)).sig };
    const aboutForeign = await receiptAt(table, table.now, { event: foreign, fate: 'bad-signature' });
    expect(await codes(evidence(table, { receipts: [aboutForeign], sent: [foreign] }))).toEqual([]);
    expect(await codes(evidence(table, { receipts: [denied], sent: [{ ...roll, n: roll.n + 1 }] }))).toEqual([]);
  });
});

describe('an honest server is not convicted', () => {
  test('EV9 if a player signs two events for one place, one by `act` and one by ping', async () => {
    const table = await movedTable(1);
    const [roll, double] = [await nextEvent(table, 'roll'), await nextEvent(table, 'double')];
    await accept(table, roll);
    const receipts = [await asked(table, double), await asked(table, roll)];
    expect(receipts.map(({ fate }) => fate)).toEqual(['moved', 'stored']);
    const value = evidence(table, { receipts, sent: [double, roll] });
    expect(await serverOnly(value)).toEqual([]);
    expect(await codes(value)).toEqual([expect.stringMatching(/^two-contents: player/)]);
  });

  test('EV10 if a `sit` of another device, or an aside of the server, has overtaken the event', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    await accept(table, await table.seats[actorOf(table)].sit(table.ledger));
    const receipts = [await asked(table, roll)];
    const again = await nextEvent(table, 'roll');
    await accept(table, await table.server.absent(table.ledger, actorOf(table)));
    receipts.push(await asked(table, again));
    expect(receipts.map(({ fate }) => fate)).toEqual(['moved', 'moved']);
    expect(await codes(evidence(table, { receipts, sent: [roll, again] }))).toEqual([]);
  });

  test('EV11 if it declares illegal events void, and refuses later ones without a `void`', async () => {
    const table = await movedTable(1);
    const sent: SignedEvent[] = [];
    const receipts: Receipt[] = [];
    for (const voidsLeft of [true, true, false, false]) {
      table.now += 1;
      const event = await illegalEvent(table);
      sent.push(event);
      receipts.push(await asked(table, event, voidsLeft));
    }
    expect(receipts.map(({ fate }) => fate)).toEqual(['void', 'void', 'wrong-type', 'wrong-type']);
    table.now = (table.ledger.expiresAt ?? 0) + 2_000;
    await accept(table, await table.server.forfeit(table.ledger, actorOf(table), 'time'));
    expect(await serverOnly(evidence(table, { receipts, sent }))).toEqual([]);
  });

  test('EV12 if the event arrived after the time was up: the forfeit is stored first', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    table.now = (table.ledger.expiresAt ?? 0) + 1;
    await accept(table, await table.server.forfeit(table.ledger, actorOf(table), 'time'));
    const receipt = await asked(table, roll);
    expect(receipt.fate).toBe('moved');
    expect(await codes(evidence(table, { receipts: [receipt], sent: [roll] }))).toEqual([]);
  });

  test('EV13 by receipts for pings without an event, before and after the event was signed', async () => {
    const table = await movedTable(1);
    const roll = await nextEvent(table, 'roll');
    const receipts = [await receiptAt(table, table.now), await receiptAt(table, (table.ledger.expiresAt ?? 0) - 1)];
    table.now = (table.ledger.expiresAt ?? 0) + 2_000;
    await accept(table, await table.server.forfeit(table.ledger, actorOf(table), 'time'));
    expect(await codes(evidence(table, { receipts, sent: [roll] }))).toEqual([]);
  });

  /** Something that a player signs for the present place, legal or not. */
  async function someEvent(table: Table, random: SeededRandom): Promise<SignedEvent> {
    const { ledger } = table;
    const { party, types } = ledger.expects;
    if (party !== null && random.below(3) > 0) return nextEvent(table, random.pick(types));
    const bodies: EventBody[] = [
      { type: 'take' },
      { type: 'roll', reveal: '00'.repeat(32) },
      { type: 'resign', points: 3 },
      { type: 'sit', nonce: '5a'.repeat(16) },
      { type: 'present' },
      { type: 'claim' },
    ];
    return signAs(table, random.pick([0, 1]), random.pick(bodies));
  }

  /** Plays against players who ask about everything they sign, some of it late. Returns a file of evidence at the end. */
  async function hostileMatch(seed: number, lies: boolean) {
    const random = new SeededRandom(seed);
    const table = await playOn(await openTable(seed), ({ ledger }) => ledger.state.match.turn !== null, 0);
    const sent: SignedEvent[] = [];
    const receipts: Receipt[] = [];
    let lie = 0;
    for (let count = 0; count < 60 && !table.ledger.state.result; count++) {
      table.now += random.below(4_000);
      const { ledger, server } = table;
      const { party } = ledger.expects;
      if (party === null) {
        await accept(table, await nextEvent(table, ledger.expects.types[0]!));
        continue;
      }
      if (random.below(12) === 0) await accept(table, await server.resume(ledger, table.now));
      else if (random.below(8) === 0 && !ledger.state.absent) await accept(table, await server.absent(ledger, party));
      const event = sent.length > 0 && random.below(4) === 0 ? random.pick(sent) : await someEvent(table, random);
      sent.push(event);
      const fits = event.n === ledger.length && event.prev === ledger.head;
      if (lies && fits && (await ledger.check(event, table.now)).ok) {
        lie += 1;
        const fate = random.pick<Fate>(['moved', 'void', 'wrong-party']);
        receipts.push(await receiptAt(table, table.now, { event, fate }));
        break;
      }
      receipts.push(await asked(table, event, random.below(2) === 0));
    }
    return { lie, value: evidence(table, { receipts: receipts.slice(-16), sent: sent.slice(-64) }), receipts };
  }

  test('EV14 whatever players sign, repeat and ask, and one lie to them convicts it (seeds 1 to 40)', async () => {
    const fates = new Set<Fate | null>();
    let lies = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const honest = await hostileMatch(seed, false);
      for (const { fate } of honest.receipts) fates.add(fate);
      expect(await serverOnly(honest.value), `seed ${seed}`).toEqual([]);
      const { lie, value } = await hostileMatch(seed, true);
      lies += lie;
      if (lie > 0) expect(await serverOnly(value), `seed ${seed}`).toEqual(['event-denied: the server']);
    }
    expect(lies).toBeGreaterThan(30);
    for (const fate of ['stored', 'void', 'moved', 'wrong-party', 'wrong-type'] as const) expect(fates).toContain(fate);
  });
});

test('EV15 `check` says of each event what `append` would say, and leaves the ledger as it is', async () => {
  const { header, ledger } = await playOn(await openTable(6), ({ ledger: { length } }) => length > 40);
  const again = new Ledger(header);
  for (const { at, ...event } of ledger.events) {
    const before = { head: again.head, length: again.length, state: again.state };
    const later = await again.check(event, at + 1);
    const early = await again.check(event, again.at - 1);
    const checked = await again.check(event, at);
    expect({ head: again.head, length: again.length, state: again.state }).toEqual(before);
    expect(later.ok && later.value.at).toBe(at + 1);
    expect(early).toMatchObject({ ok: false, code: 'wrong-time' });
    expect(await again.append({ ...event, at })).toEqual(checked);
    expect(checked.ok).toBe(true);
    expect(await again.check(event, at)).toMatchObject({ ok: false, code: 'wrong-number' });
  }
  expect(again.head).toBe(ledger.head);
});
