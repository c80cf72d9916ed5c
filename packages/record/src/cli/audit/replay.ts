import { utf8 } from '../../canonical.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import {
  type LogEntry,
  type LoggedRating,
  type MatchEntry,
  RATING_DIGITS,
  toLoggedDecimal,
  VOLATILITY_DIGITS,
} from '../../log-entry.ts';
import { INITIAL_RATING, type PlayerRating, type Rating, RatingHistory } from '../../ratings/index.ts';
import { FORMAT } from '../../types.ts';
import { type Finding, finding } from './finding.ts';

/** A clock of a service may be set back by this much. */
const CLOCK_MS = 10 * 60_000;
/** The service promises an entry within a day. */
const PROMISED_MS = 24 * 3_600_000;
/**
 * Number of different opponents in earlier rated matches from which on a player counts in `ServerFigures`. Matches between new keys,
 * which anyone can make, would otherwise hide a bad rate.
 */
const WELL_MET = 5;

/** A player by the entries. */
export interface Player {
  games: number;
  wins: number;
  ratedGames: number;
  ratedWins: number;
  /** When the last match of the player ended. */
  ended: number;
  /** The rating after the last rated match, as it was logged. */
  logged: LoggedRating | null;
}

/** The rated matches of one server key between two people who each had met `WELL_MET` opponents, and how many of them were lost without a decision. */
export interface ServerFigures {
  /** The key of the server, 64 hex digits. */
  readonly server: string;
  /** Number of such matches. */
  matches: number;
  /** Number of those that were lost on time. */
  time: number;
  /** Number of those that were lost by absence. */
  abandonment: number;
}

/** The kept form of a replay. */
export interface ReplayState {
  readonly players: readonly (readonly [string, Player])[];
  readonly matches: readonly (readonly [string, string])[];
  readonly ratings: readonly (readonly [string, PlayerRating])[];
  readonly pairs: readonly (readonly [string, readonly [boolean, boolean]])[];
  readonly newest: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly servers: readonly ServerFigures[];
}

/** The columns of the match index that follow from an entry. */
const COLUMNS = [
  'created',
  'length',
  'p0',
  'p1',
  'score0',
  'score1',
  'winner',
  'rated',
  'reason',
  'final_hash',
] as const;
type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], unknown>>>;

function rowOf({ created, length, players, rated, result, finalHash }: MatchEntry): Row {
  const [p0, p1] = players;
  const [score0, score1] = result.score;
  const { winner, reason } = result;
  return { created, length, p0, p1, score0, score1, winner, rated, reason, final_hash: finalHash };
}

/** Returns a hash of what a row of the match index says that the log says too, 64 hex digits. */
export function rowHash(row: Row): string {
  return sha256Hex(utf8(JSON.stringify(COLUMNS.map((column) => row[column]))));
}

/** Follows the entries in order: each match once, times, results of players, and all ratings. */
export class Replay {
  readonly #ratings: RatingHistory;
  /** By key. */
  readonly players: Map<string, Player>;
  /** By match the hash of its row in the match index, as it follows from the entry. Empty for an aborted match. */
  readonly matches: Map<string, string>;
  /** When the newest match ended that had not finished before the log. */
  #newest: number;
  /** Number of entries of each type. */
  readonly counts: Record<string, number>;
  /** By the key of the server. */
  readonly #servers: Map<string, ServerFigures>;

  constructor(state: ReplayState | null) {
    this.#ratings = RatingHistory.resume(state?.ratings ?? [], state?.pairs ?? []);
    this.players = new Map(state?.players);
    this.matches = new Map(state?.matches);
    this.#newest = state?.newest ?? 0;
    this.counts = { ...state?.counts };
    this.#servers = new Map(state?.servers.map((figures) => [figures.server, { ...figures }]));
  }

  get state(): ReplayState {
    const pairs = [...this.#ratings.pairs()].map(({ low, high, vouched }) => [`${low} ${high}`, vouched] as const);
    return {
      players: [...this.players],
      matches: [...this.matches],
      ratings: [...this.#ratings.ratings],
      pairs,
      newest: this.#newest,
      counts: this.counts,
      servers: this.servers,
    };
  }

  /** One for each key that a `match` entry names as its server. */
  get servers(): readonly ServerFigures[] {
    return [...this.#servers.values()];
  }

  ratingOf(pub: string): PlayerRating {
    return this.#ratings.of(pub);
  }

  /** Returns what is wrong with an entry in its place. */
  add(entry: LogEntry, at: number, now: number): Finding[] {
    this.counts[entry.type] = (this.counts[entry.type] ?? 0) + 1;
    if (entry.type === 'analysis' && !this.matches.get(entry.match)) {
      const message = `Entry ${at} is the analysis of match ${entry.match}, of which no earlier entry is.`;
      return [finding('analysis-without-match', { entry: at, about: entry.match }, message)];
    }
    if (entry.type !== 'match' && entry.type !== 'aborted') return [];
    if (this.matches.has(entry.id)) {
      const message = `Entry ${at} is the second entry of match ${entry.id}.`;
      return [finding('entry-twice', { entry: at, about: entry.id }, message, entry)];
    }
    this.matches.set(entry.id, entry.type === 'match' ? rowHash(rowOf(entry)) : '');
    if (entry.type === 'aborted') return [];
    this.#countEnd(entry);
    const wrong = [...this.#times(entry, at, now), ...this.#rate(entry, at)];
    this.#count(entry);
    return wrong;
  }

  #times(entry: MatchEntry, at: number, now: number): Finding[] {
    const { id, ended, players, imported } = entry;
    const place = { entry: at, about: id };
    const last = Math.max(...players.map((pub) => this.players.get(pub)?.ended ?? 0));
    const newest = this.#newest;
    if (!imported) this.#newest = Math.max(newest, ended);
    if (ended > now + CLOCK_MS)
      return [finding('post-dated', place, `Match ${id} ended in the future.`, { ended, now })];
    if (imported) return [];
    if (ended < last - CLOCK_MS)
      return [
        finding('back-dated', place, `Match ${id} is entered as ended before an earlier match of its player.`, {
          ended,
          last,
        }),
      ];
    if (ended < newest - PROMISED_MS)
      return [
        finding('late-entry', place, `Match ${id} was entered more than a day after it ended, or is dated back.`, {
          ended,
          newest,
        }),
      ];
    return [];
  }

  /** Counts how a match ended, by its server. To be called before the match changes ratings. A match with a bot is never rated. */
  #countEnd({ server, players, rated, result: { reason } }: MatchEntry): void {
    const figures = this.#servers.get(server) ?? { server, matches: 0, time: 0, abandonment: 0 };
    this.#servers.set(server, figures);
    if (!rated || players.some((pub) => this.ratingOf(pub).opponents < WELL_MET)) return;
    figures.matches += 1;
    if (reason === 'time' || reason === 'abandonment') figures[reason] += 1;
  }

  #count({ players, result, ended, rated }: MatchEntry): void {
    for (const [seat, pub] of players.entries()) {
      const player = this.#player(pub);
      const won = result.winner === seat ? 1 : 0;
      player.games += 1;
      player.wins += won;
      player.ratedGames += rated ? 1 : 0;
      player.ratedWins += rated ? won : 0;
      player.ended = Math.max(player.ended, ended);
    }
  }

  #player(pub: string): Player {
    const known = this.players.get(pub);
    if (known) return known;
    const made = { games: 0, wins: 0, ratedGames: 0, ratedWins: 0, ended: 0, logged: null };
    this.players.set(pub, made);
    return made;
  }

  #rate(entry: MatchEntry, at: number): Finding[] {
    const { id, players, rated, ratings, ended, format, length, result } = entry;
    const place = { entry: at, about: id };
    if (rated !== (ratings !== null))
      return [
        finding('rating-changed', place, `Match ${id} has ratings although it is not rated, or none although it is.`),
      ];
    if (ratings === null) return [];
    const isOlder = format !== FORMAT;
    const findings: Finding[] = [];
    for (const [seat, pub] of players.entries()) {
      const before = ratings[seat]?.before;
      const last = this.#player(pub).logged ?? logged(INITIAL_RATING);
      if (!before || isOlder || isEqual(before, last)) continue;
      const message = `Player ${pub} enters match ${id} with another rating than the one after the match before it.`;
      findings.push(finding('rating-gap', { entry: at, about: pub }, message, { before, last }));
    }
    if (!isOlder) {
      const header = { players: [{ pub: players[0] }, { pub: players[1] }] as const, length, rated };
      const computed = this.#ratings.add({ header, winner: result.winner, finishedAt: ended });
      for (const [seat, pub] of players.entries()) {
        const [own, theirs] = [computed?.[seat]?.after, ratings[seat]?.after];
        if (!own || !theirs || isNear(logged(own), theirs)) continue;
        const message = `The rating of player ${pub} after match ${id} does not follow from the entries.`;
        const evidence = { logged: theirs, computed: logged(own) };
        findings.push(finding('rating-changed', { entry: at, about: pub }, message, evidence));
        this.#adopt(pub, theirs, ended);
      }
    }
    for (const [seat, pub] of players.entries()) {
      const after = ratings[seat]?.after;
      if (!after) continue;
      if (isOlder) this.#adopt(pub, after, ended);
      this.#player(pub).logged = after;
    }
    return findings;
  }

  /** Continues from the logged rating, so that one lie is one finding. Ratings of earlier methods are taken as given. */
  #adopt(pub: string, { rating, rd, volatility }: LoggedRating, at: number): void {
    this.#ratings.adopt(pub, { rating: Number(rating), rd: Number(rd), volatility: Number(volatility), at });
  }
}

function logged({ rating, rd, volatility }: Rating): LoggedRating {
  return {
    rating: toLoggedDecimal(rating, RATING_DIGITS),
    rd: toLoggedDecimal(rd, RATING_DIGITS),
    volatility: toLoggedDecimal(volatility, VOLATILITY_DIGITS),
  };
}

function isEqual(a: LoggedRating, b: LoggedRating): boolean {
  return a.rating === b.rating && a.rd === b.rd && a.volatility === b.volatility;
}

/** Exponentials differ in their last bits between platforms, so one unit of the last digit is tolerated. */
function isNear(a: LoggedRating, b: LoggedRating): boolean {
  const near = (one: string, other: string, digits: number) =>
    Math.abs(Number(one) - Number(other)) < 1.5 * 10 ** -digits;
  return (
    near(a.rating, b.rating, RATING_DIGITS) &&
    near(a.rd, b.rd, RATING_DIGITS) &&
    near(a.volatility, b.volatility, VOLATILITY_DIGITS)
  );
}
