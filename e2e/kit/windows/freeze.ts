import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserPage } from './browser-page.ts';

/** How long a page computes so that its process is found, in milliseconds. */
const BUSY_MS = 600;
/** The processor time that it must use for that, in ticks of 10 ms, and how many times more than any other process. */
const CLEAR = { ticks: 5, times: 3 };

/**
 * Stops the process that runs the page, as a phone does that is locked. The browser keeps the connections of its pages in another process, so a
 * test cuts them itself. The returned function lets the page go on.
 */
export async function freeze(page: BrowserPage): Promise<() => void> {
  const pid = await page.until('the process of the page', () => processOf(page));
  process.kill(pid, 'SIGSTOP');
  return () => process.kill(pid, 'SIGCONT');
}

/** While the page computes, its process uses the most processor time of all that this one has started. Null if that is not clear. */
async function processOf(page: BrowserPage): Promise<number | null> {
  const before = processorTimes();
  await page.call((ms) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }, BUSY_MS);
  const [first, second] = [...processorTimes()]
    .map(([pid, ticks]) => ({ pid, ticks: ticks - (before.get(pid) ?? ticks) }))
    .toSorted((a, b) => b.ticks - a.ticks);
  const isClear = first && first.ticks >= CLEAR.ticks && first.ticks >= CLEAR.times * (second?.ticks ?? 0);
  return isClear ? first.pid : null;
}

/** The processor time of each process that this one has started, directly or not, in ticks. */
function processorTimes(): Map<number, number> {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []));
  const started = new Set([process.pid]);
  // A parent may have a higher number than its child.
  for (let size = 0; size < started.size; ) {
    size = started.size;
    for (const { pid, parent } of all) if (started.has(parent)) started.add(pid);
  }
  return new Map(all.flatMap(({ pid, ticks }) => (started.has(pid) && pid !== process.pid ? [[pid, ticks]] : [])));
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/** Reads `/proc/PID/stat`. Returns nothing for a process that has ended. */
function readStat(pid: number): Stat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may have any characters.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [{ pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
  } catch {
    return [];
  }
}
