import { type PuzzleAnswer, type PuzzleDay, type PuzzleStats, type PuzzleView, socketCodes } from '@anchor/wire';
import { utcDate } from 'bg-record';
import type { Failure, Hop, Result } from 'bg-rules';
import { LRUCache } from 'lru-cache';
import { makeUniform } from '../../shared/uniform.ts';
import type { PuzzleStore } from '../ports/puzzles.ts';
import { StoreUnavailable } from '../ports/unavailable.ts';
import type { Log, World } from '../ports/world.ts';
import { type Puzzle, parsePuzzle, scoreOf, viewOf } from './puzzle.ts';

/** Returns the puzzle of a date as text, or null when there is none. Rejects when the storage fails. */
export type PuzzleSource = (date: string) => Promise<string | null>;

/** The puzzles, as text, for days without one from a match. Rejects when they cannot be read. */
export type PuzzleBank = () => Promise<readonly string[]>;

export interface PuzzleParts {
  readonly store: PuzzleStore;
  /** Preferred to the bank. */
  readonly matches: PuzzleSource;
  readonly bank: PuzzleBank;
  readonly world: World;
  readonly log: Log;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

interface PublicPuzzle {
  readonly puzzle: PuzzleView;
  readonly stats: PuzzleStats;
}

/** A puzzle as the holder of a key sees it. */
interface OwnPuzzle extends PublicPuzzle {
  readonly streak: number;
  /** The result of their answer. Null before it. */
  readonly yours: PuzzleAnswer | null;
}

interface Attempted {
  readonly answer: PuzzleAnswer;
  readonly stats: PuzzleStats;
  readonly streak: number;
}

/** The reason why there is no puzzle. */
type PuzzleCode = 'no-puzzle' | 'puzzle-failed';
/** The reason why an answer is refused. */
type AttemptCode = PuzzleCode | 'puzzle-closed' | 'already-tried' | 'illegal-play';
type Found = Result<Puzzle, PuzzleCode>;

function refuse<Code extends AttemptCode>(code: Code): Failure<Code> {
  return { ok: false, code, message: socketCodes[code] };
}

/** The numbers of answers are kept for this long, of this many dates. */
const STATS_MS = 1_000;
const STATS_DATES = 100;

/**
 * The daily puzzle: the same for all players, with one answer per key. The numbers of answers are those of keys with a finished match, because
 * keys cost nothing.
 */
export class Puzzles {
  readonly #parts: PuzzleParts;
  /** Today's puzzle while it is being created. */
  readonly #making = new Map<string, Promise<Found>>();
  /** Keys cost nothing, and counting costs time for each key that has answered. */
  readonly #stats: LRUCache<string, Promise<PuzzleStats>>;

  constructor(parts: PuzzleParts) {
    this.#parts = parts;
    this.#stats = new LRUCache({ max: STATS_DATES, ttl: STATS_MS, ttlResolution: 0, perf: { now: parts.now } });
  }

  get today(): string {
    return utcDate(this.#parts.world.now());
  }

  /** The public view. Creates today's puzzle if needed. Other dates have one or not. */
  async show(date: string = this.today): Promise<Result<PublicPuzzle, PuzzleCode>> {
    const found = await this.#find(date);
    return found.ok ? { ok: true, value: await this.#publish(date, found.value) } : found;
  }

  /** Today's puzzle for the mailing, with player 0 on roll. Returns null for another date and when none can be created. */
  async ofDay(date: string): Promise<(PuzzleView & { readonly onRoll: 0 }) | null> {
    const shown = date === this.today ? await this.show(date) : null;
    return shown?.ok ? { ...shown.value.puzzle, onRoll: 0 } : null;
  }

  /** The view of one player, with their own result. */
  async showTo(pub: string, date: string = this.today): Promise<Result<OwnPuzzle, PuzzleCode>> {
    const found = await this.#find(date);
    if (!found.ok) return found;
    const attempt = await this.#parts.store.attemptOf(pub, date);
    const yours = attempt && scoreOf(found.value, JSON.parse(attempt.hops));
    const shown = await this.#publish(date, found.value);
    return { ok: true, value: { ...shown, yours, streak: await this.#streak(pub) } };
  }

  /** The dates of a month (`YYYY-MM`) that have a puzzle, each with the rank of this key's play. */
  async days(month: string, pub: string | null): Promise<PuzzleDay[]> {
    const ranks = pub === null ? new Map<string, number>() : await this.#parts.store.ranksIn(month, pub);
    return (await this.#parts.store.datesIn(month)).map((date) => ({ date, rank: ranks.get(date) ?? null }));
  }

  /** Takes a key's only answer to today's puzzle. */
  async attempt(pub: string, date: string, hops: readonly Hop[]): Promise<Result<Attempted, AttemptCode>> {
    if (date !== this.today) return refuse('puzzle-closed');
    const found = await this.#find(date);
    if (!found.ok) return found;
    // Check this before the play is scored, so that a second attempt reveals nothing.
    if (await this.#parts.store.attemptOf(pub, date)) return refuse('already-tried');
    const answer = scoreOf(found.value, hops);
    if (!answer) return refuse('illegal-play');
    const stored = { pub, date, hops: JSON.stringify(hops), rank: answer.rank, at: this.#parts.world.now() };
    if (!(await this.#parts.store.attempt(stored))) return refuse('already-tried');
    // Anyone can answer, but only answers that count may cause another count.
    if (await this.#parts.store.counts(pub)) this.#stats.delete(date);
    return { ok: true, value: { answer, stats: await this.#statsOf(date), streak: await this.#streak(pub) } };
  }

  async #publish(date: string, puzzle: Puzzle): Promise<PublicPuzzle> {
    return { puzzle: viewOf(date, puzzle), stats: await this.#statsOf(date) };
  }

  /** May be a second old. */
  #statsOf(date: string): Promise<PuzzleStats> {
    const known = this.#stats.get(date);
    if (known) return known;
    const stats = this.#parts.store.stats(date);
    this.#stats.set(date, stats);
    stats.catch(() => this.#stats.delete(date));
    return stats;
  }

  /** The present streak of a key, and its longest one. */
  async streaks(pub: string): Promise<{ readonly now: number; readonly longest: number }> {
    const [attempt, solved] = [
      await this.#parts.store.attemptOf(pub, this.today),
      await this.#parts.store.solvedDates(pub),
    ];
    return { now: attempt && attempt.rank > 1 ? 0 : streakOf(solved, this.today), longest: longestStreak(solved) };
  }

  async #streak(pub: string): Promise<number> {
    return (await this.streaks(pub)).now;
  }

  async #find(date: string): Promise<Found> {
    if (!isDate(date)) return refuse('no-puzzle');
    const stored = await this.#parts.store.get(date);
    if (stored !== null) return { ok: true, value: parsePuzzle(stored) };
    return date === this.today ? this.#make(date) : refuse('no-puzzle');
  }

  /** Creates the puzzle of a date once, even with concurrent callers. */
  #make(date: string): Promise<Found> {
    const made = this.#making.get(date) ?? this.#choose(date).finally(() => this.#making.delete(date));
    this.#making.set(date, made);
    return made;
  }

  async #choose(date: string): Promise<Found> {
    try {
      const text = (await this.#fromMatches(date)) ?? (await this.#fromBank(date));
      return { ok: true, value: parsePuzzle(await this.#parts.store.keep(date, text, this.#parts.world.now())) };
    } catch (err) {
      if (err instanceof StoreUnavailable) throw err;
      this.#parts.log.error({ err, date }, 'could not create the daily puzzle');
      return refuse('puzzle-failed');
    }
  }

  async #fromMatches(date: string): Promise<string | null> {
    try {
      const text = await this.#parts.matches(date);
      if (text !== null) parsePuzzle(text);
      return text;
    } catch (err) {
      this.#parts.log.error({ err, date }, 'could not create a puzzle from a match; using the puzzle bank');
      return null;
    }
  }

  async #fromBank(date: string): Promise<string> {
    const texts = await this.#parts.bank();
    const text = texts[indexOfDay(date, texts.length)] ?? '';
    parsePuzzle(text);
    return text;
  }
}

const DAY_MS = 86_400_000;

/** True if the text is an existing date: 30 February is not. */
function isDate(text: string): boolean {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(atMs) && utcDate(atMs) === text;
}

/** Days since 1 January 1970. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

export function dayBefore(date: string): string {
  return utcDate(Date.parse(date) - DAY_MS);
}

/**
 * The index of the puzzle of a day, among `count`. Every run of `count` days since 1970 uses each puzzle once, in a different order per
 * run. The result is the same everywhere as long as `count` stays the same.
 */
export function indexOfDay(date: string, count: number): number {
  const day = dayNumber(date);
  return shuffled(count, Math.floor(day / count))[day % count] ?? 0;
}

/** The numbers below `count`, shuffled by the seed (Fisher–Yates). */
function shuffled(count: number, seed: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const uniform = makeUniform(seed);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(uniform() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}

/** The largest number of consecutive days with the best play. */
export function longestStreak(solved: readonly string[]): number {
  let [longest, run, last] = [0, 0, ''];
  for (const day of solved.toSorted()) {
    run = dayBefore(day) === last ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = day;
  }
  return longest;
}

/** Number of consecutive days up to today with the best play. An unanswered today does not break the streak. */
export function streakOf(solved: readonly string[], today: string): number {
  const days = new Set(solved);
  let streak = 0;
  for (let day = days.has(today) ? today : dayBefore(today); days.has(day); day = dayBefore(day)) streak++;
  return streak;
}
