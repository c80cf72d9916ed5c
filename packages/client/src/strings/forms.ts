import { LANGUAGES, language } from './language.ts';

/** The locale for numbers, times and plurals. */
const LANGUAGE = LANGUAGES[language].locale;

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

const pluralRules = new Intl.PluralRules(LANGUAGE);
const day = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const withDigits = new Map<number, Intl.NumberFormat>();

/** Returns the plural form for this count, with `#` replaced by the count. */
export function plural(count: number, forms: PluralForms): string {
  return (forms[pluralRules.select(count)] ?? forms.other).replaceAll('#', () => number(count));
}

/**
 * Bidirectional text does not treat a sign as part of its number: on a right-to-left page it would follow the number.
 * This mark keeps it in front.
 */
const KEEPS_SIGN = '\u200e';

/** Formats a number with this many decimal places. */
export function number(value: number, digits = 0): string {
  const known = withDigits.get(digits);
  const format =
    known ?? new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (!known) withDigits.set(digits, format);
  // A value that rounds to zero has no sign.
  const rounded = Math.round(value * 10 ** digits) === 0 ? 0 : value;
  return format.format(rounded).replace('-', `${KEEPS_SIGN}−`);
}

/** Formats a number with its sign, including `+`. */
export function signed(value: number, digits = 0): string {
  const text = number(value, digits);
  return value < 0 || Math.round(value * 10 ** digits) === 0 ? text : `${KEEPS_SIGN}+${text}`;
}

/** The sign after a percentage, with the space that the language puts before it. */
const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: 'percent' }).format(0).replace('0', '');

/** @param share 0 to 1 */
export function percent(share: number, digits = 0): string {
  return `${number(share * 100, digits)}${PERCENT}`;
}

/** @param atMs milliseconds since the epoch */
export function dayOf(atMs: number): string {
  return day.format(atMs);
}

/** @param atMs milliseconds since the epoch */
export function momentOf(atMs: number): string {
  return moment.format(atMs);
}

const HOUR_MS = 3_600_000;
const clock = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit' });

/** Returns the time of day. @param atMs milliseconds since the epoch */
export function timeOf(atMs: number): string {
  return clock.format(atMs);
}

const dayAndMonth = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short' });
const monthAndYear = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', year: 'numeric' });

/** Formats for axis labels, each with the span below which it is used. */
const axisFormats = [
  [36 * HOUR_MS, clock],
  [300 * 24 * HOUR_MS, dayAndMonth],
] as const;

/** Returns the format for times along an axis with this span. */
export function axisTime(spanMs: number): (atMs: number) => string {
  const [, format = monthAndYear] = axisFormats.find(([below]) => spanMs < below) ?? [];
  return (atMs) => format.format(atMs);
}
