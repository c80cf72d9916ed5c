import { headerOf, Table, vectorKeys } from '../packages/record/scripts/vectors/table.ts';
import { taggedBytes } from '../packages/record/src/canonical.ts';
import { partyKey } from '../packages/record/src/event.ts';
import type { MatchRecord } from '../packages/record/src/types.ts';

/** One signature to verify. */
export interface Check {
  readonly pub: string;
  readonly message: Uint8Array;
  readonly sig: Uint8Array;
}

/** Number of events before the remaining games are resigned, which takes 63 more. */
const EVENTS = 337;

/** Returns a match of about 400 events, always the same. */
export async function longRecord(): Promise<MatchRecord> {
  const keys = await vectorKeys();
  const table = new Table(headerOf('bench', keys, { length: 25, chain: 1024 }), keys);
  while (table.ledger.length < EVENTS) await (await table.open()).turns(1);
  while (!table.ledger.state.result) await (await table.open()).send('resign 3', 'accept');
  const { record } = await table.close();
  return record;
}

/** Returns a match to 25 points that is played to its end, always the same. */
export async function wholeRecord(): Promise<MatchRecord> {
  const keys = await vectorKeys();
  const table = new Table(headerOf('bench', keys, { length: 25, chain: 8192 }), keys);
  while (!table.ledger.state.result) await (await table.open()).turns(20);
  const { record } = await table.close();
  return record;
}

/** Returns the signature checks that the verification of a record requires. */
export function signatureChecks({ header, events }: MatchRecord): Check[] {
  return events.map(({ sig, at: _at, ...unsigned }) => ({
    pub: partyKey(header, unsigned.p),
    message: taggedBytes('bg-event/1', unsigned),
    sig: Buffer.from(sig, 'hex'),
  }));
}
