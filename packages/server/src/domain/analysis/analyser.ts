import type { EngineName } from '@anchor/analysis';
import type { Job } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import type { Result } from 'bg-rules';
import type { JudgedReport, StoredResult } from './deep-report.ts';

/** The reason why an analysis failed: too many are queued, it timed out, or it crashed. */
export type AnalysisCode = 'analysis-busy' | 'analysis-late' | 'analysis-failed';
export type Analysed<T> = Promise<Result<T, AnalysisCode>>;

/** Runs analyses off the main thread. Reports and judgements are JSON text. */
export interface Analyser {
  fastReport(record: MatchRecord): Analysed<string>;
  jobs(record: MatchRecord, engine: EngineName): Analysed<readonly Job[]>;
  deepReport(
    record: MatchRecord,
    engine: EngineName,
    results: ReadonlyMap<string, StoredResult>,
  ): Analysed<JudgedReport>;
}
