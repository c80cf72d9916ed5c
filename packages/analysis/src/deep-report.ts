import type { AnalysisReport, CubeEvaluation, Job, JobResult } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { courseOf, type Decision } from './decisions.ts';
import { measurePlay } from './measure.ts';
import { jobOf } from './normalise.ts';
import { type EngineName, makeReport } from './report.ts';

/** A question that an engine has to answer for the report on a match. */
export interface Question {
  readonly job: Job;
  /** Numbers of the events whose decisions the answer judges, in order: equal decisions are one question. */
  readonly events: readonly number[];
}

/** The questions of a match, in the order of their first decisions. */
export function questionsOf(record: MatchRecord, engine: EngineName): Question[] {
  const questions = new Map<string, { readonly job: Job; readonly events: number[] }>();
  for (const decision of courseOf(record).decisions) {
    const job = jobOf(decision, engine);
    if (!job) continue;
    const known = questions.get(job.key);
    if (known) known.events.push(decision.n);
    else questions.set(job.key, { job, events: [decision.n] });
  }
  return [...questions.values()];
}

/** The report from all results, by job key. Throws a `TypeError` when one is missing. */
export function deepReport(
  record: MatchRecord,
  engine: EngineName,
  results: ReadonlyMap<string, JobResult>,
): AnalysisReport {
  const resultOf = (decision: Decision) => {
    const result = results.get(jobOf(decision, engine)?.key ?? '');
    if (!result) throw new TypeError(`event ${decision.n} was not judged`);
    return result;
  };
  return makeReport(record, {
    engine,
    provisional: false,
    prNote: null,
    scoredIn: record.header.length === 0 ? 'equity' : 'mwc-per-point',
    measure: (decision) => measurePlay(decision, resultOf(decision).plays),
    evaluate: (decision): CubeEvaluation | null => resultOf(decision).cube ?? null,
  });
}
