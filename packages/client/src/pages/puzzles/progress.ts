import { glicko2, INITIAL_RATING, type Rating, ratingAt } from 'bg-record/ratings';
import { readJson, type TextStorage } from 'bg-session';
import * as z from 'zod/mini';
import type { Puzzle } from './puzzle-set.ts';

const count = z.int().check(z.gte(0), z.lte(1e15));

/** The reader's answers to one puzzle. */
const answers = z.object({
  tries: count,
  misses: count,
  /** True if the last answer was wrong. */
  isWrong: z.boolean(),
  /** The number of answers to all puzzles before the last one. */
  at: count,
  /** The time of the last answer, milliseconds since the epoch. */
  time: count,
});
export type Answers = z.infer<typeof answers>;

const stored = z.object({
  rating: z.object({
    rating: z.number().check(z.gte(-10_000), z.lte(10_000)),
    rd: z.number().check(z.gte(1), z.lte(INITIAL_RATING.rd)),
    volatility: z.number().check(z.gte(1e-3), z.lte(1)),
    at: z.nullable(count),
  }),
  answers: z.record(z.string(), answers),
});

/** This browser keeps a rating of its reader, and the answers by the id of the puzzle. */
export interface Progress {
  readonly rating: Rating;
  readonly answers: Readonly<Record<string, Answers>>;
}

const NAME = 'anchor.puzzles';
const { rating, rd, volatility } = INITIAL_RATING;
export const NO_PROGRESS: Progress = { rating: { rating, rd, volatility, at: null }, answers: {} };

/** The deviation of every puzzle: the model that gave it its rating does not know the reader. */
const PUZZLE_RD = 100;
/** A puzzle that was missed comes back after so many others, or after a day. */
export const GAP = 5;
export const DAY_MS = 24 * 3_600_000;
/** The next puzzle is one of so many whose ratings are the nearest to the reader's. */
const NEAREST = 8;

type Reads = Pick<TextStorage, 'read'>;

/** Returns what is stored. Answers to puzzles that are not in the set are left out, so the size is bounded by that of the set. */
export function readProgress(storage: Reads, puzzles: readonly Puzzle[]): Progress {
  const found = readJson(stored, storage.read(NAME));
  if (!found) return NO_PROGRESS;
  const known = puzzles.flatMap(({ xgid }) => {
    const one = found.answers[xgid];
    return one ? [[xgid, one] as const] : [];
  });
  return { rating: found.rating, answers: Object.fromEntries(known) };
}

/** Stores an answer beside those that other tabs have stored. `isKept` is false if the browser loses it with the page. */
export function storeAnswer(storage: TextStorage, puzzles: readonly Puzzle[], answer: Answer) {
  const before = readProgress(storage, puzzles);
  const progress = afterAnswer(before, answer);
  return { before, progress, isKept: storage.write(NAME, JSON.stringify(progress)) };
}

/** Forgets rating and answers. Returns false if the browser keeps nothing. */
export function forgetProgress(storage: TextStorage): boolean {
  return storage.write(NAME, null);
}

interface Answer {
  readonly puzzle: Puzzle;
  readonly isRight: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The first answer to a puzzle changes the rating: a game against the puzzle, by Glicko-2. Later ones are practice. */
export function afterAnswer(progress: Progress, { puzzle, isRight, now }: Answer): Progress {
  const earlier = progress.answers[puzzle.xgid];
  const next: Answers = {
    tries: (earlier?.tries ?? 0) + 1,
    misses: (earlier?.misses ?? 0) + (isRight ? 0 : 1),
    isWrong: !isRight,
    at: triesOf(progress),
    time: now,
  };
  const rated = earlier ? progress.rating : afterGame(progress.rating, puzzle, isRight, now);
  return { rating: rated, answers: { ...progress.answers, [puzzle.xgid]: next } };
}

function afterGame(own: Rating, puzzle: Puzzle, isRight: boolean, now: number): Rating {
  const against: Rating = { rating: puzzle.rating, rd: PUZZLE_RD, volatility, at: null };
  const outcome = { against, score: isRight ? 1 : 0 };
  return { ...glicko2(ratingAt(own, now), [outcome], { weight: 1, periods: 0 }), at: now };
}

function triesOf({ answers: all }: Progress): number {
  return Object.values(all).reduce((sum, { tries }) => sum + tries, 0);
}

/** The puzzle to ask next. `none` if each has been answered and none is due; `missed` of them come back later. */
export type Next =
  | { readonly kind: 'puzzle'; readonly puzzle: Puzzle }
  | { readonly kind: 'none'; readonly missed: number };

interface Wanted {
  /** The puzzles of the theme. */
  readonly puzzles: readonly Puzzle[];
  readonly progress: Progress;
  readonly now: number;
  /** Returns a number from 0 to 1, without 1. */
  readonly random: () => number;
  /** True if puzzles that were solved may come again. */
  readonly again: boolean;
}

/**
 * Returns the puzzle to ask next: the one that was missed and has waited longest, once others or a day came in between; then one that was
 * never answered, near the reader's rating; then, if wanted, the one whose last answer is the oldest.
 */
export function nextPuzzle({ puzzles, progress, now, random, again }: Wanted): Next {
  const tries = triesOf(progress);
  const known = puzzles.flatMap((puzzle) => {
    const found = progress.answers[puzzle.xgid];
    return found ? [{ puzzle, ...found }] : [];
  });
  known.sort((a, b) => a.at - b.at);
  const missed = known.filter(({ isWrong }) => isWrong);
  // a time in the future is that of a clock which was wrong then
  const due = missed.find(({ at, time }) => tries - at > GAP || Math.abs(now - time) >= DAY_MS);
  if (due) return { kind: 'puzzle', puzzle: due.puzzle };
  const fresh = puzzles.filter(({ xgid }) => !progress.answers[xgid]);
  const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - progress.rating.rating);
  const near = fresh.sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
  const found = near[Math.floor(random() * near.length)] ?? (again ? known[0]?.puzzle : undefined);
  return found ? { kind: 'puzzle', puzzle: found } : { kind: 'none', missed: missed.length };
}

/** Returns the number of puzzles that were answered, and of those whose last answer was right. */
export function totals(puzzles: readonly Puzzle[], { answers: all }: Progress) {
  const known = puzzles.flatMap(({ xgid }) => all[xgid] ?? []);
  return { answered: known.length, right: known.filter(({ isWrong }) => !isWrong).length };
}
