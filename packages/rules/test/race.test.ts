import { describe, expect, it } from 'vitest';
import { estimate } from '../src/estimate.ts';
import { kleinman, normalBelow, racePips } from '../src/race.ts';
import { seenBy } from './support/views.ts';

/** K = D² / S and the corresponding chance, as published for Kleinman's metric. */
const PUBLISHED = [
  [0.5, 0.69],
  [0.7, 0.72],
  [1.0, 0.76],
  [1.2, 0.78],
  [1.4, 0.8],
  [2.0, 0.84],
] as const;

describe('the Kleinman metric', () => {
  it.each(PUBLISHED)('K = %d is a chance of %d', (k, chance) => {
    // with S = 200: own + other = 204, other - own = D - 4
    const lead = Math.sqrt(k * 200) - 4;
    expect(Math.abs(kleinman(102 - lead / 2, 102 + lead / 2) - chance)).toBeLessThan(0.012);
  });

  it('is even if being on roll compensates for the pips', () => {
    expect(kleinman(104, 100)).toBeCloseTo(0.5, 6);
  });
});

describe('normalBelow', () => {
  it.each([
    [0, 0.5],
    [1, 0.8413447],
    [-1.959964, 0.025],
    [3, 0.9986501],
  ])('of %d is %d', (z, share) => {
    expect(normalBelow(z)).toBeCloseTo(share, 6);
  });
});

describe('racePips', () => {
  it('counts pips and checkers if nothing is wasted', () => {
    const checkers = [0, 1, 1, 1, 4, 4, 4, ...new Array(19).fill(0)];
    expect(racePips(checkers)).toBe(66 + 15);
  });

  it('adds for stacks and gaps', () => {
    const checkers = [0, 5, 3, 5, 0, 0, 2, ...new Array(19).fill(0)];
    expect(racePips(checkers)).toBe(38 + 15 + 8 + 2 + 2 + 2);
    expect(racePips([13, 2, ...new Array(24).fill(0)])).toBe(2 + 2 + 2 + (3 * 2) / 15);
  });
});

describe('gammon chances in a race', () => {
  const oneEach = (home: number) => Array.from({ length: 26 }, (_, place) => (place === 1 ? home : 0));

  it('are 0 once a checker is off, and 1 once none can be', () => {
    const safe = oneEach(1);
    safe[24] = -14;
    expect(estimate(seenBy(safe, 0), 0, 0).gammon).toBe(0);
    const lost = oneEach(2);
    lost[2] = -15;
    expect(estimate(seenBy(lost, 0), 0, 0).gammon).toBeGreaterThan(0.95);
  });
});
