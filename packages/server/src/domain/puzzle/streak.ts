import { dayBefore } from './calendar.ts';

/**
 * Days in a row on which the best play was found, up to today; a today that is not answered yet breaks nothing that lasted
 * until yesterday.
 */
export function streakOf(solved: readonly string[], today: string): number {
  const days = new Set(solved);
  let streak = 0;
  for (let day = days.has(today) ? today : dayBefore(today); days.has(day); day = dayBefore(day)) streak++;
  return streak;
}
