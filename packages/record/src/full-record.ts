import { MAX_EVENTS } from './event.ts';
import type { LedgerState } from './ledger-state.ts';
import type { Header } from './types.ts';

/**
 * A record is full when only this many places are left: the player who must act then loses. Ten times the length of the
 * longest real match fits before.
 */
const LAST_PLACES = 50;
/** When only this many places are left, the server takes no more events of players, so that it can still record the end. */
const CLOSING_PLACES = 10;

/** A server can add `resume` and `void` at any time. With more of them than this it may have filled the record itself. */
const MOST_OF_SERVER = 1_000;

/** Returns true if a record of `length` events is full, so that the player who must act loses. */
export function isFull(length: number): boolean {
  return length >= MAX_EVENTS - LAST_PLACES;
}

/** Returns true if a record of `length` events is so full that the server refuses events of players. */
export function isClosing(length: number): boolean {
  return length >= MAX_EVENTS - CLOSING_PLACES;
}

/** Returns true if only the last place is left, which takes a `forfeit` only. */
export function hasRoomForTheEndOnly(length: number): boolean {
  return length >= MAX_EVENTS - 1;
}

/** The parts of a `Ledger` that tell if a full record excuses an absence. */
export interface Filled {
  readonly header: Pick<Header, 'absenceMs'>;
  readonly state: Pick<LedgerState, 'refunds' | 'voids'>;
}

/**
 * Returns true if the server may add a `forfeit` for abandonment at once to the first `length` events of a match, because they fill
 * the record: in a match without a limit of absence as soon as the record is full, because no absence is announced there, and in
 * every other match when there is no place left for an announcement. A record with more than 1,000 `resume` and `void` events never
 * allows it.
 */
export function endsByFullness({ header, state }: Filled, length: number): boolean {
  if (state.refunds.count + state.voids > MOST_OF_SERVER) return false;
  return header.absenceMs === null ? isFull(length) : hasRoomForTheEndOnly(length);
}
