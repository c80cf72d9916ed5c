import { legalPlays, type Player, type Position, startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { meanRolls } from '../src/bearoff.ts';
import { boardNumber, boardsUpTo, nextBoard } from '../src/bearoff-index.ts';
import { evaluate } from '../src/evaluate.ts';

/** Checkers on a player's points 1, 2, 3 … */
type Home = readonly number[];

/** Returns a position with these checkers at home and the others off. */
function bearingOff(own: Home, other: Home): Position {
  const points = [...startPosition().points].fill(0);
  own.forEach((count, index) => {
    points[index] = count;
  });
  other.forEach((count, index) => {
    points[23 - index] = -count;
  });
  const left = (home: Home) => home.reduce((sum, count) => sum + count, 0);
  return { points, bar: [0, 0], off: [15 - left(own), 15 - left(other)] };
}

const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].map((b) => [a, b] as const));

/** Returns the winning chance of the player on roll with best play on both sides, by exhaustive search. */
function bruteForce(position: Position, player: Player, known = new Map<string, number>()): number {
  const key = `${player} ${position.points.join()}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  let chance = 0;
  for (const dice of ROLLS) {
    const after = legalPlays(position, player, dice).map((play) => play.position);
    chance += Math.max(...after.map((next) => afterwards(next, player, known))) / 36;
  }
  known.set(key, chance);
  return chance;
}

function afterwards(next: Position, player: Player, known: Map<string, number>): number {
  return next.off[player] === 15 ? 1 : 1 - bruteForce(next, player === 0 ? 1 : 0, known);
}

const SMALL: readonly (readonly [Home, Home])[] = [
  [[1], [1]],
  [[0, 0, 0, 0, 0, 1], [1]],
  [
    [1, 0, 0, 0, 0, 1],
    [2, 1],
  ],
  [
    [0, 1, 0, 1],
    [0, 0, 0, 0, 1, 1],
  ],
  [
    [0, 0, 2],
    [1, 1, 1],
  ],
  [
    [1, 1, 0, 0, 1],
    [0, 0, 2, 1],
  ],
];

describe('bear-offs', () => {
  it.each(SMALL)('%j against %j agrees with an exhaustive search', (own, other) => {
    const position = bearingOff(own, other);
    for (const player of [0, 1] as const) {
      const [win] = evaluate(position, player);
      const best = bruteForce(position, player);
      // Minimising the own number of rolls, without regard to the opponent, loses slightly.
      expect(Math.abs(win - best)).toBeLessThan(0.002);
    }
  });

  it('gives the known numbers of rolls for small boards', () => {
    expect(meanRolls([0, 1, 0, 0, 0, 0, 0])).toBe(1);
    expect(meanRolls([0, 0, 0, 0, 0, 0, 1])).toBeCloseTo(1 + missing([0, 0, 0, 0, 0, 1], 15) / 36, 12);
    expect(meanRolls([0, 1, 0, 0, 0, 0, 1])).toBeGreaterThan(1 + missing([1, 0, 0, 0, 0, 1], 15) / 36);
  });

  it('recognises certain, possible and impossible gammons', () => {
    const fifteen = [0, 0, 0, 0, 0, 15];
    const certain = evaluate(bearingOff([1], fifteen), 0);
    expect(certain[0]).toBe(1);
    expect(certain[1]).toBe(1);
    const waiting = evaluate(bearingOff([1], fifteen), 1);
    expect(waiting[0]).toBe(0);
    expect(waiting[3]).toBeCloseTo(missing(fifteen, 1) / 36, 9);
    expect(evaluate(bearingOff([1], [0, 0, 0, 0, 0, 14]), 0)[1]).toBe(0);
  });
});

/** Counts the rolls, of 36, after which fewer than `off` checkers are off, however they are played. */
function missing(home: Home, off: number): number {
  const position = bearingOff(home, [1]);
  const fails = ROLLS.filter((dice) => legalPlays(position, 0, dice).every((play) => play.position.off[0] < off));
  return fails.length;
}

describe('numbers of home boards', () => {
  it('number all 54,264 boards in order, each once', () => {
    expect(boardsUpTo(15)).toBe(54_264);
    const counts = new Int32Array(7);
    for (let number = 0; number < boardsUpTo(15); number++) {
      if (boardNumber(counts) !== number) expect([...counts, boardNumber(counts)]).toEqual([...counts, number]);
      nextBoard(counts);
    }
  });
});
