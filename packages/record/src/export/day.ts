/** The UTC day of a time in milliseconds since the epoch, YYYY-MM-DD. */
export function day(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
