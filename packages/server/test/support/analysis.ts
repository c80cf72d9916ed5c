import type { Job } from '@anchor/wire';
import type { Analyser } from '../../src/domain/analysis/analyser.ts';
import type { Evaluator } from '../../src/domain/analysis/deep-analysis.ts';
import { jobsOf, judgedReport, type StoredResult } from '../../src/domain/analysis/deep-report.ts';
import { fastReport } from '../../src/domain/analysis/fast-report.ts';
import type { PackedResult } from '../../src/domain/analysis/packing.ts';
import type { Asking } from '../../src/domain/analysis/queue/job-queue.ts';
import { type BotDecider, decide } from '../../src/domain/bot/decide.ts';

/** Decides for the bot without a thread. */
export const plainDecider: BotDecider = { decide: async (request) => decide(request) };

/** An analyser without a thread. */
export const plainAnalyser: Analyser = {
  fastReport: async (record) => ({ ok: true, value: JSON.stringify(fastReport(record)) }),
  jobs: async (record, engine) => ({ ok: true, value: jobsOf(record, engine) }),
  deepReport: async (record, engine, results) => ({ ok: true, value: judgedReport(record, engine, results) }),
};

export interface Asked {
  readonly asking: Asking;
  readonly jobs: readonly Job[];
  /** Stores a result and says that it has arrived. */
  readonly arrived: (key: string, text: PackedResult) => void;
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
  isCancelled: boolean;
  /** The requests by which the missing jobs were queued again. */
  readonly again: Asking[];
}

/** Returns results when the test says so. */
export class FakeEvaluator implements Evaluator {
  readonly asked: Asked[] = [];
  readonly stored = new Map<string, StoredResult>();
  /** Set while jobs cannot be queued. */
  broken: Error | null = null;

  evaluate: Evaluator['evaluate'] = (asking, jobs, arrived) => {
    let settle: Pick<Asked, 'finish' | 'fail'> | undefined;
    const done = new Promise<void>((finish, fail) => {
      settle = { finish, fail };
    });
    const store = (key: string, text: PackedResult) => {
      this.stored.set(key, { text, judges: null });
      arrived(key);
    };
    const asked: Asked = { asking, jobs, arrived: store, ...settle!, isCancelled: false, again: [] };
    this.asked.push(asked);
    const queued = this.broken ? Promise.reject(this.broken) : Promise.resolve();
    return {
      done: queued.then(() => done),
      queued,
      async askAgain(latest) {
        asked.again.push(latest);
      },
      cancel() {
        asked.isCancelled = true;
      },
    };
  };

  results = async (keys: readonly string[]) => new Map([...this.stored].filter(([key]) => keys.includes(key)));
}
