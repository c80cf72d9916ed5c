import type { Page } from 'playwright-core';

/** Lists what moves in the window from now on without the reader's doing, except the elements that the selector names. The script runs in the page. */
export const watchLayoutShifts = (except: string): string => `{
  globalThis.shifts = [];
  const keep = (entries) => {
    for (const { sources } of entries) {
      for (const { node, previousRect, currentRect } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (element?.closest('${except}')) continue;
        const from = [previousRect, currentRect].map(({ x, y }) => x + ' ' + y).join(' to ');
        globalThis.shifts.push((element?.outerHTML.slice(0, 80) ?? 'a part that is gone') + ' from ' + from);
      }
    }
  };
  globalThis.shiftWatch = new PerformanceObserver((list) => keep(list.getEntries()));
  globalThis.shiftWatch.observe({ type: 'layout-shift' });
  globalThis.shiftsSoFar = async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    keep(globalThis.shiftWatch.takeRecords());
    return globalThis.shifts;
  };
}`;

/** Returns the movements since the watch began. Those of the last frame are known only after it has been painted. */
export const layoutShifts = (page: Page): Promise<unknown> => page.evaluate('globalThis.shiftsSoFar()');
