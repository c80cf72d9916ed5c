import { expect, test, vi } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { verify } from '../src/verify.ts';
import { accept, openedTable, openTable } from './support/table.ts';

vi.mock('../src/event.ts', async (original) => ({ ...(await original<object>()), MAX_EVENTS: 20 }));

test('a match at the limit can still be ended by a forfeit, and its record verifies', async () => {
  const table = await openedTable(1);
  while (table.ledger.length < 19) await accept(table, await table.server.resume(table.ledger, table.ledger.at));
  const more = { ...(await table.server.resume(table.ledger, table.ledger.at)), at: table.now };
  expect(await table.ledger.append(more)).toMatchObject({ ok: false, code: 'too-many-events' });
  const { party } = table.ledger.expects;
  if (party === null) throw new Error('a player must act');
  await accept(table, await table.server.forfeit(table.ledger, party, 'abandonment'));
  const record = await closeRecord(table.ledger, table.keys.server);
  expect(await verify(record)).toMatchObject({ ok: true, events: 20 });
  const longer = { ...record, events: [...record.events, more] };
  expect(await verify(longer)).toMatchObject({ ok: false, event: null, code: 'too-many-events' });
});

test('the limit is checked before anything else of a record is read', async () => {
  const { header } = await openTable(1);
  const record = {
    header: { ...header, chain: 0 },
    events: Array(21).fill(0),
    finalHash: '00'.repeat(32),
    sig: '00'.repeat(64),
  };
  const result = { winner: 0, score: [1, 0], reason: 'points' };
  expect(await verify({ ...record, result })).toMatchObject({ code: 'too-many-events' });
});
