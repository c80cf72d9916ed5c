import type { ClockName } from '@anchor/wire';
import { daysPreset } from 'bg-record';
import { termsTexts } from './terms.ts';

/**
 * Explains a clock, and how long a player may be away.
 *
 * @param absenceMs how long an announced absence may take; null if the server has not said it
 */
export function clockHint(clock: ClockName, absenceMs: number | null): string {
  const away = awayHint(clock, absenceMs);
  return away === null ? termsTexts.clockHints[clock] : `${termsTexts.clockHints[clock]} ${away}`;
}

/** Says how long a player may be away before the opponent may claim a match with this clock. Null for a clock in days and for none. */
export function awayHint(clock: ClockName, absenceMs: number | null): string | null {
  if (absenceMs === null || clock === 'none' || daysPreset(clock) !== null) return null;
  return termsTexts.awayLoses(minutesText(absenceMs));
}

/** Writes a time in minutes, with a decimal where it is not whole. */
export function minutesText(ms: number): string {
  return termsTexts.minutes(Math.round(ms / 6_000) / 10);
}
