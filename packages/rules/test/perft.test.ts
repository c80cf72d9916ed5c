import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { perft } from '../src/perft.ts';
import { legalPlays } from '../src/plays.ts';
import { startPosition, swapPlayers } from '../src/position.ts';
import type { Dice, Player, Position } from '../src/types.ts';
import { keyOf } from './support/views.ts';

interface Counts {
  readonly ply1: Record<string, number>;
  readonly ply1_sum: number;
  readonly ply1_distinct_union: number;
  readonly ply1_nondouble_sum: number;
  readonly ply1_nondouble_union: number;
  readonly ply2_paths_sum: number;
  readonly ply2_sum_of_distinct: number;
  readonly ply2_distinct_union: number;
  readonly matrix: Record<string, { readonly paths: number; readonly distinct: number }>;
}

const file = new URL('../../../vectors/gnubg/perft.json', import.meta.url);
const counts: Counts = JSON.parse(readFileSync(file, 'utf8'));
const names = Object.keys(counts.ply1);
const diceOf = (name: string): Dice => [Number(name[0]), Number(name[1])];

function after(position: Position, player: Player, dice: Dice): Position[] {
  return legalPlays(position, player, dice).map((play) => play.position);
}

describe('perft', () => {
  it.each([0, 1] as Player[])('gives GNU Backgammon’s counts, player %i first', (player) => {
    expect(perft(startPosition(), player, 0)).toBe(1);
    expect(perft(startPosition(), player, 1)).toBe(counts.ply1_sum);
    expect(perft(startPosition(), player, 2)).toBe(counts.ply2_paths_sum);
  });

  it('counts a dance as one sequence that leaves the position unchanged', () => {
    // Player 0 has three checkers on the bar, and player 1 holds all six points of the home board.
    const points = [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, -3, -3, -2, -2, -2, -2];
    const position: Position = { points, bar: [3, 0], off: [0, 1] };
    expect(perft(position, 0, 1)).toBe(21);
    expect(perft(position, 0, 2)).toBe(21 * perft(position, 1, 1));
  });

  it('counts no sequence for a finished game', () => {
    const last: Position = { ...startPosition(), points: [1, ...new Array(23).fill(0)], off: [14, 15] };
    expect(perft(last, 0, 1)).toBe(0);
    const winning: Position = { points: [1, ...new Array(22).fill(0), -15], bar: [0, 0], off: [14, 0] };
    expect(perft(winning, 0, 1)).toBe(21);
    expect(perft(winning, 0, 2)).toBe(0);
  });
});

describe('the opening', () => {
  it.each(names)('%s has the number of plays in the table', (name) => {
    expect(legalPlays(startPosition(), 0, diceOf(name))).toHaveLength(counts.ply1[name]!);
  });

  it('has the total number of positions in the table', () => {
    const union = (some: string[]) =>
      new Set(some.flatMap((name) => after(startPosition(), 0, diceOf(name)).map(keyOf))).size;
    expect(union(names)).toBe(counts.ply1_distinct_union);
    expect(union(names.filter((name) => name[0] !== name[1]))).toBe(counts.ply1_nondouble_union);
  });
});

describe('the first two rolls, 21 by 21', () => {
  const union = new Set<string>();
  const found = Object.fromEntries(
    names.flatMap((first) => names.map((second) => [`${first}-${second}`, pair(first, second)])),
  );

  function pair(first: string, second: string) {
    const replies = after(startPosition(), 0, diceOf(first)).flatMap((position) => after(position, 1, diceOf(second)));
    const distinct = new Set(replies.map(keyOf));
    for (const key of distinct) union.add(key);
    return { paths: replies.length, distinct: distinct.size };
  }

  it('have the numbers of paths and distinct positions in the table', () => {
    expect(found).toEqual(counts.matrix);
  });

  it('add up to the sums of the table', () => {
    const sum = Object.values(found).reduce((total, { distinct }) => total + distinct, 0);
    expect(sum).toBe(counts.ply2_sum_of_distinct);
    expect(union.size).toBe(counts.ply2_distinct_union);
  });

  it('are the same if player 1 begins', () => {
    const mirrored = legalPlays(startPosition(), 1, [3, 1]).map((play) => keyOf(swapPlayers(play.position)));
    expect(mirrored.sort()).toEqual(after(startPosition(), 0, [3, 1]).map(keyOf).sort());
  });
});
