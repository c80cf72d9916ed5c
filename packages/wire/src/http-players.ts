import * as z from 'zod/mini';
import { matchRow } from './http.ts';
import { count, name, publicKey, shape } from './primitives.ts';

/** Which rating method the numbers come from. */
const ratingSystem = z.literal('glicko2-sqrt-2');
/** How a player stands now: the deviation `rd` has grown since the last rated match; `conservative` is rating − 2·rd. */
const standing = { rating: z.number(), rd: z.number(), provisional: z.boolean(), conservative: z.number() };
const tally = { name, games: count, wins: count };

/** A line of the leaderboard; `pub` is only the first 16 hex digits of the key. */
export const leader = shape({ pub: z.string().check(z.regex(/^[0-9a-f]{16}$/)), ...tally, ...standing });
/** GET /api/leaderboard: the highest `conservative` first. */
export const leaderboard = shape({ players: z.array(leader), system: ratingSystem });
/** GET /api/player/<pub>: with up to 25 rows of the match index, newest first. */
export const playerCard = shape({ ...standing, ...tally, matches: z.array(matchRow) });

/** GET /api/keys/<start>: the one key of a player that begins so, and whether the service itself plays with it. */
export const knownKey = shape({ pub: publicKey, bot: z.boolean() });

/** Rows in an answer of GET /api/player/<pub>/matches at most. */
export const OLDER_MATCHES = 100;

/** What the leaderboard's query may hold: the range of each number, and what counts when none is given. */
export const leaderboardQuery = {
  minGames: { least: 0, most: 1_000_000, otherwise: 3 },
  limit: { least: 1, most: 200, otherwise: 50 },
} as const;

export type Leaderboard = z.infer<typeof leaderboard>;
export type KnownKey = z.infer<typeof knownKey>;
export type PlayerCard = z.infer<typeof playerCard>;
