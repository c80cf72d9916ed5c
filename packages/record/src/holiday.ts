import type { Player } from 'bg-rules';
import { DAY_MS } from './clock-preset.ts';
import { type RecordFailure, refuse } from './codes.ts';
import { type EventOf, isAside } from './event.ts';
import { type LedgerState, partyToAct } from './ledger-state.ts';
import type { Header, MatchEvent } from './types.ts';

/** Returns the days of holiday that a player may still take. */
export function holidayDaysLeft(
  { header, state }: { readonly header: Pick<Header, 'holidayDays'>; readonly state: Pick<LedgerState, 'holidays'> },
  seat: Player,
): number {
  return (header.holidayDays ?? 0) - state.holidays[seat].days;
}

/** Returns the reason why a player may not take a holiday, or null. */
export function holidayFault(state: LedgerState, event: EventOf<'holiday'>, header: Header): RecordFailure | null {
  const { p, days } = event;
  if (p === null) return refuse('wrong-party', 'the server has no holiday');
  if (state.commitments[p] === null)
    return refuse('wrong-type', '"holiday" cannot come before the first commit of its player');
  const left = holidayDaysLeft({ header, state }, p);
  return days <= left ? null : refuse('wrong-holiday', `player ${p} has ${left} days of holiday left, not ${days}`);
}

/** Returns both players' holidays after a `holiday`. It begins at once, or after the holiday that the player is on. */
export function holidaysAfter({ holidays }: LedgerState, { p, days, at }: EventOf<'holiday'>): LedgerState['holidays'] {
  const [first, second] = holidays;
  const { days: before, until } = p === 1 ? second : first;
  const taken = { days: before + days, until: Math.max(until ?? 0, at) + days * DAY_MS };
  return p === 1 ? [first, taken] : [taken, second];
}

/**
 * Returns how much of the time since `answerSince` does not count after an event, because the player who has to act is on holiday.
 *
 * @param after the state after the event, apart from its times
 */
export function holidayMsAfter(before: LedgerState, event: MatchEvent, after: LedgerState): number {
  const { type, at, p } = event;
  const party = partyToAct(before);
  if (type === 'holiday') return before.holidayMs + (p === party ? event.days * DAY_MS : 0);
  if (type === 'resume') {
    // `answerSince` has moved by the whole gap, so the part of it that lies within the holiday must not count again.
    const until = party === null ? null : before.holidays[party].until;
    return until === null ? before.holidayMs : before.holidayMs - Math.max(0, Math.min(until, at) - event.since);
  }
  if (isAside(type)) return before.holidayMs;
  const next = partyToAct(after);
  const until = next === null ? null : after.holidays[next].until;
  return until === null ? 0 : Math.max(0, until - at);
}
