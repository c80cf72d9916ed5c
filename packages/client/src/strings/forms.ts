import { LANGUAGES, language } from './language.ts';

/** How the language of the page writes numbers, times and plurals. */
const LANGUAGE = LANGUAGES[language].locale;

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

const pluralRules = new Intl.PluralRules(LANGUAGE);
const day = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const withDigits = new Map<number, Intl.NumberFormat>();

/** The form that this count takes, with `#` in it replaced by the count. */
export function plural(count: number, forms: PluralForms): string {
  return (forms[pluralRules.select(count)] ?? forms.other).replaceAll('#', () => number(count));
}

/** A sign is no part of a number to the order of writing: on a page from right to left it would stand behind it. This mark keeps it. */
const KEEPS_SIGN = '\u200e';

/** A number, rounded to so many decimal places. */
export function number(value: number, digits = 0): string {
  const known = withDigits.get(digits);
  const format =
    known ?? new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (!known) withDigits.set(digits, format);
  // What rounds to nothing has no sign.
  const rounded = Math.round(value * 10 ** digits) === 0 ? 0 : value;
  return format.format(rounded).replace('-', `${KEEPS_SIGN}−`);
}

/** A number with its sign, `+` as well. */
export function signed(value: number, digits = 0): string {
  const text = number(value, digits);
  return value < 0 || Math.round(value * 10 ** digits) === 0 ? text : `${KEEPS_SIGN}+${text}`;
}

/** @param share 0 to 1 */
export function percent(share: number, digits = 0): string {
  return `${number(share * 100, digits)} %`;
}

/** @param atMs milliseconds since the epoch */
export function dayOf(atMs: number): string {
  return day.format(atMs);
}

/** @param atMs milliseconds since the epoch */
export function momentOf(atMs: number): string {
  return moment.format(atMs);
}

const inUtc = { timeZone: 'UTC' } as const;
const month = new Intl.DateTimeFormat(LANGUAGE, { ...inUtc, month: 'long', year: 'numeric' });
const weekday = new Intl.DateTimeFormat(LANGUAGE, { ...inUtc, weekday: 'short' });

/** @param text `YYYY-MM` */
export function monthOf(text: string): string {
  return month.format(Date.parse(`${text}-01`));
}

/** The days of the week, Monday first, in short. */
export function weekdays(): string[] {
  // the first of January 2024 was a Monday
  return Array.from({ length: 7 }, (_, n) => weekday.format(Date.UTC(2024, 0, 1 + n)));
}

const HOUR_MS = 3_600_000;
const clock = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit' });
const clockWithSeconds = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayAndMonth = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short' });
const monthAndYear = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', year: 'numeric' });

/** The span below which a form tells the marks of an axis apart. */
const axisFormats = [
  [HOUR_MS / 6, clockWithSeconds],
  [36 * HOUR_MS, clock],
  [300 * 24 * HOUR_MS, dayAndMonth],
] as const;

/** How moments are written along an axis that spans so long. */
export function axisTime(spanMs: number): (atMs: number) => string {
  const [, format = monthAndYear] = axisFormats.find(([below]) => spanMs < below) ?? [];
  return (atMs) => format.format(atMs);
}
