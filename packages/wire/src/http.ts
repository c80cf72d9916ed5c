import * as z from 'zod/mini';
import {
  count,
  diceKind,
  hash,
  matchEnd,
  matchId,
  matchLength,
  name,
  publicKey,
  seat,
  shape,
  timeMs,
} from './primitives.ts';

const deviation = z
  .nullable(z.number())
  .check(z.describe('The deviation of the calculation. A player card may show a larger one; see its `rd`.'));

/** A row of the match index. The rating columns are null if the match was unrated. */
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
  rd0_before: deviation,
  rd0_after: deviation,
  rd1_before: deviation,
  rd1_after: deviation,
  final_hash: hash,
  /** Only with `sessions=1`, and only of a match with dice in advance. */
  dice: z.optional(diceKind),
  /** Only with `sessions=1`, and only of a money game. */
  money: z.optional(
    shape({
      /** Number of the game in its session. */
      game: count,
      /** The game before. Null for the first one. */
      previous: z.nullable(matchId),
    }),
  ),
});
/** GET /api/matches: the most recent matches, newest first. */
export const matchRows = z.array(matchRow);
/** GET /api/records: ids of the most recently finished matches, newest first. */
export const recordIds = z.array(matchId);

/** GET /packages/index.json: the addresses of the npm packages of the server's build, by the names of the packages. */
export const packageIndex = z.record(z.string(), z.string());
export type PackageIndex = z.infer<typeof packageIndex>;

/** GET /healthz. */
export const health = shape({
  ok: z.boolean(),
  /** Seconds since the process started. */
  uptime: z.number(),
  /** Number of identified connections. */
  online: count,
  /** Number of live matches. */
  matches: count,
  rssMB: z.number(),
  heapMB: z.number(),
  /** Id of the engine that the bot plays with. */
  botEngine: z.string(),
  /** The dice protocol. */
  dice: z.string(),
  serverKey: publicKey,
  /** Number of analysis jobs waiting and leased. */
  queue: shape({ depth: count, leased: count }),
  /** Number of unexpected errors since the start. */
  errors: count,
  backup: z.nullable(shape({ at: timeMs, bytes: count, ok: z.boolean() })),
  /** Number of addresses and keys that the rate limiter holds. */
  limiterKeys: count,
  /**
   * Processes that share a PostgreSQL. Absent with the embedded database. `others`: the other processes; `owners`: links to processes that own
   * matches followed here, or the lobby; `fronts`: links of processes that follow matches owned here, or need the lobby from here; `failing`: processes
   * that cannot be reached; `lobby`: this process reaches the owner of the lobby, or is it.
   */
  links: z.optional(shape({ others: count, owners: count, fronts: count, failing: count, lobby: z.boolean() })),
  /**
   * The public log. Absent if the service publishes none. `own`: its first entry names the key of this process;
   * if not, readers refuse the log. `halted`: it is not signed any more, until the operator acts.
   */
  log: z.optional(shape({ own: z.boolean(), halted: z.boolean() })),
});

export type MatchRow = z.infer<typeof matchRow>;
export type Health = z.infer<typeof health>;
