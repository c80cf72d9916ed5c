import { atMost, type PlayerRating, type Rating } from 'bg-record/ratings';
import type { MatchResult } from 'bg-rules';
import type { RatingChange, StoredRow } from '../domain/ports/matches.ts';
import type { StoredPlayer } from '../domain/ports/players.ts';
import type { Match, Player } from '../generated/sqlite/client.ts';
import { type Db, isRefused } from './db.ts';
import { readHeader } from './text.ts';

type RatingColumns = Pick<Player, 'rating' | 'rd' | 'volatility' | 'ratedAt'>;
type MatchRatings = readonly [RatingChange, RatingChange];

type PlayerRatingColumns = RatingColumns & Pick<Player, 'opponents' | 'known' | 'knownOn'>;

function toRating({ rating, rd, volatility, ratedAt }: RatingColumns): Rating {
  return { rating, rd, volatility, at: ratedAt === null ? null : Number(ratedAt) };
}

export function toPlayerRating(row: PlayerRatingColumns): PlayerRating {
  return { ...toRating(row), opponents: row.opponents, known: row.known, knownOn: row.knownOn };
}

export function playerColumns(player: PlayerRating): PlayerRatingColumns & Pick<Player, 'atMost'> {
  const { opponents, known, knownOn } = player;
  return { ...columnsOf(player), opponents, known, knownOn, atMost: atMost(player) };
}

function columnsOf({ rating, rd, volatility, at }: Rating): RatingColumns {
  return { rating, rd, volatility, ratedAt: at === null ? null : BigInt(at) };
}

export function toStoredPlayer(row: Player): StoredPlayer {
  const { pub, name, games, wins, ratedGames, ratedWins, country } = row;
  return { pub, name, rating: toPlayerRating(row), games, wins, ratedGames, ratedWins, country };
}

export function toStoredRow(row: Match): StoredRow {
  // finish() has written the columns from a verified result.
  const result = { winner: row.winner, score: [row.score0, row.score1], reason: row.reason } as MatchResult;
  return {
    record: { header: readHeader(row.header), result, finalHash: row.finalHash },
    finishedAt: Number(row.finished),
    ratings: toRatings(row),
  };
}

/** Null for an unrated match: the columns stay null. */
export function ratingColumns(ratings: MatchRatings | null) {
  return ratings && { ...firstSeat(ratings[0]), ...secondSeat(ratings[1]) };
}

function firstSeat({ before, after }: RatingChange) {
  const [from, to] = [columnsOf(before), columnsOf(after)];
  return {
    rating0Before: from.rating,
    rd0Before: from.rd,
    volatility0Before: from.volatility,
    ratedAt0Before: from.ratedAt,
    rating0After: to.rating,
    rd0After: to.rd,
    volatility0After: to.volatility,
    ratedAt0After: to.ratedAt,
  };
}

function secondSeat({ before, after }: RatingChange) {
  const [from, to] = [columnsOf(before), columnsOf(after)];
  return {
    rating1Before: from.rating,
    rd1Before: from.rd,
    volatility1Before: from.volatility,
    ratedAt1Before: from.ratedAt,
    rating1After: to.rating,
    rd1After: to.rd,
    volatility1After: to.volatility,
    ratedAt1After: to.ratedAt,
  };
}

function toRatings(row: Match): MatchRatings | null {
  const first = change(
    columns(row.rating0Before, row.rd0Before, row.volatility0Before, row.ratedAt0Before),
    columns(row.rating0After, row.rd0After, row.volatility0After, row.ratedAt0After),
  );
  const second = change(
    columns(row.rating1Before, row.rd1Before, row.volatility1Before, row.ratedAt1Before),
    columns(row.rating1After, row.rd1After, row.volatility1After, row.ratedAt1After),
  );
  return first && second && [first, second];
}

function columns(rating: number | null, rd: number | null, volatility: number | null, ratedAt: bigint | null) {
  return rating === null || rd === null || volatility === null ? null : toRating({ rating, rd, volatility, ratedAt });
}

function change(before: Rating | null, after: Rating | null): RatingChange | null {
  return before && after && { before, after };
}

/** A stored event of a live match. `text` is its canonical JSON. */
export interface EventRow {
  readonly matchId: string;
  readonly n: number;
  readonly text: string;
}

export type Verdict = 'stored' | 'conflict';

/**
 * Stores all rows in one statement, or none: returns `conflict` when a number is taken, when the event before one is neither stored nor among
 * the rows, or when a match is not live. A database that fails over to a copy may lack the newest events. A later event would leave a hole
 * there, and the match could not be read any more. Hand-written because every event pays for it: Prisma compiles a statement for each number
 * of rows, which took four times as long as storing them. Works on both databases.
 */
export async function insertEvents(db: Db, rows: readonly EventRow[]): Promise<Verdict> {
  // Insert in a fixed order, so that two processes cannot deadlock.
  const sorted = [...rows].sort((a, b) => compare(a.matchId, b.matchId) || a.n - b.n);
  const needed = predecessors(sorted);
  try {
    const count = await db.$executeRaw`INSERT INTO live_events (match_id, n, text)
      SELECT value->>'matchId', CAST(value->>'n' AS integer), value->>'text' FROM json_each(${asJson(sorted)})
      WHERE ${needed.length} = (SELECT COUNT(*) FROM json_each(${asJson(needed)}) AS needed
        JOIN live_events ON match_id = needed.value->>'matchId' AND live_events.n = CAST(needed.value->>'n' AS integer))`;
    return count === rows.length ? 'stored' : 'conflict';
  } catch (error) {
    if (isRefused(error, 'UniqueConstraintViolation', 'ForeignKeyConstraintViolation')) return 'conflict';
    throw error;
  }
}

/** The events before these rows, which are sorted, that are not among them. */
function predecessors(rows: readonly EventRow[]): { readonly matchId: string; readonly n: number }[] {
  return rows.flatMap(({ matchId, n }, place) => {
    const before = rows[place - 1];
    const hasPredecessor = n === 0 || (before?.matchId === matchId && before.n === n - 1);
    return hasPredecessor ? [] : [{ matchId, n: n - 1 }];
  });
}

/** Both databases read the rows of an object in this form. */
function asJson(rows: readonly object[]): string {
  return JSON.stringify(Object.fromEntries(rows.entries()));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
