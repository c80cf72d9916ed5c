import { signEvent } from './event.ts';
import type { Ledger } from './ledger.ts';
import type { EventBody, Key, Party, SignedEvent } from './types.ts';

/** Signs an event as the next one of a ledger. Whether the ledger would accept it is for the ledger to say. */
export function signNext(ledger: Ledger, party: Party, key: Key, body: EventBody): Promise<SignedEvent> {
  return signEvent({ ...body, n: ledger.length, p: party, prev: ledger.head }, key);
}
