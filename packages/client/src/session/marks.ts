import type { MatchEvent } from 'bg-record';
import type { Player } from 'bg-rules';

/**
 * What this device remembers of the last link of its chain that it gave away: in which match, at which place of which
 * history. Stored before the link leaves. `prev` binds everything before, so the last mark of a match is enough.
 */
export interface Mark {
  readonly match: string;
  readonly n: number;
  readonly prev: string;
  readonly type: 'roll' | 'reveal';
  readonly reveal: string;
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
  /** The event marked is not in it yet: whatever is signed next here must be that same event. */
  | 'owed'
  /** It ends before the place where this device has already signed. */
  | 'shorter'
  /** At that place it is another history. */
  | 'different';

export function standing(mark: Mark, seat: Player, { events, head }: History): Standing {
  if (events.length < mark.n) return 'shorter';
  if ((events[mark.n]?.prev ?? head) !== mark.prev) return 'different';
  // After a restart of the service the event may have been lost on its way; then only `resume` may stand before it.
  const next = events.slice(mark.n).find(({ type }) => type !== 'resume');
  if (!next) return 'owed';
  return next.type === 'forfeit' || isMarked(mark, seat, next) ? 'kept' : 'different';
}

function isMarked(mark: Mark, seat: Player, event: MatchEvent): boolean {
  return event.p === seat && event.type === mark.type && event.reveal === mark.reveal;
}
