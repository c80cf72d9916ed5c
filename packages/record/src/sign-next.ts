import { signEvent } from './event.ts';
import type { Ledger } from './ledger.ts';
import type { EventBody, Key, Party, SignedEvent } from './types.ts';

/** The content of the next event of a ledger and the party that signs it. */
interface NextEvent {
  readonly party: Party;
  readonly key: Key;
  readonly body: EventBody;
  /** The player's clock. Events of the server have none. */
  readonly sent?: number;
}

/** Signs an event for the next place of a ledger. The ledger may still refuse it. */
export function signNext(ledger: Ledger, { party, key, body, sent }: NextEvent): Promise<SignedEvent> {
  const place = { n: ledger.length, p: party, prev: ledger.head };
  return signEvent({ ...body, ...place, ...(sent !== undefined && { sent }) }, key);
}
