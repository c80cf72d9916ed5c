/** Runs in a page before anything else of it: notes how much is moved by itself, and the times of frames. It sees nothing of any file. */
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

/** Milliseconds between one frame and the next. */
export function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((at, n) => at - (times[n] ?? at));
}
