import { seededRandom } from '@anchor/testkit/random';
import { describe, expect, test } from 'vitest';
import {
  afterAnswer,
  DAY_MS,
  forgetProgress,
  GAP,
  NO_PROGRESS,
  nextPuzzle,
  type Progress,
  readProgress,
  storeAnswer,
  totals,
} from '../../src/pages/puzzles/progress.ts';
import type { Puzzle } from '../../src/pages/puzzles/puzzle-set.ts';

const SEED = 5;
const NOW = Date.UTC(2026, 10, 29);

const puzzles: readonly Puzzle[] = Array.from({ length: 20 }, (_, n) => ({
  xgid: `p${n}`,
  theme: n % 2 === 0 ? 'race' : 'double',
  rating: 1300 + 20 * n,
  best: 'roll',
}));

/** The storage of a device. One that keeps nothing has it until the page closes. */
function device(keeps = true, text: string | null = null) {
  let kept = text;
  return {
    read: () => kept,
    write: (_: string, next: string | null) => {
      kept = next;
      return keeps;
    },
  };
}

/** Asks again and again, and returns the ids in their order. `isRight` says which answers are right. */
function asked(count: number, isRight: (id: string) => boolean, start: Progress = NO_PROGRESS, again = false) {
  const random = seededRandom(SEED);
  const order: string[] = [];
  let progress = start;
  while (order.length < count) {
    const next = nextPuzzle({ puzzles, progress, now: NOW, random, again });
    if (next.kind === 'none') break;
    const { puzzle } = next;
    order.push(puzzle.xgid);
    progress = afterAnswer(progress, { puzzle, isRight: isRight(puzzle.xgid), now: NOW });
  }
  return { order, progress };
}

describe('the next puzzle', () => {
  test(`PT8 is one that was never answered, near the reader’s rating, until all have been solved (seed ${SEED})`, () => {
    const { order, progress } = asked(100, () => true);
    expect(order).toHaveLength(puzzles.length);
    expect(new Set(order).size).toBe(puzzles.length);
    expect(totals(puzzles, progress)).toEqual({ answered: 20, right: 20 });
    // the eight nearest to 1500 are rated 1440 to 1580
    expect(Number(order[0]?.slice(1))).toBeGreaterThanOrEqual(6);
    expect(Number(order[0]?.slice(1))).toBeLessThanOrEqual(14);
    const strong = { ...NO_PROGRESS, rating: { ...NO_PROGRESS.rating, rating: 1900 } };
    expect(Number(asked(1, () => true, strong).order[0]?.slice(1))).toBeGreaterThanOrEqual(12);
    // wanted again, the oldest answer comes first
    expect(asked(3, () => true, progress, true).order).toEqual(order.slice(0, 3));
  });

  test('PT9 is one that was missed, but only after a few others or a day, the one that has waited longest first', () => {
    const missed = new Set<string>();
    const { order } = asked(14, (id) => {
      const isNew = !missed.has(id) && missed.size < 2;
      if (isNew) missed.add(id);
      return !isNew;
    });
    const [first, second] = [...missed];
    expect(order.slice(0, 2)).toEqual([first, second]);
    expect(order.lastIndexOf(first ?? '')).toBe(GAP + 1);
    expect(order.lastIndexOf(second ?? '')).toBe(GAP + 2);

    const [one] = puzzles;
    if (!one) throw new Error('no puzzle');
    const progress = afterAnswer(NO_PROGRESS, { puzzle: one, isRight: false, now: NOW });
    const ask = (now: number, again = false) => nextPuzzle({ puzzles: [one], progress, now, random: () => 0, again });
    expect(ask(NOW + DAY_MS - 1)).toEqual({ kind: 'none', missed: 1 });
    expect(ask(NOW + DAY_MS)).toEqual({ kind: 'puzzle', puzzle: one });
    // the clock was wrong when it was answered
    expect(ask(NOW - DAY_MS)).toEqual({ kind: 'puzzle', puzzle: one });
    expect(ask(NOW, true)).toEqual({ kind: 'puzzle', puzzle: one });
    expect(nextPuzzle({ puzzles: [], progress, now: NOW, random: () => 0, again: true })).toEqual({
      kind: 'none',
      missed: 0,
    });
  });
});

describe('the rating', () => {
  test('PT10 rises by a right answer and falls by a wrong one, more against expectation and less when it is well known', () => {
    const puzzle = (rating: number): Puzzle => ({ xgid: `of ${rating}`, theme: 'hit', rating, best: 'roll' });
    const change = (rating: number, isRight: boolean, before = NO_PROGRESS) =>
      afterAnswer(before, { puzzle: puzzle(rating), isRight, now: NOW }).rating.rating - before.rating.rating;
    expect(change(1500, true)).toBeCloseTo(-change(1500, false), 6);
    expect(change(1800, true)).toBeGreaterThan(change(1500, true));
    expect(change(1200, true)).toBeGreaterThan(0);
    expect(change(1200, false)).toBeLessThan(change(1500, false));
    const { progress } = asked(20, (id) => Number(id.slice(1)) % 2 === 0);
    expect(progress.rating.rd).toBeLessThan(130);
    expect(change(1500, true, progress)).toBeLessThan(change(1500, true) / 3);
    expect(progress.rating.at).toBe(NOW);
  });

  test('PT11 changes by the first answer to a puzzle only', () => {
    const [puzzle] = puzzles;
    if (!puzzle) throw new Error('no puzzle');
    const first = afterAnswer(NO_PROGRESS, { puzzle, isRight: false, now: NOW });
    const second = afterAnswer(first, { puzzle, isRight: true, now: NOW + DAY_MS });
    expect(first.rating.rating).toBeLessThan(1500);
    expect(second.rating).toEqual(first.rating);
    expect(second.answers[puzzle.xgid]).toEqual({ tries: 2, misses: 1, isWrong: false, at: 1, time: NOW + DAY_MS });
  });
});

describe('the stored progress', () => {
  const [one, other] = puzzles as readonly [Puzzle, Puzzle];

  test('PT12 joins the answers of all tabs, and is forgotten as a whole', () => {
    const storage = device();
    storeAnswer(storage, puzzles, { puzzle: one, isRight: false, now: NOW });
    const { before, progress, isKept } = storeAnswer(storage, puzzles, { puzzle: other, isRight: true, now: NOW });
    expect(isKept).toBe(true);
    expect(Object.keys(before.answers)).toEqual(['p0']);
    expect(readProgress(storage, puzzles)).toEqual(progress);
    expect(totals(puzzles, progress)).toEqual({ answered: 2, right: 1 });
    expect(forgetProgress(storage)).toBe(true);
    expect(readProgress(storage, puzzles)).toEqual(NO_PROGRESS);
    const forgetful = device(false);
    expect(storeAnswer(forgetful, puzzles, { puzzle: one, isRight: true, now: NOW }).isKept).toBe(false);
    expect(forgetProgress(forgetful)).toBe(false);
  });

  test('PT13 ignores what is no progress, and puzzles that are not in the set', () => {
    const good = afterAnswer(NO_PROGRESS, { puzzle: one, isRight: true, now: NOW });
    const text = (changed: object) => JSON.stringify({ ...good, ...changed });
    for (const bad of [
      '',
      'null',
      '[]',
      '{}',
      text({ rating: { ...good.rating, rd: 0 } }),
      text({ rating: { ...good.rating, rd: 1e9 } }),
      text({ rating: { ...good.rating, rating: 'a' } }),
      text({ rating: { ...good.rating, volatility: 0 } }),
      text({ answers: { p0: { ...good.answers.p0, tries: -1 } } }),
      text({ answers: { p0: { ...good.answers.p0, time: 1e99 } } }),
    ])
      expect(readProgress(device(true, bad), puzzles), bad).toEqual(NO_PROGRESS);
    const strange = { ...good.answers, gone: good.answers.p0, constructor: good.answers.p0 };
    expect(readProgress(device(true, text({ answers: strange })), puzzles)).toEqual(good);
  });
});
