import * as z from 'zod/mini';
import { count, hash, matchEnd, matchId, matchLength, name, publicKey, seat, shape, timeMs } from './primitives.ts';

/** A row of the match index; rating columns are null when the match was unrated. */
export const matchRow = shape({
  id: matchId,
  created: timeMs,
  length: matchLength,
  p0: publicKey,
  p1: publicKey,
  name0: name,
  name1: name,
  score0: count,
  score1: count,
  winner: seat,
  rated: z.boolean(),
  reason: matchEnd,
  rating0_before: z.nullable(z.number()),
  rating0_after: z.nullable(z.number()),
  rating1_before: z.nullable(z.number()),
  rating1_after: z.nullable(z.number()),
  rd0_before: z.nullable(z.number()),
  rd0_after: z.nullable(z.number()),
  rd1_before: z.nullable(z.number()),
  rd1_after: z.nullable(z.number()),
  final_hash: hash,
});
/** GET /api/matches: the most recent first. */
export const matchRows = z.array(matchRow);
/** GET /api/records: ids of the most recent finished matches, newest first. */
export const recordIds = z.array(matchId);

/** GET /healthz. */
export const health = shape({
  ok: z.boolean(),
  /** Seconds since the start. */
  uptime: z.number(),
  /** Identified connections. */
  online: count,
  /** Live matches. */
  matches: count,
  rssMB: z.number(),
  heapMB: z.number(),
  /** The engine that the bot plays with. */
  botEngine: z.string(),
  /** The dice protocol. */
  dice: z.string(),
  serverKey: publicKey,
  /** Analysis jobs waiting and leased. */
  queue: shape({ depth: count, leased: count }),
  /** Unexpected errors since the start. */
  errors: count,
  backup: z.nullable(shape({ at: timeMs, bytes: count, ok: z.boolean() })),
  /** Addresses and keys that the rate limiter remembers. */
  limiterKeys: count,
  /**
   * Several processes on one Redis. `here`: it answers this process; `whole`: what the others say arrives here; `others`: processes
   * that were heard lately; `ignored`: what was found in Redis and is none of ours. Left out by a process that is alone.
   */
  redis: z.optional(shape({ here: z.boolean(), whole: z.boolean(), others: count, ignored: count })),
});

export type MatchRow = z.infer<typeof matchRow>;
export type Health = z.infer<typeof health>;
