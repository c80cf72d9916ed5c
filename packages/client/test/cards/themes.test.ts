import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Card } from '../../src/cards/card.ts';
import { totalsByTheme } from '../../src/pages/cards/by-theme.tsx';
import { puzzleSet, situationOfPuzzle } from '../../src/pages/puzzles/puzzle-set.ts';

const file = new URL('../../src/pages/puzzles/puzzles.json', import.meta.url);
const puzzles = z.parse(puzzleSet, JSON.parse(readFileSync(file, 'utf8')));

/** A card of this puzzle, in which the player lost a hundredth of a point for each place in the set. */
const cardOf = (puzzle: (typeof puzzles)[number], place: number) =>
  ({ situation: situationOfPuzzle(puzzle), loss: (place + 1) / 100 }) as Card;

test('BC20 the cards by theme are counted with what they lost, the theme that cost most first', () => {
  expect(totalsByTheme([])).toEqual([]);
  const totals = totalsByTheme(puzzles.map(cardOf));
  expect(totals.map(({ theme }) => theme).toSorted()).toEqual(
    [...new Set(puzzles.map(({ theme }) => theme))].toSorted(),
  );
  for (const { theme, cards, loss } of totals) {
    const own = puzzles.flatMap((puzzle, place) => (puzzle.theme === theme ? [(place + 1) / 100] : []));
    expect([cards, loss]).toEqual([
      own.length,
      expect.closeTo(
        own.reduce((sum, one) => sum + one, 0),
        9,
      ),
    ]);
  }
  expect(totals.map(({ loss }) => loss)).toEqual(totals.map(({ loss }) => loss).toSorted((one, other) => other - one));
});
