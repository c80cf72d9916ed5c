import type { Job } from '@anchor/wire';
import { startPosition } from 'bg-rules';

/** Returns the opening 3-1 as a job with the n-th key. */
export function job(n: number, changes: Partial<Omit<Job, 'req'>> & { req?: Partial<Job['req']> } = {}): Job {
  const { points, bar, off } = startPosition();
  const req: Job['req'] = {
    pos: { points: [...points], bar: [...bar], off: [...off] },
    onRoll: 0,
    dice: [3, 1],
    cube: { value: 1, owner: null },
    score: [0, 0],
    matchLength: 7,
    crawford: false,
    postCrawford: false,
    jacoby: false,
    beavers: false,
    ...changes.req,
  };
  return { key: `job-${String(n).padStart(6, '0')}`, ply: 2, engineId: 'gnubg-1.07', ...changes, req };
}
