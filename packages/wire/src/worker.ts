import * as z from 'zod/mini';
import { cubeEvaluation, engineId, ply } from './analysis.ts';
import { byPlayer, chances, cube, hops, position } from './board.ts';
import { count, matchLength, publicKey, seat, shape } from './primitives.ts';

/** Number of jobs in one lease: default and maximum. */
export const leaseCount = { otherwise: 8, most: 64 } as const;
export const workerId = z.string().check(z.regex(/^[\x20-\x7e]{1,64}$/));
/** An opaque handle that connects a result with its job. */
const jobKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** Both dice are 0 if the job is a cube decision before the roll. */
const dieOrNone = z.int().check(z.gte(0), z.lte(6));

/**
 * One decision to judge. The player on roll is always 0, so equal decisions of either player in any match are
 * one job.
 */
export const jobRequest = shape({
  pos: position,
  onRoll: seat,
  dice: z.tuple([dieOrNone, dieOrNone]),
  cube,
  score: byPlayer,
  /** 0 for a money game, whose score is always 0 to 0. */
  matchLength,
  crawford: z.boolean(),
  postCrawford: z.boolean(),
  jacoby: z.boolean(),
  beavers: z.boolean(),
});

export const job = shape({ key: jobKey, req: jobRequest, ply, engineId });

/** One play with the engine’s cubeless evaluation for the player on roll. */
const judgedPlay = z.object({
  hops,
  equity: z.number().check(z.gte(-4), z.lte(4)),
  probs: z.optional(chances),
});

/** An upper bound: no roll leads to this many different positions. */
const MAX_PLAYS = 1024;

/** A worker’s result for a job. Unknown members are ignored. */
export const jobResult = z.object({
  /** Every distinct legal play at the requested depth, best first. Empty for a cube decision. */
  plays: z.array(judgedPlay).check(z.maxLength(MAX_PLAYS)),
  /** Present only if the player on roll may double. */
  cube: z.optional(cubeEvaluation),
  /** Time that the engine took, in milliseconds. */
  ms: z.optional(z.number().check(z.nonnegative())),
});

/** An Ed25519 signature. */
const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/));

/** POST /worker/acquire. */
export const acquireBody = z.object({
  engineId,
  workerId,
  /** Values above the maximum are treated as the maximum. */
  count: z._default(z.int().check(z.gte(1)), leaseCount.otherwise),
  /** Present if the worker has a key, whose public half is then its `workerId`. The signature covers `count`. */
  signed: z.optional(z.object({ at: count, sig: signature })),
});
export const acquired = z.union([
  shape({ token: z.uuid(), jobs: z.array(job) }),
  shape({ jobs: z.array(job).check(z.maxLength(0)) }),
]);

/**
 * The most lists, objects, members and elements in a body of results: those of a whole lease with 250 plays a job, each with its chances.
 * Some positions have more plays, but never so many of one lease.
 */
export const MAX_SUBMITTED_VALUES = leaseCount.most * 250 * 16;

/** POST /worker/submit. The server checks each result separately, so one invalid result does not affect the others. */
export const submitBody = z.object({
  token: z.string().check(z.maxLength(64)),
  workerId,
  results: z
    .array(z.object({ key: z.string().check(z.maxLength(64)), result: z.unknown(), sig: z.optional(signature) }))
    .check(z.maxLength(leaseCount.most)),
});
export const submitted = z.union([
  shape({
    ok: z.literal(true),
    /** Number of results accepted. */
    accepted: count,
    /** Number of results not accepted. Absent if all were accepted. */
    ignored: z.optional(count),
  }),
  shape({ ok: z.literal(false), error: z.string() }),
]);

const shareOfHits = z.number().check(z.gte(0), z.lte(1));

/** The oldest `bg-worker` of which results are as good as those of the newest. Raise it with a fault of older ones. */
export const LEAST_BG_WORKER = '0.1.0';

/** GET /worker/status. */
export const workerStatus = shape({
  /** True if the server gives jobs to workers with the right key. */
  volunteers: z.boolean(),
  /** Jobs currently waiting or leased. */
  depth: count,
  /** Jobs added since the start. */
  queued: count,
  /** Jobs completed since the start. */
  served: count,
  /** Jobs dropped since the start: no analysis waits for them any more, or too many workers disagreed. */
  dropped: count,
  /** Results rejected since the start. */
  rejected: count,
  /** Evaluations answered from the cache. `hitRate` is 0 before the first lookup. */
  cache: shape({ hits: count, misses: count, hitRate: shareOfHits }),
  /** Analyses answered from storage (hits), started (misses), or joined while running (coalesced). */
  annotations: shape({ hits: count, misses: count, coalesced: count, hitRate: shareOfHits }),
  /** Id of the engine whose results the server accepts. */
  engineId,
  strict: z.boolean(),
  /** True if only workers with keys of their own get jobs. */
  signedOnly: z.boolean(),
  /** The oldest version of `bg-worker` that the server serves well. Absent if the server does not say. */
  leastBgWorker: z.optional(z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/))),
  /** The server’s public key, which a signed request for jobs names. */
  serverKey: publicKey,
  /** Workers that acquired or submitted within the last minutes. */
  workers: count,
  /** Jobs with a known answer: results checked against it, results that missed it, workers no longer trusted. */
  canaries: shape({ checked: count, missed: count, ignoredWorkers: count }),
});

export type Job = z.infer<typeof job>;
export type JobRequest = z.infer<typeof jobRequest>;
export type JobResult = z.infer<typeof jobResult>;
export type JudgedPlay = z.infer<typeof judgedPlay>;
export type AcquireBody = z.infer<typeof acquireBody>;
export type Acquired = z.infer<typeof acquired>;
export type SubmitBody = z.infer<typeof submitBody>;
export type Submitted = z.infer<typeof submitted>;
export type WorkerStatus = z.infer<typeof workerStatus>;
