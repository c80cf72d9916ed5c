import { describe, expect, it } from 'vitest';
import * as life from '../../src/domain/analysis/queue/job-life.ts';
import { honestResult, jobsFor } from './engine.ts';

const [job] = jobsFor(1);
const result = { plays: honestResult(job!).plays };
const hold = (workerId: string) => ({ token: `token of ${workerId}`, workerId, until: life.LEASE_MS });
const held = (workerId: string) => life.take(life.ask(null, job!, 'm'), hold(workerId), true);

// Each step must be right for any caller, even for cases that other parts of the queue prevent.
describe('a job', () => {
  it('accepts results only from the holder of its present lease', () => {
    const state = held('w1');
    for (const token of ['', 'token of w2']) {
      const [next, { outcome }] = life.settle(state, token, { workerId: 'w1', result }, false);
      expect([next, outcome]).toEqual([state, 'not-held']);
    }
    expect(life.settle(null, 'token of w1', { workerId: 'w1', result }, false)).toEqual([
      null,
      { outcome: 'not-held' },
    ]);
    expect(
      life.settle(life.release(state, 'token of w1'), 'token of w1', { workerId: 'w1', result }, false)[1],
    ).toEqual({
      outcome: 'not-held',
    });
  });

  it('counts two opinions of one worker once, even if the worker could get it twice', () => {
    const [noted] = life.settle(held('w1'), 'token of w1', { workerId: 'w1', result }, true);
    const again = noted && { ...noted, hold: hold('w1') };
    const [state, { outcome }] = life.settle(again, 'token of w1', { workerId: 'w1', result }, true);
    expect(outcome).toBe('noted');
    const other = state && { ...state, hold: hold('w2') };
    expect(life.settle(other, 'token of w2', { workerId: 'w2', result }, true)).toEqual([
      null,
      { outcome: 'answered', result, before: other },
    ]);
  });

  it('is released by its own lease only, and dropped when no match waits for it', () => {
    const state = held('w1');
    expect(life.release(state, 'token of w2')).toBe(state);
    const orphan = life.withdraw(state, 'm');
    expect(life.isOpen(orphan)).toBe(true);
    expect(life.release(orphan, 'token of w1')).toBeNull();
  });
});
