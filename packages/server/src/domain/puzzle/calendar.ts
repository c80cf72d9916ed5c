const DAY_MS = 86_400_000;

/** The UTC date of a time, as `YYYY-MM-DD`. */
export function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** True if the text is an existing date: 30 February is not. */
export function isDate(text: string): boolean {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(atMs) && dateOf(atMs) === text;
}

/** Days since 1 January 1970. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

export function dayBefore(date: string): string {
  return dateOf(Date.parse(date) - DAY_MS);
}
