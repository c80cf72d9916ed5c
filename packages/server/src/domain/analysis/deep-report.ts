import { courseOf, type Decision, type EngineName, makeReport, measurePlay } from '@anchor/analysis';
import type { AnalysisReport, CubeEvaluation, Job, JobResult } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { jobOf } from './normalise.ts';
import { type PackedResult, unpackResult } from './packing.ts';

/** The engine jobs of a match, without duplicates. */
export function jobsOf(record: MatchRecord, engine: EngineName): Job[] {
  const jobs = courseOf(record).decisions.flatMap((decision) => jobOf(decision, engine) ?? []);
  return [...new Map(jobs.map((job) => [job.key, job])).values()];
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

/** Like `judgeRecord`, from packed results. Results that cannot be read count as missing. */
export function deepReportOfPacked(
  record: MatchRecord,
  engine: EngineName,
  texts: ReadonlyMap<string, PackedResult>,
): AnalysisReport {
  const results = new Map<string, JobResult>();
  for (const [key, text] of texts) {
    const result = unpackResult(text);
    if (result) results.set(key, result);
  }
  return deepReport(record, engine, results);
}
