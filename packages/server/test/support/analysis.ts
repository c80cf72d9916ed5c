import type { Job } from '@anchor/wire';
import type { Analyser } from '../../src/domain/analysis/analyser.ts';
import type { Evaluator } from '../../src/domain/analysis/deep-analysis.ts';
import { deepReportOfPacked, jobsOf } from '../../src/domain/analysis/deep-report.ts';
import { fastReport } from '../../src/domain/analysis/fast-report.ts';
import type { PackedResult } from '../../src/domain/analysis/packing.ts';
import { type BotDecider, decide } from '../../src/domain/bot/decide.ts';

/** Decides for the bot without a thread. */
export const plainDecider: BotDecider = { decide: async (request) => decide(request) };

/** An analyser without a thread. */
export const plainAnalyser: Analyser = {
  fastReport: async (record) => ({ ok: true, value: JSON.stringify(fastReport(record)) }),
  jobs: async (record, engine) => ({ ok: true, value: jobsOf(record, engine) }),
  deepReport: async (record, engine, results) => ({
    ok: true,
    value: JSON.stringify(deepReportOfPacked(record, engine, results)),
  }),
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
