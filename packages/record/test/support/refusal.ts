import { expect } from 'vitest';
import type { Ledger } from '../../src/ledger.ts';
import type { EventBody, Party } from '../../src/types.ts';
import { signAs, type Table } from './table.ts';

/** Everything that a ledger shows. */
export function view({ length, head, state, events, rolls, expects }: Ledger) {
  return { length, head, state, events: [...events], rolls: [...rolls], expects };
}

/** The code of the refusal; the ledger must be as it was. */
export async function refusal({ ledger }: Table, event: unknown): Promise<string> {
  const before = view(ledger);
  const result = await ledger.append(event);
  expect(view(ledger)).toEqual(before);
  return result.ok ? 'accepted' : result.code;
}

export async function refusalOf(table: Table, party: Party, body: EventBody): Promise<string> {
  return refusal(table, { ...(await signAs(table, party, body)), at: table.now });
}
