import * as z from 'zod/mini';
import { cubeEvaluation, engineId, ply } from './analysis.ts';
import { byPlayer, chances, cube, hops, position } from './board.ts';
import { count, matchLength, seat, shape } from './primitives.ts';

/** Jobs of one lease when none are asked for, and at most. */
export const leaseCount = { otherwise: 8, most: 64 } as const;
export const workerId = z.string().check(z.regex(/^[\x20-\x7e]{1,64}$/));
/** Says nothing to a worker but which result belongs to which job. */
export const jobKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** 0 and 0 where the question is the cube before the roll. */
const dieOrNone = z.int().check(z.gte(0), z.lte(6));

/** One decision to judge. The player on roll is 0: equal decisions of either player, in any match, are one job. */
export const jobRequest = shape({
  pos: position,
  onRoll: seat,
  dice: z.tuple([dieOrNone, dieOrNone]),
  cube,
  score: byPlayer,
  /** 0 is a money game, whose score is 0 to 0. */
  matchLength,
  crawford: z.boolean(),
  postCrawford: z.boolean(),
  jacoby: z.boolean(),
  beavers: z.boolean(),
});

export const job = shape({ key: jobKey, req: jobRequest, ply, engineId });

/** One play as the worker’s engine judges it, for the player on roll, the cube left out of account. */
export const judgedPlay = z.object({
  hops,
  equity: z.number().check(z.gte(-4), z.lte(4)),
  probs: z.optional(chances),
});

/** More different positions than any roll can lead to. */
const MAX_PLAYS = 1024;

/** What a worker says of a job; members that are not known here are left out of account. */
export const jobResult = z.object({
  /** Every distinct legal play at the full depth, best first; empty for a cube decision. */
  plays: z.array(judgedPlay).check(z.maxLength(MAX_PLAYS)),
  /** Only where the player on roll may double. */
  cube: z.optional(cubeEvaluation),
  /** How long the engine thought. */
  ms: z.optional(z.number().check(z.nonnegative())),
});

/** POST /worker/acquire. */
export const acquireBody = z.object({
  engineId,
  workerId,
  /** More than the most counts as the most. */
  count: z._default(z.int().check(z.gte(1)), leaseCount.otherwise),
});
export const acquired = z.union([
  shape({ token: z.uuid(), jobs: z.array(job) }),
  shape({ jobs: z.array(job).check(z.maxLength(0)) }),
]);

/** POST /worker/submit. Each result is looked at by itself, so that one that is wrong spoils no other. */
export const submitBody = z.object({
  token: z.string().check(z.maxLength(64)),
  workerId,
  results: z
    .array(z.object({ key: z.string().check(z.maxLength(64)), result: z.unknown() }))
    .check(z.maxLength(leaseCount.most)),
});
export const submitted = z.union([
  shape({
    ok: z.literal(true),
    /** Results taken. */
    accepted: count,
    /** Results not taken, absent when there were none. */
    ignored: z.optional(count),
  }),
  shape({ ok: z.literal(false), error: z.string() }),
]);

const shareOfHits = z.number().check(z.gte(0), z.lte(1));

/** GET /worker/status. */
export const workerStatus = shape({
  /** Whether workers with the right key are given jobs; without it nobody is. */
  volunteers: z.boolean(),
  /** Jobs waiting or leased now. */
  depth: count,
  /** Jobs taken in since the start. */
  queued: count,
  /** Jobs that got their result since the start. */
  served: count,
  /** Jobs given up since the start: nobody waits for them any more, or too many opinions differ. */
  dropped: count,
  /** Results refused since the start. */
  rejected: count,
  /** Evaluations that needed no worker. `hitRate` is 0 before the first look. */
  cache: shape({ hits: count, misses: count, hitRate: shareOfHits }),
  /** Analyses: answered from storage, begun, joined while they ran. */
  annotations: shape({ hits: count, misses: count, coalesced: count, hitRate: shareOfHits }),
  /** The engine whose results are wanted. */
  engineId,
  strict: z.boolean(),
  /** Workers that asked for jobs or sent results within the last minutes. */
  workers: count,
  /** Jobs with a known answer: results that were checked by them, those that missed, workers no longer believed. */
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
