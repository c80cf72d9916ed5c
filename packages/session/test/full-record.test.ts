import { type Header, sentHash } from 'bg-record';
import { describe, expect, test, vi } from 'vitest';
import { Device, playUntil } from './support/device.ts';
import { signedEventOf } from './support/fate.ts';
import { Table } from './support/table.ts';

vi.mock('../../record/src/event.ts', async (original) => ({ ...(await original<object>()), MAX_EVENTS: 150 }));

const BY_TURNS = { clock: null, moveMs: 3 * 86_400_000, absenceMs: null, rated: false } as const;
const LIMITED = { clock: null, moveMs: 86_400_000, absenceMs: 120_000 } as const;

/** Returns a table that has `length` events, and the page of the player or watcher who has seen them. */
async function withEvents(length: number, changes: Partial<Header>, toAct: 'player' | 'opponent') {
  const table = await Table.open(0, changes);
  const device = await Device.load(table, 0);
  await device.show(table);
  await playUntil(table, device, () => device.view.options.actions.includes('roll') && table.ledger.rolls.length >= 2);
  if (toAct === 'opponent') {
    await device.decide({ type: 'roll' });
    for (const act of device.acts()) await device.event(await table.accept(act));
  }
  while (table.ledger.length < length) await table.accept(await table.resume());
  await device.show(table);
  return { table, device };
}

/** Returns the code by which a page stops when the server ends a match of `length` events by abandonment. */
async function stoppedBy(length: number, changes: Partial<Header>, toAct: 'player' | 'opponent' = 'player') {
  const { table, device } = await withEvents(length, changes, toAct);
  const loser = table.ledger.expects.party;
  if (loser === null) throw new Error('a player must act');
  expect(device.view.halted).toBeNull();
  await device.event(await table.accept(await table.server.forfeit(table.ledger, loser, 'abandonment')));
  expect(device.view.match.result).toMatchObject({ reason: 'abandonment' });
  return { code: device.view.halted?.code ?? null, evidence: device.store.evidence };
}

describe('an abandonment that no one announced', () => {
  test.each(['player', 'opponent'] as const)(
    'DL22 is believed in a correspondence match whose record is full (%s to act)',
    async (toAct) => {
      expect(await stoppedBy(100, BY_TURNS, toAct)).toEqual({ code: null, evidence: [] });
    },
  );

  test.each([
    ['a correspondence match whose record has one place more', 99, BY_TURNS],
    ['a match with limited absences whose record is full', 100, LIMITED],
    ['a match with limited absences with room for an announcement', 148, LIMITED],
  ])('DL23 stops the page in %s', async (_, length, changes) => {
    const { code, evidence } = await stoppedBy(length, changes);
    expect(code).toBe('forfeit-unannounced');
    expect(evidence).toMatchObject([{ code: 'forfeit-unannounced' }]);
  });

  test('DL24 is believed in any match whose record has the last place left', async () => {
    for (const limited of [LIMITED, {}]) expect(await stoppedBy(149, limited)).toEqual({ code: null, evidence: [] });
  });

  test('DL24b is believed there too if someone announced it and no one claimed it', async () => {
    const { table, device } = await withEvents(148, {}, 'player');
    await device.event(await table.accept(await table.server.absent(table.ledger, 0)));
    table.now += table.ledger.header.absenceMs!;
    await device.event(await table.accept(await table.server.forfeit(table.ledger, 0, 'abandonment')));
    expect(device.view.halted).toBeNull();
  });
});

test.each([
  [139, 'event-denied'],
  [140, null],
])('DD13 a decision that is refused for want of places in a record of %i events: %s', async (length, code) => {
  const { table, device } = await withEvents(length, {}, 'player');
  device.drop('ping');
  await device.decide({ type: 'roll' });
  const roll = device.sent.find((message) => message.type === 'act')?.event;
  const asked = sentHash(signedEventOf(roll));
  await device.pong(table, { asked, fate: 'too-many-events' });
  expect(device.view.halted?.code ?? null).toBe(code);
});
