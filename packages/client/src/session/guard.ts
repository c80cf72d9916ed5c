import { isAside, type Ledger, type MatchEvent, type SignedEvent } from 'bg-record';
import type { Failure, Player } from 'bg-rules';
import { troubles } from '../strings/en/troubles.ts';
import { type History, type Signed, standing } from './marks.ts';

/** Why this device signs nothing (more) in a match. */
export type GuardCode =
  | 'history-shorter'
  | 'history-differs'
  | 'marked-otherwise'
  | 'only-roll'
  | 'other-header'
  | 'forked'
  | 'wrong-end'
  | 'bad-receipt'
  | 'receipt-differs'
  | 'dated-back'
  | 'gap-denied'
  | 'forfeit-unannounced'
  | 'forfeit-early'
  | 'forfeit-seen'
  | 'aborted-late'
  | 'aborted-unsigned'
  | 'aborted-differs'
  | 'aborted-roll'
  | 'overcharged';

export type GuardFailure = Failure<GuardCode>;

export function guardFailure(code: GuardCode): GuardFailure {
  return { ok: false, code, message: troubles[code] };
}

/** Null when this device may act on a history, given what it has signed before; also after the match and on reload. */
export function historyFault({ mark }: Signed, seat: Player, history: History): GuardFailure | null {
  const stands = mark ? standing(mark, seat, history) : 'kept';
  if (stands === 'shorter') return guardFailure('history-shorter');
  return stands === 'different' ? guardFailure('history-differs') : null;
}

/** The event that this device has signed and the history does not hold yet, and whether it has to be signed at a new place. */
export function owed({ mark }: Signed, seat: Player, history: History): { event: SignedEvent; moved: boolean } | null {
  const stands = mark && standing(mark, seat, history);
  if (!mark || (stands !== 'open' && stands !== 'moved')) return null;
  return { event: mark, moved: stands === 'moved' };
}

/** True if the seat's newest taking of it is by this device; null before anybody has taken it. */
export function holdsSeat({ nonces }: Signed, seat: Player, ledger: Pick<Ledger, 'state'>): boolean | null {
  const nonce = ledger.state.sitNonce[seat];
  return nonce === null ? null : nonces.includes(nonce);
}

/** A roll that was signed and did not come about may be known to others: until there are new dice nothing else is decided in its place. */
export function mustRoll({ rolledAt }: Signed, { expects, state }: Pick<Ledger, 'expects' | 'state'>): boolean {
  return rolledAt === state.rolls && expects.types.includes('roll');
}

/** The number of the event by which the newest device took the seat; null where that was the seat's first commit. */
export function sitOf(seat: Player, events: readonly MatchEvent[]): number | null {
  const n = events.findLastIndex(({ type, p }) => type === 'sit' && p === seat);
  return n < 0 ? null : n;
}

/** A device that took a seat over offers no double before the next dice: another device's roll may be known to others already. */
export function mayDouble(seat: Player, { events }: History): boolean {
  const sat = sitOf(seat, events);
  return sat === null || events.slice(sat).some(({ type }) => type === 'dice');
}

/** Null when an event may be signed next, given what is stored. */
export function signingFault(
  row: Signed,
  seat: Player,
  ledger: Ledger,
  wanted: SignedEvent,
  isSame: (owed: SignedEvent) => boolean,
): GuardFailure | null {
  const fault = historyFault(row, seat, ledger);
  if (fault) return fault;
  const still = owed(row, seat, ledger);
  if (still && !mayLapse(still.event) && !isSame(still.event)) return guardFailure('marked-otherwise');
  const isDecision = wanted.type !== 'roll' && wanted.type !== 'sit' && !isAside(wanted.type);
  return isDecision && mustRoll(row, ledger) ? guardFailure('only-roll') : null;
}

/** What answers nothing is owed no more once something else came in its place. */
function mayLapse({ type }: SignedEvent): boolean {
  return type === 'sit' || type === 'present';
}
