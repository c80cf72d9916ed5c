import { agreedResult } from '@anchor/analysis';
import type { JobResult } from '@anchor/wire';
import type { PackedResult } from '../packing.ts';

/** Lifetime of a lease. */
export const LEASE_MS = 60_000;
/** A request, and so each of its jobs, is remembered for this long. */
export const REQUEST_MS = 24 * 3_600_000;
/** A job is dropped after this many opinions of which no two agree. */
export const MAX_OPINIONS = 5;

/** The worker that gave a result. */
export interface Judge {
  /** The id that the worker has chosen. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The signature of a worker with a key, which is then its id. */
  readonly sig?: string;
  /** The result that it signed, packed. */
  readonly said?: PackedResult;
  /** A digest of the door key behind which the worker is, if the operator gives out several. */
  readonly door?: string;
}

/** The judges that this service has stored as JSON. None if there are none, or if a former version stored something else. */
export function readJudges(text: string | null): readonly Judge[] {
  const judges: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(judges) ? judges.filter((one) => typeof one?.id === 'string') : [];
}

/** One worker's checked result of a job. */
export interface Opinion {
  /** The party that the worker belongs to. Two opinions of one party count as one. */
  readonly party: string;
  readonly judge: Judge;
  readonly result: JobResult;
}

/** The state of a job after one more opinion: it has its result; it needs another opinion; too many opinions differ. */
type AfterOpinion =
  | { readonly outcome: 'answered'; readonly result: JobResult; readonly judges: readonly Opinion[] }
  | { readonly outcome: 'noted'; readonly opinions: readonly Opinion[] }
  | { readonly outcome: 'dropped' };

/** Adds an opinion to the earlier ones. If `needsTwo`, two different workers must agree. */
export function afterOpinion(earlier: readonly Opinion[], opinion: Opinion, needsTwo: boolean): AfterOpinion {
  if (!needsTwo) return { outcome: 'answered', result: opinion.result, judges: [opinion] };
  for (const other of earlier) {
    const agreed = other.party === opinion.party ? null : agreedResult(other.result, opinion.result);
    if (agreed) return { outcome: 'answered', result: agreed, judges: [other, opinion] };
  }
  const opinions = [...earlier, opinion];
  return opinions.length < MAX_OPINIONS ? { outcome: 'noted', opinions } : { outcome: 'dropped' };
}
