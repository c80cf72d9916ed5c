import { isClosing } from './full-record.ts';
import { Ledger } from './ledger.ts';
import type { SignedEvent } from './types.ts';

/** An event of a player, and the time at which to judge it, in milliseconds since the epoch. */
export interface DatedEvent {
  readonly event: SignedEvent;
  readonly at: number;
}

/**
 * Returns those of these events that the rules accept in their own place in a history, dated `at`. None in the last places of a record, in which
 * a server refuses the events of players. Reads the history once, and does not check the signatures in it again.
 */
export async function acceptedInPlace<T extends DatedEvent>(
  { header, events }: Pick<Ledger, 'header' | 'events'>,
  dated: readonly T[],
): Promise<T[]> {
  const before = new Ledger(header, { keepsEvents: false });
  const found: T[] = [];
  for (const one of dated.toSorted((a, b) => a.event.n - b.event.n)) {
    const { event, at } = one;
    if (event.n > events.length || isClosing(event.n)) break;
    const next = events.slice(before.length, event.n);
    await before.appendAll(next, { verified: next.length });
    if ((await before.check(event, Math.max(before.at, at))).ok) found.push(one);
  }
  return found;
}
