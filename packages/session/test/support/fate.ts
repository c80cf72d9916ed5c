import { checkSignedEvent, type Fate, isClosing, type Ledger, type SignedEvent, sentHash } from 'bg-record';

/** The signed event of an `act` or `ping`. Throws if the page sent anything else. */
export function signedEventOf(value: unknown): SignedEvent {
  const checked = checkSignedEvent(value);
  if (!checked.ok) throw new Error(checked.message);
  return checked.value;
}

/**
 * Resolves to the fate that an honest server signs for an event at `now`, in milliseconds since the epoch. Null if the event is not decided.
 */
export async function honestFate(event: SignedEvent, ledger: Ledger, now: number): Promise<Fate | null> {
  const there = ledger.events[event.n];
  if (there?.type === 'void' && there.hash === sentHash(event)) return 'void';
  if (there) return there.sig === event.sig ? 'stored' : 'moved';
  if (event.n > ledger.length || event.prev !== ledger.head) return 'moved';
  if (isClosing(ledger.length)) return 'too-many-events';
  const judged = await ledger.check(event, Math.max(now, ledger.at));
  return judged.ok ? null : judged.code;
}
