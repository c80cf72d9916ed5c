import type { EventType } from 'bg-record';
import type { Failure, Player } from 'bg-rules';
import { troubles } from '../strings/en/troubles.ts';
import { type History, type Mark, standing } from './marks.ts';
import { type Arrival, MAX_SKEW_MS } from './server-time.ts';

/** Why this device signs nothing (more) in a match. */
export type GuardCode =
  | 'history-shorter'
  | 'history-differs'
  | 'marked-otherwise'
  | 'time-off'
  | 'other-header'
  | 'forked'
  | 'wrong-end';

export type GuardFailure = Failure<GuardCode>;

export function guardFailure(code: GuardCode): GuardFailure {
  return { ok: false, code, message: troubles[code] };
}

/** Null when this device may act on a history, given what it has signed before; also after the match and on reload. */
export function historyFault(mark: Mark | null, seat: Player, history: History): GuardFailure | null {
  const stands = mark ? standing(mark, seat, history) : 'kept';
  if (stands === 'shorter') return guardFailure('history-shorter');
  return stands === 'different' ? guardFailure('history-differs') : null;
}

/** The event that this device has signed and the history does not hold yet; nothing else may be signed in its place. */
export function owedEvent(mark: Mark | null, seat: Player, history: History): Mark | null {
  return mark && standing(mark, seat, history) === 'owed' ? mark : null;
}

/** Null when an event of this type may be signed next; `reveal` is the link that it would carry, if any. */
export function signingFault(
  mark: Mark | null,
  seat: Player,
  history: History,
  wanted: { readonly type: EventType; readonly reveal: string | null },
): GuardFailure | null {
  const fault = historyFault(mark, seat, history);
  if (fault) return fault;
  const owed = owedEvent(mark, seat, history);
  if (!owed || (owed.type === wanted.type && owed.reveal === wanted.reveal)) return null;
  return guardFailure('marked-otherwise');
}

/**
 * Null when the time of an event is believable. What is told as it happens may be off by a minute either way from when it
 * arrived; what is told later may be old, but not from the future.
 */
export function timeFault(at: number, arrival: Arrival, told: 'live' | 'later'): GuardFailure | null {
  const early = at > arrival.untilMs + MAX_SKEW_MS;
  const late = told === 'live' && at < arrival.sinceMs - MAX_SKEW_MS;
  return early || late ? guardFailure('time-off') : null;
}
