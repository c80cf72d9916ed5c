import { expect, test, vi } from 'vitest';
import { Device, playUntil } from './support/device.ts';
import { Table } from './support/table.ts';

/** Room for more events of the server than a full record may have. */
vi.mock('../../record/src/event.ts', async (original) => ({ ...(await original<object>()), MAX_EVENTS: 1_150 }));

test('DL29 a server that fills the record itself cannot end a correspondence match by abandonment', async () => {
  const table = await Table.open(0, { clock: null, moveMs: 3 * 86_400_000, absenceMs: null, rated: false });
  const device = await Device.load(table, 0);
  await device.show(table);
  await playUntil(table, device, () => device.view.options.actions.includes('roll') && table.ledger.rolls.length >= 2);
  while (table.ledger.length < 1_100) await table.accept(await table.resume());
  await device.show(table);
  expect(device.view.halted).toBeNull();
  const loser = table.ledger.expects.party;
  if (loser === null) throw new Error('a player must act');
  await device.event(await table.accept(await table.server.forfeit(table.ledger, loser, 'abandonment')));
  expect(device.view.halted?.code).toBe('forfeit-unannounced');
  expect(device.store.evidence).toMatchObject([{ code: 'forfeit-unannounced' }]);
});
