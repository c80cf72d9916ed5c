import { expect, it } from 'vitest';
import { PendingCount } from '../../src/shared/pending-count.ts';

it('is idle when all operations have ended, with success or failure', async () => {
  const work = new PendingCount();
  await work.idle();
  const failing = work.during(async () => {
    throw new Error('failed');
  });
  work.begin();
  let isIdle = false;
  const idle = work.idle().then(() => {
    isIdle = true;
  });
  await expect(failing).rejects.toThrow('failed');
  expect([isIdle, work.count]).toEqual([false, 1]);
  work.end();
  await idle;
  expect(work.count).toBe(0);
});
