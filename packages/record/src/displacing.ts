import { isAside } from './event.ts';
import type { MatchEvent, Party } from './types.ts';

/** After an aside that displaces a decision, a server leaves the player to act this long before it stores another. */
const RESERVED_MS = 2_000;
/** So many displacing asides in quick succession have a note. */
export const MANY_DISPLACING = 4;

/** The asides that displaced decisions, for the note about them. */
export interface Displacing {
  /** The `at` of the last such aside while the same player has had to act. Null without one. */
  readonly at: number | null;
  /** Number of such asides up to it, each less than 2 s after the one before. */
  readonly row: number;
  /** For each player the longest row while that player had to act. */
  readonly longest: readonly [number, number];
}

/** The match just before an event: the time of the event before (or `created`), and the party that has to act. */
export interface MomentBefore {
  readonly at: number;
  readonly party: Party;
}

/**
 * Returns true for an aside that costs the player who has to act time by taking the place of a decision: one that this player did not send,
 * dated later than the event before. A `resume` that gives at least half of that time back does not count.
 */
export function isDisplacing(event: MatchEvent, before: MomentBefore): boolean {
  const { party, at } = before;
  if (party === null || event.p === party || !isAside(event.type) || event.at <= at) return false;
  return event.type !== 'resume' || 2 * (event.at - event.since) < event.at - at;
}

/** Returns what follows after an event. */
export function countDisplacing(known: Displacing, event: MatchEvent, before: MomentBefore): Displacing {
  const { party } = before;
  if (party === null || !isAside(event.type)) return known.at === null ? known : { ...known, at: null, row: 0 };
  if (!isDisplacing(event, before)) return known;
  const row = known.at !== null && event.at - known.at < RESERVED_MS ? known.row + 1 : 1;
  const [first, second] = known.longest;
  return { at: event.at, row, longest: party === 0 ? [Math.max(first, row), second] : [first, Math.max(second, row)] };
}
