import { acceptedInPlace, containsHead, type Ledger, type Receipt, type SignedEvent, sentHash } from 'bg-record';
import { type GuardFailure, guardFailure } from './guard.ts';

// An honest server decides an event before it signs anything about it. So one receipt, or one `void`, contradicts the rules together with the
// event that it names. Two statements about different moments never do: between them the server may have decided the event.

/** A receipt about an event of this player, and that event. */
export interface SignedAnswer {
  readonly event: SignedEvent;
  readonly receipt: Receipt;
}

/** True if a receipt names the event of the ping that it answers. Any other receipt is no answer. */
export function isAbout(event: SignedEvent, { asked }: Receipt): boolean {
  return asked === sentHash(event);
}

/** Resolves to the contradiction between an answer and the history. Null too while the history is too short to judge it. */
export async function answerFault({ event, receipt }: SignedAnswer, ledger: Ledger): Promise<GuardFailure | null> {
  const { n, head, fate, now } = receipt;
  if (n > ledger.length) return null;
  if (!containsHead(ledger, receipt)) return guardFailure('receipt-differs');
  if (fate === 'stored') {
    const isThere = event.n < n && ledger.events[event.n]?.sig === event.sig;
    return isThere ? null : guardFailure('event-missing');
  }
  const isItsPlace = n === event.n && head === event.prev;
  return isItsPlace && (await isAccepted(event, now, ledger)) ? guardFailure('event-denied') : null;
}

/** Resolves to the fault of a server that declared one of these own events void, although the rules accept it in its place. */
export async function voidFault(own: readonly SignedEvent[], ledger: Ledger): Promise<GuardFailure | null> {
  for (const event of own) {
    const there = ledger.events[event.n];
    if (there?.type !== 'void' || there.prev !== event.prev || there.hash !== sentHash(event)) continue;
    if (await isAccepted(event, there.at, ledger)) return guardFailure('event-voided');
  }
  return null;
}

async function isAccepted(event: SignedEvent, at: number, ledger: Ledger): Promise<boolean> {
  return (await acceptedInPlace(ledger, [{ event, at }])).length > 0;
}
