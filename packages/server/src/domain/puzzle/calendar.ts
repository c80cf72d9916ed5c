const DAY_MS = 86_400_000;

/** The day of a moment in UTC, `YYYY-MM-DD`. */
export function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Whether the text is a day that the calendar has: the 30th of February is none. */
export function isDate(text: string): boolean {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(atMs) && dateOf(atMs) === text;
}

/** Days since the first of January 1970. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

export function dayBefore(date: string): string {
  return dateOf(Date.parse(date) - DAY_MS);
}
