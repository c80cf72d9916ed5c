import { deepReport, type EngineName, questionsOf } from '@anchor/analysis';
import type { Job, JobResult, Judgement } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { type PackedResult, unpackResult } from './packing.ts';
import { readJudges } from './queue/job-life.ts';

/** A stored result and, as JSON, the workers that gave it. */
export interface StoredResult {
  readonly text: PackedResult;
  readonly judges: string | null;
}

/** A report and the judgements that it follows from, both as JSON. */
export interface JudgedReport {
  readonly report: string;
  readonly judgements: string;
}

/** The engine jobs of a match, without duplicates. */
export function jobsOf(record: MatchRecord, engine: EngineName): Job[] {
  return questionsOf(record, engine).map(({ job }) => job);
}

/** The report and its judgements from stored results, by job key. Results that cannot be read count as missing: throws a `TypeError`. */
export function judgedReport(
  record: MatchRecord,
  engine: EngineName,
  stored: ReadonlyMap<string, StoredResult>,
): JudgedReport {
  const results = new Map<string, JobResult>();
  const judgements: Judgement[] = [];
  for (const { job, events } of questionsOf(record, engine)) {
    const one = stored.get(job.key);
    const result = one && unpackResult(one.text);
    if (!result) continue;
    results.set(job.key, result);
    const confirmed = isConfirmed(one.judges) && { confirmed: true as const };
    judgements.push({ events: [...events], opinions: opinionsOf(result, one.judges), ...confirmed });
  }
  const report = JSON.stringify(deepReport(record, engine, results));
  return { report, judgements: JSON.stringify(judgements) };
}

/** True if workers behind different door keys agree. The same person can be behind several workers of one door. */
function isConfirmed(judges: string | null): boolean {
  return new Set(readJudges(judges).flatMap(({ door }) => door ?? [])).size > 1;
}

/**
 * The opinions behind a result, the one that the report uses first. Of a worker without a key only that one is listed, without its id: that is a
 * name for this service alone.
 */
function opinionsOf(result: JobResult, judges: string | null): Judgement['opinions'] {
  const [first, ...others] = readJudges(judges).map(({ id, sig, said }) => {
    const signed = sig !== undefined && said !== undefined ? unpackResult(said) : null;
    return signed && sig !== undefined ? { worker: id, sig, result: signed } : null;
  });
  return [first ?? { worker: null, sig: null, result }, ...others.flatMap((one) => one ?? [])];
}
