import { type EventBody, isAside, type MatchEvent, type SignedEvent, sentHash } from 'bg-record';
import type { Player } from 'bg-rules';

/**
 * What this device has signed in one match: one row of the database, replaced in one transaction before the newest event leaves. `prev`
 * binds everything before an event, so the newest one is enough to recognise another history.
 */
export interface Signed {
  readonly match: string;
  /** The newest event that this device has signed, byte for byte as it is sent. Null before the first. */
  readonly mark: SignedEvent | null;
  /** Earlier events that were not in the history when the next one was signed, the newest last: kept as evidence only. */
  readonly strays: readonly SignedEvent[];
  /** The nonces of this device's own `commit`s and `sit`s: by them it recognises a seat that is its own. */
  readonly nonces: readonly string[];
  /** How many dice the match had when this device last signed a `roll`: until there are more, it may only roll. */
  readonly rolledAt: number | null;
}

const STRAYS_KEPT = 32;

/** The row after another event was signed. */
export function withMark(row: Signed, event: SignedEvent, { kept, rolls }: { kept: boolean; rolls: number }): Signed {
  const strays = row.mark && !kept ? [...row.strays, row.mark].slice(-STRAYS_KEPT) : row.strays;
  const isOwn = event.type === 'commit' || event.type === 'sit';
  const nonces = isOwn && !row.nonces.includes(event.nonce) ? [...row.nonces, event.nonce] : row.nonces;
  return { ...row, mark: event, strays, nonces, rolledAt: event.type === 'roll' ? rolls : row.rolledAt };
}

/** A history as the guard judges it: events from 0, and the hash that the next event must name. */
export interface History {
  readonly events: readonly MatchEvent[];
  readonly head: string;
}

/** How a history stands to a mark. */
export type Standing =
  /** The event marked is in it, or the match was ended in its place. */
  | 'kept'
  /** The history ends at its place: only these very bytes may be sent there. */
  | 'open'
  /** Only events that answer nothing came in its place: what was decided is still owed, at a new place. */
  | 'moved'
  /** The server has signed that it will not take it. */
  | 'voided'
  /** Another device of the same player took the seat in its place. */
  | 'taken'
  /** The history ends before the place where this device has already signed. */
  | 'shorter'
  /** At that place it is another history. */
  | 'different';

export function standing(mark: SignedEvent, seat: Player, { events, head }: History): Standing {
  if (events.length < mark.n) return 'shorter';
  if ((events[mark.n]?.prev ?? head) !== mark.prev) return 'different';
  const [first] = events.slice(mark.n, mark.n + 1);
  if (!first) return 'open';
  if (first.sig === mark.sig) return 'kept';
  for (const event of events.slice(mark.n)) {
    const ends = standingAfter(mark, seat, event);
    if (ends) return ends;
  }
  return 'moved';
}

/** What an event that came in the place of a mark makes of it; null when the mark survives it. */
function standingAfter(mark: SignedEvent, seat: Player, event: MatchEvent): Standing | null {
  if (event.type === 'forfeit') return 'kept';
  if (event.type === 'void' && event.hash === sentHash(mark)) return 'voided';
  if (event.p === seat) return ownStanding(mark, event);
  // A seat is taken whoever is to act, so anybody's event may come first.
  return mark.type === 'sit' || isAside(event.type) ? null : 'different';
}

/** The like after an event of the same player that this device has not signed there. */
function ownStanding(mark: SignedEvent, event: MatchEvent): Standing | null {
  if (event.type === 'sit') return 'taken';
  if (event.type === 'commit' && mark.type === 'commit') return 'taken';
  return mark.type === 'sit' ? null : 'different';
}

/** What was decided: the event without its place, its time and its signature. */
export function decisionIn({ n: _n, p: _p, prev: _prev, sent: _sent, sig: _sig, ...decision }: SignedEvent): EventBody {
  return decision;
}
