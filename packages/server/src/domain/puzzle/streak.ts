import { dayBefore } from './calendar.ts';

/** Number of consecutive days up to today with the best play. An unanswered today does not break the streak. */
export function streakOf(solved: readonly string[], today: string): number {
  const days = new Set(solved);
  let streak = 0;
  for (let day = days.has(today) ? today : dayBefore(today); days.has(day); day = dayBefore(day)) streak++;
  return streak;
}
