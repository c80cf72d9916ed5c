import * as z from 'zod/mini';
import { matchRow } from './http.ts';
import { count, countryCode, name, publicKey, shape } from './primitives.ts';

/** The rating method behind the numbers. */
const ratingSystem = z.literal('glicko2-sqrt-2');
/**
 * A player’s current rating. The deviation `rd` includes its growth since the last rated match;
 * `conservative` is rating − 2·rd.
 */
const standing = {
  rating: z.number(),
  rd: z
    .number()
    .check(
      z.describe(
        'The deviation as it is now, which grows between matches. It is at least 350 − 48·k while fewer than five opponents (k) vouch for the ' +
          'player, so it can be larger than the one in the row of the last match; docs/ratings.md explains it.',
      ),
    ),
  provisional: z.boolean().check(z.describe('True while `rd` is above 110.')),
  conservative: z.number().check(z.describe('rating − 2·rd')),
};
const results = { name, games: count, wins: count };

/**
 * A row of the leaderboard. `pub` is only the first 16 hex digits of the key; `games` and `wins` count rated matches only.
 * `country` is there only if it was requested and the player shows one.
 */
const leader = shape({
  pub: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  ...results,
  ...standing,
  country: z.optional(countryCode),
});
/** GET /api/leaderboard: players by `conservative`, highest first. */
export const leaderboard = shape({ players: z.array(leader), system: ratingSystem });
/** GET /api/player/<pub>: the player, with up to 25 rows of the match index, newest first. */
export const playerCard = shape({ ...standing, ...results, matches: z.array(matchRow) });

/** GET /api/player/<pub>/rating: the rating alone, for the page of a match. */
export const playerRating = shape(standing);

/** GET /api/keys/<start>: the only player key with this prefix, and whether it belongs to one of the service’s bots. */
export const knownKey = shape({ pub: publicKey, bot: z.boolean() });

/** Maximum number of rows in an answer of GET /api/player/<pub>/matches. */
export const OLDER_MATCHES = 100;

/** The query parameters of the leaderboard: range and default of each number. */
export const leaderboardQuery = {
  minGames: { least: 0, most: 1_000_000, otherwise: 3 },
  limit: { least: 1, most: 200, otherwise: 50 },
} as const;

export type Leaderboard = z.infer<typeof leaderboard>;
export type KnownKey = z.infer<typeof knownKey>;
export type PlayerCard = z.infer<typeof playerCard>;
