import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accelerate } from 'bg-engine';
import { checkSituation, legalPlays, makeXgid, parsePlay } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { THEMES, themeOf } from '../../src/cards/themes.ts';
import { cubeChoicesOf } from '../../src/engine/choices.ts';
import { type Choice, judgeCard } from '../../src/engine/judge-card.ts';
import { type Puzzle, puzzleSet, situationOfPuzzle } from '../../src/pages/puzzles/puzzle-set.ts';
import file from '../../src/pages/puzzles/puzzles.json';

// The answers are the same in plain code, more slowly.
accelerate();

const puzzles: readonly Puzzle[] = z.parse(puzzleSet, file);
const path = fileURLToPath(new URL('../../src/pages/puzzles/puzzles.json', import.meta.url));

/** The best choice as the file states it. Throws if it is not legal. */
function bestOf(puzzle: Puzzle): Choice {
  const { best } = puzzle;
  const situation = situationOfPuzzle(puzzle);
  const { position, dice } = situation;
  if (dice === null) {
    const type = cubeChoicesOf(situation).find((choice) => choice === best);
    if (!type) throw new Error(`${best} is not allowed`);
    return { type };
  }
  const read = parsePlay(best, { position, player: 0, dice });
  if (!read.ok) throw new Error(`${best}: ${read.message}`);
  return { type: 'play', hops: read.value };
}

describe('the set of puzzles', () => {
  test('PT4 has at least 15 puzzles of each theme, 200 to 400 in all, in less than 60 kB, and none twice', () => {
    for (const theme of THEMES)
      expect(puzzles.filter((one) => one.theme === theme).length, theme).toBeGreaterThanOrEqual(15);
    expect(puzzles.length).toBeGreaterThanOrEqual(200);
    expect(puzzles.length).toBeLessThanOrEqual(400);
    expect(statSync(path).size).toBeLessThan(60_000);
    expect(new Set(puzzles.map(({ xgid }) => xgid.replace(/:\d+$/, ''))).size).toBe(puzzles.length);
  });

  test('PT5 has possible decisions of player 0 with several choices, the theme of the classifier, and a legal best choice', () => {
    for (const puzzle of puzzles) {
      const situation = situationOfPuzzle(puzzle);
      const { position, dice, toAct } = situation;
      expect(checkSituation(situation).ok, puzzle.xgid).toBe(true);
      expect(makeXgid(situation)).toBe(puzzle.xgid);
      expect(toAct, puzzle.xgid).toBe(0);
      expect(themeOf(situation), puzzle.xgid).toBe(puzzle.theme);
      expect(puzzle.rating).toBeGreaterThan(1_000);
      expect(puzzle.rating).toBeLessThan(2_600);
      if (dice) expect(legalPlays(position, 0, dice).length, puzzle.xgid).toBeGreaterThanOrEqual(4);
      else expect(cubeChoicesOf(situation), puzzle.xgid).toHaveLength(2);
      expect(() => bestOf(puzzle), puzzle.xgid).not.toThrow();
    }
  });

  test('PT6 cannot be answered by the theme alone: no answer about the cube or to “hit or not” is right in three quarters', () => {
    const sharesOf = (theme: string, isOne: (puzzle: Puzzle) => boolean) => {
      const own = puzzles.filter((puzzle) => puzzle.theme === theme);
      return own.filter(isOne).length / own.length;
    };
    for (const share of [
      sharesOf('double', ({ best }) => best === 'double'),
      sharesOf('take', ({ best }) => best === 'take'),
      sharesOf('hit', ({ best }) => best.includes('*')),
    ]) {
      expect(share).toBeGreaterThan(0.25);
      expect(share).toBeLessThan(0.75);
    }
  });

  test('PT7 is judged by the page as the file says: the best choice costs nothing, and every other is marked', () => {
    for (const puzzle of puzzles) {
      const situation = situationOfPuzzle(puzzle);
      const best = bestOf(puzzle);
      const others = cubeChoicesOf(situation).filter((type) => type !== best.type);
      const { losses, marks, plays } = judgeCard({ situation, choices: [best, ...others.map((type) => ({ type }))] });
      expect(losses[0], puzzle.xgid).toBe(0);
      expect(marks[0], puzzle.xgid).toBeNull();
      if (plays) expect(plays[1]?.loss, puzzle.xgid).toBeGreaterThanOrEqual(0.03);
      else expect(marks[1], puzzle.xgid).not.toBeNull();
    }
  });
});
