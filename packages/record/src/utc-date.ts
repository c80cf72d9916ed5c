/** Returns the UTC date of a time in milliseconds since the epoch, as YYYY-MM-DD. */
export function utcDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
