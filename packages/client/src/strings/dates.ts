import { LANGUAGES, language } from './language.ts';

const day = new Intl.DateTimeFormat(LANGUAGES[language].locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a date without a time. `date`: year, month and day as `2026-11-29`. Any other text is returned as it is. */
export function dateOf(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : day.format(time);
}
