import { expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { verify } from '../src/verify.ts';
import { refereeFault } from './support/referee.ts';
import { inAdvance, moneyRules, openTable, playOn } from './support/table.ts';

const kinds = {
  'a match to 3': {},
  'a match to 1': { length: 1 },
  'an untimed match with short chains': { clock: null, chain: 3, length: 2 },
  'a match in which every roll needs new chains': { chain: 1, length: 1 },
  'a match with dice in advance': { ...inAdvance, chain: 5, length: 5 },
  'a match with dice in advance in which every roll needs new chains': { ...inAdvance, chain: 1, length: 1 },
  'a money game with Jacoby and beavers': { length: 0, rated: false, rules: moneyRules },
} as const;

for (const [name, changes] of Object.entries(kinds)) {
  for (const seed of [1, 2, 3, 4]) {
    test(`${name}, seed ${seed}, verifies`, async () => {
      const { ledger, keys } = await playOn(await openTable(seed, changes));
      const record = await closeRecord(ledger, keys.server);
      expect(refereeFault(record)).toBeNull();
      await expect(closeRecord(ledger, keys.server, record.events.slice(1))).rejects.toThrow('events');
      const read: unknown = JSON.parse(JSON.stringify(record));
      const verified = await verify(read, { serverKey: keys.server.pub });
      expect(verified).toMatchObject({
        ok: true,
        events: ledger.length,
        rolls: ledger.rolls.length,
        result: record.result,
      });
    });
  }
}
