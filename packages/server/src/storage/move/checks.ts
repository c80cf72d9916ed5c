import { canonicalJson, Ledger, type MatchRecord, verify } from 'bg-record';
import type { PlayerRating, Rating } from 'bg-record/ratings';
import { RatingHistory } from 'bg-record/ratings';
import { finishedMatch } from '../../domain/table/outcome.ts';
import type { PostgresSession } from '../migration-targets.ts';
import { readEvent, readHeader, unpackRecord } from '../text.ts';
import { cellText, pagesOf, type Row } from './tables.ts';

/** Replays every live match. Returns their number, or a sentence about the first fault. */
export async function checkLive(session: PostgresSession): Promise<number | string> {
  let count = 0;
  for await (const page of pagesOf(session, 'SELECT id, header FROM live_matches ORDER BY id')) {
    for (const [id, text] of page) {
      const header = readHeader(String(text));
      const rows = await session.query('SELECT text FROM live_events WHERE match_id = $1 ORDER BY n', [id]);
      const ledger = new Ledger(header);
      const { fault } = await ledger.appendAll(rows.map(([event]) => readEvent(String(event))));
      if (fault) return `live match ${id} cannot go on after event ${fault.event}: ${fault.message}`;
      count += 1;
    }
  }
  return count;
}

/** Tolerance: the last digits of exponentials may differ between versions of the platform. */
const ROUNDING = 1e-6;

const ratingOf = (seat: 0 | 1, when: 'before' | 'after') =>
  ['rating', 'rd', 'volatility', 'rated_at'].map((name) => `m.${name}${seat}_${when}`).join(', ');
const finishedMatches = `SELECT r.gzip, m.id, m.header, m.finished, m.rated, m.winner, m.score0, m.score1, m.reason, m.final_hash,
  ${ratingOf(0, 'before')}, ${ratingOf(1, 'before')}, ${ratingOf(0, 'after')}, ${ratingOf(1, 'after')}
  FROM matches m LEFT JOIN records r ON r.match_id = m.id ORDER BY m.seq`;
const RATINGS_FROM = 10;

/** Replays all finished matches in the order in which they finished. */
class History {
  readonly dice = [0, 0, 0, 0, 0, 0];
  readonly ratings = new RatingHistory();
  verified = 0;

  /** Returns a sentence about the first fault of a finished match, or null. */
  async add(row: Row): Promise<string | null> {
    const [gzip, id] = row;
    if (!ArrayBuffer.isView(gzip)) return `match ${id} has no record`;
    const record = await unpackRecord(new Uint8Array(gzip.buffer, gzip.byteOffset, gzip.byteLength));
    const verified = await verify(record);
    if (!verified.ok) return `the record of match ${id} is not valid: ${verified.message}`;
    if (!isRowOf(row, record)) return `match ${id} is listed as something other than its record`;
    finishedMatch(record).diceCounts.forEach((count, face) => {
      this.dice[face] = (this.dice[face] ?? 0) + count;
    });
    this.verified += 1;
    const isRight = !record.header.rated || this.#replay(row, record);
    return isRight ? null : `the ratings of match ${id} do not follow from the matches before it`;
  }

  #replay(row: Row, record: MatchRecord): boolean {
    const { header, result } = record;
    const rated = this.ratings.add({ header, winner: result.winner, finishedAt: finishedMatch(record).finishedAt });
    const replayed = rated && [rated[0].before, rated[1].before, rated[0].after, rated[1].after];
    return replayed?.every((rating, n) => isAlike(rating, storedRating(row, n))) ?? true;
  }
}

/** A rating of a row: 0 and 1 are the seats' ratings before the match, 2 and 3 those after it. */
function storedRating(row: Row, n: number): Rating {
  const from = RATINGS_FROM + 4 * n;
  return readRating(row.slice(from, from + 4));
}

function isRowOf(row: Row, record: MatchRecord): boolean {
  const { header, result } = record;
  const { finishedAt } = finishedMatch(record);
  const [score0, score1] = result.score;
  const told = [header.id, canonicalJson(header), finishedAt, header.rated, result.winner, score0, score1];
  const wanted = [...told, result.reason, record.finalHash];
  return wanted.every((value, n) => cellText(value) === cellText(row[1 + n]));
}

function readRating([rating, rd, volatility, at]: Row): Rating {
  const number = (cell: unknown) => (cell === null ? Number.NaN : Number(cell));
  return {
    rating: number(rating),
    rd: number(rd),
    volatility: number(volatility),
    at: at === null ? null : Number(at),
  };
}

function isAlike(one: Rating, other: Rating): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < ROUNDING;
  return (
    near(one.rating, other.rating) &&
    near(one.rd, other.rd) &&
    near(one.volatility, other.volatility) &&
    one.at === other.at
  );
}

/**
 * Verifies every finished match and that ratings and dice totals follow from the matches. Returns the number of matches, or a sentence about the
 * first fault.
 */
export async function checkRecords(session: PostgresSession): Promise<number | string> {
  const history = new History();
  for await (const page of pagesOf(session, finishedMatches)) {
    for (const row of page) {
      const fault = await history.add(row);
      if (fault !== null) return fault;
    }
  }
  return (await wrongPlayer(session, history)) ?? (await wrongDice(session, history)) ?? history.verified;
}

async function wrongPlayer(session: PostgresSession, { ratings }: History): Promise<string | null> {
  const players = 'SELECT pub, rating, rd, volatility, rated_at, opponents, known, known_on FROM players';
  for await (const page of pagesOf(session, players)) {
    for (const [pub, ...stored] of page) {
      const replayed = ratings.of(String(pub));
      if (!isAlike(readRating(stored), replayed) || !isAsKnown(stored.slice(4), replayed))
        return `the rating of player ${pub} does not follow from the finished matches`;
    }
  }
  return null;
}

function isAsKnown([opponents, known, knownOn]: Row, player: PlayerRating): boolean {
  const day = knownOn === null ? null : Number(knownOn);
  return Number(opponents) === player.opponents && Number(known) === player.known && day === player.knownOn;
}

async function wrongDice(session: PostgresSession, { dice }: History): Promise<string | null> {
  const [row = []] = await session.query('SELECT ones, twos, threes, fours, fives, sixes FROM dice_totals');
  const isRight = dice.every((count, face) => count === Number(row[face] ?? 0));
  return isRight ? null : 'the dice totals are not the sum over the records';
}
