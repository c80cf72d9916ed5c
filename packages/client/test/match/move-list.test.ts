import { expect, test } from 'vitest';
import { gamesOf } from '../../src/pages/match/move-list.tsx';
import { readHistory } from '../../src/play/history.ts';
import { playAtRandom } from './played.ts';

test.each([3, 17, 40, 77])(
  'TC1 the list has every decision once and in order, that of player 0 on the left, in as few numbered lines as that allows (seed %i)',
  (seed) => {
    const played = playAtRandom(seed, 5, 20_000);
    const { steps } = readHistory(played.header, played.events);
    const games = gamesOf(steps);
    expect(games.map(({ game }) => game)).toEqual([...new Set(steps.map(({ game }) => game))]);
    expect(games.length).toBeGreaterThan(1);
    const rows = games.flatMap((one) => one.rows);
    const entries = rows.flatMap((row) => row.filter((entry) => entry !== null));
    expect(entries.map(({ step }) => step)).toEqual(steps);
    expect(entries.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
    for (const [left, right] of rows) {
      if (left) expect(left.step.player).toBe(0);
      if (right) expect(right.step.player).toBe(1);
      expect(left ?? right).not.toBeNull();
    }
    for (const { rows: lines } of games)
      for (const [at, [left]] of lines.entries()) {
        const above = lines[at - 1];
        // A line with only a decision of player 1 could not stand beside the one above.
        if (at > 0 && !left) expect(above?.[1]).not.toBeNull();
      }
  },
);
