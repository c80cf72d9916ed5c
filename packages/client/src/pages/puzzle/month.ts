import type { PuzzleDay } from '@anchor/wire';

/** The state of a calendar day for the holder of the key. */
export type DayState = 'solved' | 'tried' | 'missed' | 'open' | 'none';

/** Returns the month `count` months later, `YYYY-MM`. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, ordinal = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, ordinal - 1 + count)).toISOString().slice(0, 7);
}

/**
 * Returns the days of a month in order, preceded by a null for each weekday, Monday first, that belongs to the previous
 * month.
 */
export function daysOf(month: string): (string | null)[] {
  const first = Date.parse(`${month}-01`);
  const [year = 0, ordinal = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, ordinal, 0)).getUTCDate();
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const days = Array.from({ length: count }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`);
  return [...Array.from({ length: before }, () => null), ...days];
}

/** @param days the days of the month that have a puzzle */
export function stateOf(date: string, days: readonly PuzzleDay[], today: string): DayState {
  const day = days.find((one) => one.date === date);
  if (!day) return 'none';
  if (day.rank !== null) return day.rank === 1 ? 'solved' : 'tried';
  return date === today ? 'open' : 'missed';
}
