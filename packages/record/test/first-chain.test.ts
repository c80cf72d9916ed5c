import { describe, expect, test } from 'vitest';
import { expectationOf } from '../src/ledger-state.ts';
import { firstChainOf, isOwnFirstChain } from '../src/own-chain.ts';
import type { Header } from '../src/types.ts';
import { accept, inAdvance, nextEvent, openTable, signAs, step, type Table } from './support/table.ts';

/** A match whose header names the chain of player 1, before any event. */
async function named(seed: number, changes: Partial<Header> = {}): Promise<Table> {
  const terms = { ...inAdvance, ...changes };
  const plain = await openTable(seed, terms);
  return openTable(seed, { ...terms, firstChain: firstChainOf(plain.keys.players[1], plain.header) });
}

describe('a match whose header names the first chain of player 1', () => {
  test('TV1 lets player 0 commit and roll before player 1 has signed anything', async () => {
    const table = await step(await named(1), 'commit', 'commit');
    expect(expectationOf(table.ledger.state)).toEqual({ party: 0, types: ['roll'] });
    await step(table, 'roll');
    expect(expectationOf(table.ledger.state)).toEqual({ party: 1, types: ['commit'] });
    await step(table, 'commit');
    expect(expectationOf(table.ledger.state)).toEqual({ party: 1, types: ['reveal'] });
    await step(table, 'reveal', 'dice');
    expect(table.ledger.rolls).toHaveLength(1);
  });

  test('TV2 has begun only after the commit of player 1: until then no forfeit', async () => {
    const table = await step(await named(2), 'commit', 'commit', 'roll');
    const forfeit = async () => {
      const signed = await signAs(table, null, { type: 'forfeit', loser: 1, reason: 'time' });
      const result = await table.ledger.check(signed, table.now);
      return result.ok ? null : result.code;
    };
    expect(table.ledger.state.hasRolled).toBe(false);
    expect(await forfeit()).toBe('wrong-forfeit');
    await step(table, 'commit');
    expect(table.ledger.state.hasRolled).toBe(true);
    expect(await forfeit()).toBe(null);
  });

  test('TV3 takes the named chain only, which any device with the key derives again', async () => {
    const table = await step(await named(3), 'commit', 'commit', 'roll');
    const { anchor, nonce } = table.header.firstChain!;
    expect(await nextEvent(table, 'commit')).toMatchObject({ type: 'commit', anchor, nonce });
    const other = firstChainOf(table.keys.players[1], table.header);
    const refused = await table.ledger.check(await signAs(table, 1, { type: 'commit', ...other }), table.now);
    expect(refused).toMatchObject({ ok: false, code: 'wrong-anchor' });
    expect(isOwnFirstChain(table.keys.players[1], table.header)).toBe(true);
    expect(isOwnFirstChain(table.keys.players[0], table.header)).toBe(false);
    expect(isOwnFirstChain(table.keys.players[1], { ...table.header, id: 'another-match-1' })).toBe(false);
    expect(isOwnFirstChain(table.keys.players[1], { ...table.header, chain: table.header.chain - 1 })).toBe(false);
  });

  test('TV4 makes new chains as any other match does when they are used up', async () => {
    const table = await named(4, { chain: 1, length: 1 });
    await step(table, 'commit', 'commit', 'roll', 'commit', 'reveal', 'dice');
    if (table.ledger.expects.types[0] !== 'commit') await step(table, 'play');
    for (const party of [null, 0, 1] as const) {
      expect(table.ledger.expects).toEqual({ party, types: ['commit'] });
      await accept(table, await nextEvent(table, 'commit'));
    }
    expect(table.ledger.expects.types).toContain('roll');
  });

  test('TV5 keeps the chain of player 1 from the other two', async () => {
    const table = await named(5);
    const { anchor } = table.header.firstChain!;
    for (const party of [null, 0] as const) {
      const signed = await signAs(table, party, { type: 'commit', anchor, nonce: '00'.repeat(16) });
      expect(await table.ledger.check(signed, table.now)).toMatchObject({ ok: false, code: 'anchor-reused' });
      await accept(table, await nextEvent(table, 'commit'));
    }
  });
});
