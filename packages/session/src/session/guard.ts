import { isAside, type Ledger, type MatchEvent, type SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import { type CodedFailure, coded } from '../platform/failure.ts';
import { eventStatus, type History, type SignedRow } from './signed-row.ts';

/** Reasons why this device signs nothing (more) in a match. */
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
  | 'event-denied'
  | 'event-missing'
  | 'event-voided'
  | 'dated-back'
  | 'gap-denied'
  | 'forfeit-unannounced'
  | 'forfeit-early'
  | 'forfeit-unclaimed'
  | 'aborted-late'
  | 'aborted-unsigned'
  | 'aborted-differs'
  | 'aborted-roll'
  | 'overcharged'
  | 'displaced'
  | 'refunded'
  | 'silent';

export type GuardFailure = CodedFailure<GuardCode>;

export function guardFailure(code: GuardCode): GuardFailure {
  return coded(code);
}

/**
 * Returns null if this device may act on a history, given what it has signed before. It applies after the match and
 * after a reload too.
 */
export function historyFault({ mark }: SignedRow, seat: Player, history: History): GuardFailure | null {
  const status = mark ? eventStatus(mark, seat, history) : 'kept';
  if (status === 'shorter') return guardFailure('history-shorter');
  return status === 'different' ? guardFailure('history-differs') : null;
}

/**
 * Returns the event that this device has signed and the history does not contain yet. `moved` is true if it must be
 * signed again at a new place.
 */
export function unplacedEvent(
  { mark }: SignedRow,
  seat: Player,
  history: History,
): { event: SignedEvent; moved: boolean } | null {
  const status = mark && eventStatus(mark, seat, history);
  if (!mark || (status !== 'open' && status !== 'moved')) return null;
  return { event: mark, moved: status === 'moved' };
}

/** True if this device was the last to take the seat. Null if no device has taken it yet. */
export function holdsSeat(
  row: SignedRow,
  seat: Player,
  ledger: Pick<Ledger, 'state' | 'events' | 'head'>,
): boolean | null {
  const nonce = ledger.state.sitNonce[seat];
  if (nonce === null) return null;
  return row.nonces.includes(nonce) && !isOthersCommit(row, seat, ledger);
}

/** True if another device of this player has committed in the place of this one. Both commit to the same chain if the header names it. */
function isOthersCommit({ mark }: SignedRow, seat: Player, history: History): boolean {
  return mark?.type === 'commit' && eventStatus(mark, seat, history) === 'taken';
}

/**
 * True if the player must roll. Others may know a roll that was signed but not played, so nothing else may be decided
 * in its place until there are new dice.
 */
export function mustRoll({ rolledAt }: SignedRow, { expects, state }: Pick<Ledger, 'expects' | 'state'>): boolean {
  return rolledAt === state.rolls && expects.types.includes('roll');
}

/**
 * Returns the number of the event by which the newest device took the seat, or null if that was the seat's first
 * commit.
 */
export function seatTakenAt(seat: Player, events: readonly MatchEvent[]): number | null {
  const n = events.findLastIndex(({ type, p }) => type === 'sit' && p === seat);
  return n < 0 ? null : n;
}

/**
 * A device that took a seat over may not double before the next dice, because others may already know a roll of the
 * earlier device.
 */
export function mayDouble(seat: Player, { events }: History): boolean {
  const sat = seatTakenAt(seat, events);
  return sat === null || events.slice(sat).some(({ type }) => type === 'dice');
}

/** Returns null if an event may be signed next, given what is stored. */
export function signingFault(
  row: SignedRow,
  seat: Player,
  ledger: Ledger,
  wanted: SignedEvent,
  isSame: (other: SignedEvent) => boolean,
): GuardFailure | null {
  const fault = historyFault(row, seat, ledger);
  if (fault) return fault;
  const still = unplacedEvent(row, seat, ledger);
  if (still && !mayLapse(still.event) && !isSame(still.event)) return guardFailure('marked-otherwise');
  const isDecision = wanted.type !== 'roll' && wanted.type !== 'sit' && !isAside(wanted.type);
  return isDecision && mustRoll(row, ledger) ? guardFailure('only-roll') : null;
}

/** True for events that are obsolete once another event has taken their place, because they answer nothing. */
export function mayLapse({ type }: SignedEvent): boolean {
  return type === 'sit' || type === 'present' || type === 'claim' || type === 'holiday';
}
