import type { EngineName } from '@anchor/analysis';
import type { Job } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import type { Result } from 'bg-rules';
import type { PackedResult } from './queue/packing.ts';

/** Why an analysis was not made: too many wait already, it took too long, or it broke off. */
export type AnalystCode = 'analyst-busy' | 'analyst-late' | 'analyst-failed';
export type Analysed<T> = Promise<Result<T, AnalystCode>>;

/** Whoever does the arithmetic, out of the way of live matches. Reports are JSON text. */
export interface Analyst {
  rank(record: MatchRecord): Analysed<string>;
  jobs(record: MatchRecord, engine: EngineName): Analysed<readonly Job[]>;
  judge(record: MatchRecord, engine: EngineName, results: ReadonlyMap<string, PackedResult>): Analysed<string>;
}
