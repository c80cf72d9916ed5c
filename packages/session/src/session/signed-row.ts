import { type EventBody, isAside, type MatchEvent, type SignedEvent, sentHash } from 'bg-record';
import type { Player } from 'bg-rules';

/**
 * The events that this device has signed in one match. They are one database row, replaced in one transaction before the newest event
 * is sent. `prev` binds everything before an event, so the newest event is enough to recognise a different history.
 */
export interface SignedRow {
  readonly match: string;
  /** The newest event that this device has signed, byte for byte as it is sent. Null if there is none. */
  readonly mark: SignedEvent | null;
  /**
   * Earlier events that were not in the history when the next one was signed, newest last. They are kept only as
   * evidence.
   */
  readonly strays: readonly SignedEvent[];
  /** The nonces of this device's own `commit`s and `sit`s, by which it recognises its own seat. */
  readonly nonces: readonly string[];
  /** The number of dice in the match when this device last signed a `roll`. Until there are more, it may only roll. */
  readonly rolledAt: number | null;
}

const STRAYS_KEPT = 32;

/** Returns the row after another event was signed. */
export function withSignedEvent(
  row: SignedRow,
  event: SignedEvent,
  { kept, rolls }: { kept: boolean; rolls: number },
): SignedRow {
  const strays = row.mark && !kept ? [...row.strays, row.mark].slice(-STRAYS_KEPT) : row.strays;
  const nonces = noncesAfter(row, event, kept);
  return { ...row, mark: event, strays, nonces, rolledAt: event.type === 'roll' ? rolls : row.rolledAt };
}

/** A commit that is not in the history gives no seat: another device may have committed to the same chain, which the header names. */
function noncesAfter({ mark, nonces }: SignedRow, event: SignedEvent, kept: boolean): readonly string[] {
  const own = mark?.type === 'commit' && !kept ? nonces.filter((nonce) => nonce !== mark.nonce) : nonces;
  const isOwn = event.type === 'commit' || event.type === 'sit';
  return isOwn && !own.includes(event.nonce) ? [...own, event.nonce] : own;
}

/** A history as the guard judges it: the events from 0 on, and the hash that the next event must name. */
export interface History {
  readonly events: readonly MatchEvent[];
  readonly head: string;
}

/** The status of a signed event in a history. */
type EventStatus =
  /** The marked event is in the history, or the match ended at its place. */
  | 'kept'
  /** The history ends at the mark's place. Only these exact bytes may be sent there. */
  | 'open'
  /** Only events that answer nothing came in its place. The decision must be signed again at a new place. */
  | 'moved'
  /** The server has signed that it will not accept the event. */
  | 'voided'
  /** Another device of the same player took the seat at its place. */
  | 'taken'
  /** The history ends before the place where this device has already signed. */
  | 'shorter'
  /** The history at that place is different. */
  | 'different';

export function eventStatus(mark: SignedEvent, seat: Player, { events, head }: History): EventStatus {
  if (events.length < mark.n) return 'shorter';
  if ((events[mark.n]?.prev ?? head) !== mark.prev) return 'different';
  const [first] = events.slice(mark.n, mark.n + 1);
  if (!first) return 'open';
  if (first.sig === mark.sig) return 'kept';
  for (const event of events.slice(mark.n)) {
    const ends = statusAfter(mark, seat, event);
    if (ends) return ends;
  }
  return 'moved';
}

const ANY_TURN: ReadonlySet<string> = new Set(['sit', 'claim', 'holiday']);

/** Returns the status that an event at the place of a marked event gives it, or null if that leaves it open. */
function statusAfter(mark: SignedEvent, seat: Player, event: MatchEvent): EventStatus | null {
  if (event.type === 'forfeit') return 'kept';
  if (event.type === 'void' && event.hash === sentHash(mark)) return 'voided';
  if (event.p === seat) return ownStatus(mark, event);
  // A seat or a holiday can be taken at any turn, and a claim is made in the other player's turn, so an event of either player may come first.
  return ANY_TURN.has(mark.type) || isAside(event.type) ? null : 'different';
}

/** The same for an event of the same player that this device has not signed. */
function ownStatus(mark: SignedEvent, event: MatchEvent): EventStatus | null {
  if (event.type === 'sit') return 'taken';
  if (event.type === 'commit' && mark.type === 'commit') return 'taken';
  return mark.type === 'sit' ? null : 'different';
}

/** Returns the decision in an event: the event without its place, its time and its signature. */
export function decisionIn({ n: _n, p: _p, prev: _prev, sent: _sent, sig: _sig, ...decision }: SignedEvent): EventBody {
  return decision;
}
