import { type Expectation, isAside, type LedgerState, type MatchEvent } from 'bg-record';
import type { Player } from 'bg-rules';

/** Two `sit`s of one seat are stored at least this far apart, and so are two `void`s of a match. */
export const APART_MS = 5_000;
/** How long after an aside the next place belongs to the player who has to act. A slow connection signs again within that time. */
export const RESERVED_MS = 2_000;
/** No event waits longer than this, whatever else happens: not while the clock of the machine is set back either. */
export const LONGEST_WAIT_MS = 10_000;

/** An aside that can wait: a `sit` or `holiday`, the `void` of an event of this seat, or the announcement that the player to act is absent. */
export type Deferrable =
  | { readonly type: 'sit' | 'holiday' | 'void'; readonly seat: Player }
  | { readonly type: 'absent' };

/** The part of a match that the rule depends on. Each process that knows the events comes to the same result. */
interface AsideLedger {
  readonly last: Pick<MatchEvent, 'type' | 'p' | 'at'> | null;
  readonly expects: Pick<Expectation, 'party'>;
  readonly state: Pick<LedgerState, 'sitAt' | 'voidAt'>;
}

/**
 * Returns the time from which on an aside may be stored, in milliseconds since the epoch. An aside takes the place for which the player
 * to act may have signed a decision, and that player must then sign again. So no seat may cause asides at any rate, and after one of them
 * the player to act comes first. This player's own `sit`s, holidays and refused events displace only what this player sends, and need not give way.
 */
export function mayBeStoredFrom(ledger: AsideLedger, aside: Deferrable): number {
  const { state, expects } = ledger;
  if (aside.type === 'absent') return reservedUntil(ledger);
  const last = lastOf(state, aside);
  const apart = last === null ? 0 : last + APART_MS;
  return aside.seat === expects.party ? apart : Math.max(apart, reservedUntil(ledger));
}

/** When the last such aside was stored. Null without one, and for a holiday: a player may take several at once. */
function lastOf({ sitAt, voidAt }: AsideLedger['state'], { type, seat }: Exclude<Deferrable, { type: 'absent' }>) {
  if (type === 'holiday') return null;
  return type === 'sit' ? sitAt[seat] : voidAt;
}

/** Returns how long an event must wait before it may lead to this aside, in milliseconds. `waitedMs`: how long it has waited already. */
export function waitMsOf(ledger: AsideLedger, aside: Deferrable, now: number, waitedMs: number): number {
  return Math.max(0, Math.min(mayBeStoredFrom(ledger, aside) - now, LONGEST_WAIT_MS - waitedMs));
}

/** Until when the next place belongs to the player who has to act. The server's asides and those of the other seat reserve it. */
function reservedUntil({ last, expects }: AsideLedger): number {
  const { party } = expects;
  return last === null || party === null || last.p === party || !isAside(last.type) ? 0 : last.at + RESERVED_MS;
}
