/** Returns minutes and seconds. Below ten seconds it adds tenths, so that the clock visibly runs. */
export function clockText(leftMs: number): string {
  const tenths = Math.floor(Math.max(leftMs, 0) / 100);
  if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  return minutesAndSeconds(Math.floor(tenths / 10));
}

/** Returns minutes and whole seconds, never negative. */
export function countdownText(leftMs: number): string {
  return minutesAndSeconds(Math.ceil(Math.max(leftMs, 0) / 1000));
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns a duration in seconds, or in minutes from two minutes on. */
export function durationText(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

/** Returns the whole seconds until a time, never negative. */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/** Returns the time as it is read aloud. */
export function spokenTime(leftMs: number): string {
  const seconds = Math.floor(Math.max(leftMs, 0) / 1000);
  const minutes = Math.floor(seconds / 60);
  const parts = [minutes > 0 && `${minutes} min`, `${seconds % 60} s`];
  return parts.filter(Boolean).join(' ');
}
