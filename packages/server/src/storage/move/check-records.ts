import { canonicalJson, type MatchRecord, verify } from 'bg-record';
import { INITIAL_RATING, type Rating } from '../../domain/players/rating.ts';
import { finishedMatch } from '../../domain/table/outcome.ts';
import type { PostgresSession } from '../migration-targets.ts';
import { unpackRecord } from '../text.ts';
import { cellText, pagesOf, type Row } from './rows.ts';

/** The last digits of exponentials may differ from one version of the platform to the next. */
const ROUNDING = 1e-6;

const ratingOf = (seat: 0 | 1, when: 'before' | 'after') =>
  ['rating', 'rd', 'volatility', 'rated_at'].map((name) => `m.${name}${seat}_${when}`).join(', ');
const finishedMatches = `SELECT r.gzip, m.id, m.header, m.finished, m.rated, m.winner, m.score0, m.score1, m.reason, m.final_hash,
  ${ratingOf(0, 'before')}, ${ratingOf(1, 'before')}, ${ratingOf(0, 'after')}, ${ratingOf(1, 'after')}
  FROM matches m LEFT JOIN records r ON r.match_id = m.id ORDER BY m.seq`;
const RATINGS_FROM = 10;

/** All finished matches in the order in which they finished: what they say together. */
class History {
  readonly dice = [0, 0, 0, 0, 0, 0];
  readonly ratings = new Map<string, Rating>();
  records = 0;

  /** What is wrong with a finished match, or null. */
  async add(row: Row): Promise<string | null> {
    const [gzip, id] = row;
    if (!ArrayBuffer.isView(gzip)) return `match ${id} has no record`;
    const record = await unpackRecord(new Uint8Array(gzip.buffer, gzip.byteOffset, gzip.byteLength));
    const verified = await verify(record);
    if (!verified.ok) return `the record of match ${id} is not valid: ${verified.message}`;
    if (!isRowOf(row, record)) return `match ${id} is listed as something other than its record`;
    this.records += 1;
    const { diceCounts, rate } = finishedMatch(record);
    diceCounts.forEach((count, face) => {
      this.dice[face] = (this.dice[face] ?? 0) + count;
    });
    const isRight = !record.header.rated || this.#rate(row, record, rate);
    return isRight ? null : `the ratings of match ${id} are not what those before it lead to`;
  }

  #rate(row: Row, { header }: MatchRecord, rate: (before: readonly [Rating, Rating]) => readonly Rating[]): boolean {
    const stored = [0, 1, 2, 3].map((n) => readRating(row.slice(RATINGS_FROM + 4 * n, RATINGS_FROM + 4 * n + 4)));
    const [first = INITIAL_RATING, second = INITIAL_RATING] = header.players.map(({ pub }) => this.ratings.get(pub));
    const replayed = [first, second, ...rate([first, second])];
    header.players.forEach(({ pub }, seat) => {
      this.ratings.set(pub, stored[2 + seat] ?? INITIAL_RATING);
    });
    return replayed.every((rating, n) => isAlike(rating, stored[n] ?? INITIAL_RATING));
  }
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
    ...{ rating: number(rating), rd: number(rd), volatility: number(volatility) },
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
 * Verifies every finished match, and that players' ratings and the counts of dice are what these add up to. Returns how many there are,
 * or the first fault in words.
 */
export async function checkRecords(session: PostgresSession): Promise<number | string> {
  const history = new History();
  for await (const page of pagesOf(session, finishedMatches)) {
    for (const row of page) {
      const fault = await history.add(row);
      if (fault !== null) return fault;
    }
  }
  return (await wrongPlayer(session, history)) ?? (await wrongDice(session, history)) ?? history.records;
}

async function wrongPlayer(session: PostgresSession, { ratings }: History): Promise<string | null> {
  for await (const page of pagesOf(session, 'SELECT pub, rating, rd, volatility, rated_at FROM players')) {
    for (const [pub, ...stored] of page) {
      if (!isAlike(readRating(stored), ratings.get(String(pub)) ?? INITIAL_RATING))
        return `the rating of player ${pub} is not what the finished matches lead to`;
    }
  }
  return null;
}

async function wrongDice(session: PostgresSession, { dice }: History): Promise<string | null> {
  const [row = []] = await session.query('SELECT ones, twos, threes, fours, fives, sixes FROM dice_totals');
  const isRight = dice.every((count, face) => count === Number(row[face] ?? 0));
  return isRight ? null : 'the counts of dice are not the sum over the records';
}
