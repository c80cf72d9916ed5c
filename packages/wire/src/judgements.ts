import * as z from 'zod/mini';
import { analysisReport } from './analysis.ts';
import { count, publicKey, shape, signature } from './primitives.ts';
import { jobResult } from './worker.ts';

/** The result of one worker, and its signature. */
const opinion = shape({
  /** The key of the worker. Null for a worker without one. */
  worker: z.nullable(publicKey),
  /** The worker’s signature of engine, ply, question and result, under the tag `bg-judgement/1`. Null without a key. */
  sig: z.nullable(signature),
  /** The result as the worker has signed it. */
  result: jobResult,
});

/** The opinions on a question that decisions of a match put to the engine. */
export const judgement = shape({
  /** Numbers of the record’s events whose decisions were this question. */
  events: z.array(count).check(z.minLength(1)),
  /** The report uses the first. Another is that of a worker which agreed, if it has a key. */
  opinions: z.array(opinion).check(z.minLength(1), z.maxLength(5)),
  /** Workers behind different door keys agree on it, as the service says. Absent if not, or if it has one door key for all. */
  confirmed: z.optional(z.literal(true)),
});

/** GET /api/analysis/<matchId>?deep=1&judgements=1: the report with the judgements that it follows from. */
export const judgedReport = shape({
  ...analysisReport.shape,
  /** In the order of the first events. Null if the service has not kept them. */
  judgements: z.nullable(z.array(judgement)),
});

/** How many judgements of a report are independently confirmed: by workers behind different door keys. Both are 0 if none are kept. */
const confirmations = shape({ judgements: count, confirmed: count });

/** GET /api/analysis/<matchId>?deep=1&confirmed=1. */
export const confirmedReport = shape({ ...analysisReport.shape, confirmations });

export type Confirmations = z.infer<typeof confirmations>;
export type ConfirmedReport = z.infer<typeof confirmedReport>;
export type Judgement = z.infer<typeof judgement>;
export type JudgedReport = z.infer<typeof judgedReport>;
