import type { JobResult } from '@anchor/wire';
import { describe, expect, it } from 'vitest';
import { afterOpinion, MAX_OPINIONS, type Opinion } from '../../src/domain/analysis/queue/job-life.ts';
import { honestResult, jobsFor } from './engine.ts';

const [job] = jobsFor(1);
const { plays } = honestResult(job!);
const opinion = (party: string, result: JobResult = { plays }): Opinion => ({
  party,
  judge: { id: party, at: 1 },
  result,
});
/** Results with a different best play each. */
const lie = (index: number): JobResult => ({ plays: [plays[index]!, ...plays.filter((_, n) => n !== index)] });

describe('a job', () => {
  it('has its result with the first opinion, unless two are needed', () => {
    const one = opinion('a');
    expect(afterOpinion([], one, false)).toEqual({ outcome: 'answered', result: { plays }, judges: [one] });
    expect(afterOpinion([], one, true)).toEqual({ outcome: 'noted', opinions: [one] });
  });

  it('has its result when two different workers agree, whichever opinions came between', () => {
    const earlier = [opinion('a'), opinion('b', lie(1))];
    const third = opinion('c');
    expect(afterOpinion(earlier, third, true)).toEqual({
      outcome: 'answered',
      result: { plays },
      judges: [earlier[0], third],
    });
    expect(afterOpinion(earlier, opinion('a'), true)).toMatchObject({ outcome: 'noted' });
  });

  it('is dropped after five opinions of which no two agree', () => {
    let earlier: readonly Opinion[] = [];
    for (let n = 1; n < MAX_OPINIONS; n++) {
      const settled = afterOpinion(earlier, opinion(`w${n}`, lie(n)), true);
      if (settled.outcome !== 'noted') throw new Error(settled.outcome);
      earlier = settled.opinions;
    }
    expect(afterOpinion(earlier, opinion('last'), true)).toEqual({ outcome: 'dropped' });
  });
});
