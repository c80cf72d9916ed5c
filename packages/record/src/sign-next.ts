import { signEvent } from './event.ts';
import type { Ledger } from './ledger.ts';
import type { EventBody, Key, Party, SignedEvent } from './types.ts';

/** The next event of a ledger, signed by a party. The ledger decides later if it takes the event. */
export interface NextEvent {
  readonly party: Party;
  readonly key: Key;
  readonly body: EventBody;
  /** The player's own clock; the server's events do not carry it. */
  readonly sent?: number;
}

/** Signs an event as the next one of a ledger, which may still refuse it. */
export function signNext(ledger: Ledger, { party, key, body, sent }: NextEvent): Promise<SignedEvent> {
  const place = { n: ledger.length, p: party, prev: ledger.head };
  return signEvent({ ...body, ...place, ...(sent !== undefined && { sent }) }, key);
}
