import { isAside } from './event.ts';
import type { EventType, MatchEvent, Party } from './types.ts';

/** After an aside of another party, a server leaves the player who has to act this long before it stores the next one. */
const RESERVED_MS = 2_000;
/** So many displacing asides may come at once. An honest server stores no more, even if a process fails at the same time. */
const MOST_AT_ONCE = 5;

/** The asides that displaced decisions, for the note about them. */
export interface Displacing {
  /** The `at` of the last such aside while the same player has had to act. Null without one. */
  readonly at: number | null;
  /** RESERVED_MS for each of these asides, less the time that has passed since; never below 0. */
  readonly loadMs: number;
  /** Number of these asides since the load was last 0. */
  readonly row: number;
  /** For each player the longest row of too many asides while that player had to act. 0 without one. */
  readonly longest: readonly [number, number];
}

/** The match just before an event: the event before (or the time `created`), and the party that has to act. */
export interface MomentBefore {
  readonly at: number;
  /** Null before the first event. */
  readonly type: EventType | null;
  readonly party: Party;
}

/**
 * Returns true for an aside that takes the place for which the player who has to act may have signed a decision: one that this player did
 * not send, whatever its date. A `resume` that gives back all the time since the event before it belongs to that event, which was slow to
 * store, and does not count unless that event is a `resume` as well.
 */
export function isDisplacing(event: MatchEvent, before: MomentBefore): boolean {
  const { party, at, type } = before;
  if (party === null || event.p === party || !isAside(event.type)) return false;
  return event.type !== 'resume' || type === 'resume' || event.since > at;
}

/** Returns what follows after an event. */
export function countDisplacing(known: Displacing, event: MatchEvent, before: MomentBefore): Displacing {
  const { party } = before;
  if (party === null || !isAside(event.type))
    return known.at === null ? known : { ...known, at: null, loadMs: 0, row: 0 };
  if (!isDisplacing(event, before)) return known;
  const leftMs = known.at === null ? 0 : Math.max(0, known.loadMs - (event.at - known.at));
  const loadMs = leftMs + RESERVED_MS;
  const row = leftMs > 0 ? known.row + 1 : 1;
  const many = loadMs > MOST_AT_ONCE * RESERVED_MS ? row : 0;
  const [first, second] = known.longest;
  const longest = party === 0 ? ([Math.max(first, many), second] as const) : ([first, Math.max(second, many)] as const);
  return { at: event.at, loadMs, row, longest };
}
