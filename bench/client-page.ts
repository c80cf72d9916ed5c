/**
 * Runs in a page before its own scripts: records layout shifts and frame times. It cannot use anything of
 * this module.
 */
export const OBSERVERS = `
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  globalThis.frames = [];
  globalThis.countFrames = () => {
    globalThis.frames = [];
    const count = (at) => {
      globalThis.frames.push(at);
      globalThis.counting = requestAnimationFrame(count);
    };
    globalThis.counting = requestAnimationFrame(count);
  };
`;

/** Returns the milliseconds between successive frames. */
export function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((at, n) => at - (times[n] ?? at));
}
