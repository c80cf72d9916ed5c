import { inLanguage } from './chosen.ts';
import { turns } from './en/turns.ts';

/** Texts of the correspondence matches. */
export const turnTexts = inLanguage('turns', turns);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the time for an answer in the largest unit that divides it, such as "3 days". */
export function answerTime(ms: number): string {
  const { days, hours, minutes } = turnTexts.times;
  if (ms % DAY_MS === 0) return days(ms / DAY_MS);
  return ms % HOUR_MS === 0 ? hours(ms / HOUR_MS) : minutes(Math.floor(ms / MINUTE_MS));
}
