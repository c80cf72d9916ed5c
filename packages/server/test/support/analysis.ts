import type { Job } from '@anchor/wire';
import type { Analyst } from '../../src/domain/analysis/analyst.ts';
import { jobsOf, judgePacked } from '../../src/domain/analysis/deep.ts';
import type { Evaluator } from '../../src/domain/analysis/evaluator.ts';
import { rankRecord } from '../../src/domain/analysis/fast.ts';
import type { PackedResult } from '../../src/domain/analysis/queue/packing.ts';
import { decide } from '../../src/domain/bot/decide.ts';
import type { Thinker } from '../../src/domain/bot/thinker.ts';

/** Decides for the bot without a thread. */
export const plainThinker: Thinker = { think: async (thought) => decide(thought) };

/** An analyst without a thread. */
export const plainAnalyst: Analyst = {
  rank: async (record) => ({ ok: true, value: JSON.stringify(rankRecord(record)) }),
  jobs: async (record, engine) => ({ ok: true, value: jobsOf(record, engine) }),
  judge: async (record, engine, results) => ({ ok: true, value: JSON.stringify(judgePacked(record, engine, results)) }),
};

export interface Asked {
  readonly match: string;
  readonly jobs: readonly Job[];
  readonly arrived: (key: string, text: PackedResult) => void;
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
  isCancelled: boolean;
}

/** Returns results when the test says so. */
export class FakeEvaluator implements Evaluator {
  readonly asked: Asked[] = [];

  evaluate: Evaluator['evaluate'] = (match, jobs, arrived) => {
    let settle: Pick<Asked, 'finish' | 'fail'> | undefined;
    const done = new Promise<void>((finish, fail) => {
      settle = { finish, fail };
    });
    const asked: Asked = { match, jobs, arrived, ...settle!, isCancelled: false };
    this.asked.push(asked);
    return {
      done,
      cancel() {
        asked.isCancelled = true;
      },
    };
  };
}
