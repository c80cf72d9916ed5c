import { describe, expect, test } from 'vitest';
import { RECORD_CODES } from '../src/codes.ts';
import { keyFromSeed } from '../src/crypto/ed25519.ts';
import { type Greeting, signGreeting, verifyGreeting } from '../src/identify.ts';
import { readReceipts, signReceipt, verifyReceipt } from '../src/statements.ts';
import type { Receipt } from '../src/types.ts';
import { receiptAt } from './support/evidence.ts';
import { movedTable, nextEvent } from './support/table.ts';

const HASH = 'ab'.repeat(32);

describe('a receipt', () => {
  test('EV1 has a fate exactly if it names an event, and the fate is `stored`, `void`, `moved` or a code of the ledger', async () => {
    const { header, keys, ledger } = await movedTable(1);
    const { length: n, head } = ledger;
    const isRead = async (asked: unknown, fate: unknown) => {
      const receipt = { n, head, asked, fate, now: 5 } as unknown as Omit<Receipt, 'sig'>;
      return (await readReceipts(header, [await signReceipt(keys.server, header.id, receipt)])) !== null;
    };
    for (const fate of ['stored', 'void', 'moved', ...RECORD_CODES]) {
      expect(await isRead(HASH, fate), fate).toBe(true);
      expect(await isRead(null, fate), fate).toBe(false);
    }
    expect(await isRead(null, null)).toBe(true);
    for (const fate of [null, undefined, '', 'not-stored', 'too-many-voids', 1])
      expect(await isRead(HASH, fate)).toBe(false);
    for (const asked of [undefined, '', HASH.toUpperCase(), 7]) expect(await isRead(asked, 'moved')).toBe(false);
  });

  test('EV2 is refused with a member of another version', async () => {
    const { header, keys, ledger } = await movedTable(1);
    const right = { n: ledger.length, head: ledger.head, asked: null, fate: null, now: 5 };
    const signed = await signReceipt(keys.server, header.id, right);
    const { asked: _asked, fate: _fate, ...older } = signed;
    expect(await readReceipts(header, [signed])).toEqual([signed]);
    expect(await readReceipts(header, [{ ...signed, seen: null }])).toBe(null);
    expect(await readReceipts(header, [{ ...older, seen: null }])).toBe(null);
  });

  test('EV3 is signed as a whole: no member can be changed', async () => {
    const table = await movedTable(1);
    const { header } = table;
    const event = await nextEvent(table, 'roll');
    const right = await receiptAt(table, table.now, { event, fate: 'moved' });
    const check = (receipt: Receipt, match = header.id) => verifyReceipt(header.server, match, receipt);
    expect(await check(right)).toBe(true);
    const changes: Partial<Receipt>[] = [
      { n: right.n + 1 },
      { head: HASH },
      { asked: HASH },
      { fate: 'stored' },
      { asked: null, fate: null },
      { now: right.now + 1 },
    ];
    for (const change of changes) expect(await check({ ...right, ...change }), JSON.stringify(change)).toBe(false);
    expect(await check(right, 'another-match-000')).toBe(false);
  });
});

test('EV16 a greeting is signed with the time of absence', async () => {
  const key = await keyFromSeed(new Uint8Array(32).fill(7));
  const origins = ['https://play.example'];
  const greeting: Greeting = { challenge: HASH, origins, now: 5, server: key.pub, absenceMs: 300_000 };
  const sig = await signGreeting(key, greeting);
  expect(await verifyGreeting(greeting, sig)).toBe(true);
  expect(await verifyGreeting({ ...greeting, absenceMs: 120_000 }, sig)).toBe(false);
});
