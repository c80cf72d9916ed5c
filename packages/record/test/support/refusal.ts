import { expect } from 'vitest';
import type { Ledger } from '../../src/ledger.ts';
import type { EventBody, Party } from '../../src/types.ts';
import { signAs, type Table } from './table.ts';

/** The public state of a ledger. */
export function view({ length, head, state, events, rolls, expects }: Ledger) {
  return { length, head, state, events: [...events], rolls: [...rolls], expects };
}

/** Returns the code of the refusal. Checks that the ledger is unchanged. */
export async function refusal({ ledger }: Table, event: unknown): Promise<string> {
  const before = view(ledger);
  const result = await ledger.append(event);
  expect(view(ledger)).toEqual(before);
  return result.ok ? 'accepted' : result.code;
}

export async function refusalOf(table: Table, party: Party, body: EventBody): Promise<string> {
  return refusal(table, { ...(await signAs(table, party, body)), at: table.now });
}
