import { LANGUAGES, language } from './language.ts';

/** Texts of dates without a time of day, which are the same in every time zone. */
const LANGUAGE = LANGUAGES[language].locale;
const inUtc = { timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat(LANGUAGE, { ...inUtc, dateStyle: 'medium' });
const month = new Intl.DateTimeFormat(LANGUAGE, { ...inUtc, month: 'long', year: 'numeric' });
const weekday = new Intl.DateTimeFormat(LANGUAGE, { ...inUtc, weekday: 'short' });

/** @param text `YYYY-MM-DD`. Any other text is returned as it is. */
export function dateOf(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) ? text : day.format(time);
}

/** @param text `YYYY-MM` */
export function monthOf(text: string): string {
  return month.format(Date.parse(`${text}-01`));
}

/** Returns the short names of the days of the week, Monday first. */
export function weekdays(): string[] {
  // the first of January 2024 was a Monday
  return Array.from({ length: 7 }, (_, n) => weekday.format(Date.UTC(2024, 0, 1 + n)));
}
