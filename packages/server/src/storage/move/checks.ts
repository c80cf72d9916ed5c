import { canonicalJson, Ledger, type MatchRecord, verify } from 'bg-record';
import type { PlayerRating, Rating } from 'bg-record/ratings';
import { RatingHistory } from 'bg-record/ratings';
import { finishedMatch } from '../../domain/table/outcome.ts';
import type { PostgresSession } from '../migration-targets.ts';
import { readEvent, readHeader, unpackRecord } from '../text.ts';
import { cellText, pagesOf, type Row } from './tables.ts';

/** Counts of the live matches, when `checkLive` finds no fault. */
export interface CheckedLive {
  /** Live matches that can go on. */
  readonly goOn: number;
  /** Live matches of an older record format, which the next start aborts. */
  readonly older: number;
}

/** Replays every live match. Returns the counts, or a sentence about the first fault. */
export async function checkLive(session: PostgresSession): Promise<CheckedLive | string> {
  let goOn = 0;
  let older = 0;
  for await (const page of pagesOf(session, 'SELECT id, header FROM live_matches ORDER BY id')) {
    for (const [id, text] of page) {
      const header = readHeader(String(text));
      if (isOlderFormat(header)) {
        older += 1;
        continue;
      }
      const rows = await session.query('SELECT text FROM live_events WHERE match_id = $1 ORDER BY n', [id]);
      const ledger = new Ledger(header);
      const { fault } = await ledger.appendAll(rows.map(([event]) => readEvent(String(event))));
      if (fault) return `live match ${id} cannot go on after event ${fault.event}: ${fault.message}`;
      goOn += 1;
    }
  }
  return { goOn, older };
}

/** Tolerance: the last digits of exponentials may differ between versions of the platform. */
const ROUNDING = 1e-6;

const ratingOf = (seat: 0 | 1, when: 'before' | 'after') =>
  ['rating', 'rd', 'volatility', 'rated_at'].map((name) => `m.${name}${seat}_${when}`).join(', ');
const finishedMatches = `SELECT r.gzip, m.id, m.header, m.finished, m.rated, m.winner, m.score0, m.score1, m.reason, m.final_hash,
  ${ratingOf(0, 'before')}, ${ratingOf(1, 'before')}, ${ratingOf(0, 'after')}, ${ratingOf(1, 'after')}
  FROM matches m LEFT JOIN records r ON r.match_id = m.id ORDER BY m.seq`;
const RATINGS_FROM = 10;

/** Counts of the finished matches, when `checkRecords` finds no fault. */
export interface CheckedRecords {
  /** Finished matches whose records verify. */
  readonly verified: number;
  /**
   * Finished matches of an older record format, which this version stores and serves but cannot verify. Their ratings were made by an earlier
   * method and cannot be replayed: they are taken as stored, and later matches continue from them.
   */
  readonly older: number;
}

/** Replays all finished matches in the order in which they finished. */
class History {
  readonly dice = [0, 0, 0, 0, 0, 0];
  readonly ratings = new RatingHistory();
  verified = 0;
  older = 0;

  /** Returns a sentence about the first fault of a finished match, or null. */
  async add(row: Row): Promise<string | null> {
    const [gzip, id] = row;
    if (!ArrayBuffer.isView(gzip)) return `match ${id} has no record`;
    const record = await unpackRecord(new Uint8Array(gzip.buffer, gzip.byteOffset, gzip.byteLength));
    const isOlder = isOlderFormat(record.header);
    const verified = isOlder ? null : await verify(record);
    if (verified && !verified.ok) return `the record of match ${id} is not valid: ${verified.message}`;
    if (!isRowOf(row, record)) return `match ${id} is listed as something other than its record`;
    finishedMatch(record).diceCounts.forEach((count, face) => {
      this.dice[face] = (this.dice[face] ?? 0) + count;
    });
    if (isOlder) this.older += 1;
    else this.verified += 1;
    const isRight = !record.header.rated || (isOlder ? this.#adopt(row, record) : this.#replay(row, record));
    return isRight ? null : `the ratings of match ${id} do not follow from the matches before it`;
  }

  #replay(row: Row, record: MatchRecord): boolean {
    const { header, result } = record;
    const rated = this.ratings.add({ header, winner: result.winner, finishedAt: finishedMatch(record).finishedAt });
    const replayed = rated && [rated[0].before, rated[1].before, rated[0].after, rated[1].after];
    return replayed?.every((rating, n) => isAlike(rating, storedRating(row, n))) ?? true;
  }

  /** Takes the stored ratings of a match that an earlier method rated. Checks only that they continue the previous ones. */
  #adopt(row: Row, { header }: MatchRecord): boolean {
    const isRight = header.players.every(({ pub }, seat) => isAlike(this.ratings.of(pub), storedRating(row, seat)));
    header.players.forEach(({ pub }, seat) => {
      this.ratings.adopt(pub, storedRating(row, 2 + seat));
    });
    return isRight;
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
 * Verifies every finished match and that ratings and dice totals follow from the matches. Returns the counts, or a sentence about the first
 * fault.
 */
export async function checkRecords(session: PostgresSession): Promise<CheckedRecords | string> {
  const history = new History();
  for await (const page of pagesOf(session, finishedMatches)) {
    for (const row of page) {
      const fault = await history.add(row);
      if (fault !== null) return fault;
    }
  }
  const { verified, older } = history;
  return (await wrongPlayer(session, history)) ?? (await wrongDice(session, history)) ?? { verified, older };
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

/** Record formats of earlier versions. Their records are kept as stored; their live matches are aborted at the next start. */
const OLDER_FORMATS: ReadonlySet<string> = new Set(['bg-record/1']);

function isOlderFormat({ format }: { readonly format: string }): boolean {
  return OLDER_FORMATS.has(format);
}
