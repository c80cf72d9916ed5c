import { AGREEMENT, agreedResult } from '@anchor/analysis';
import type { JobResult, JudgedPlay } from '@anchor/wire';
import { cubelessEquity } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { honestResult, jobsFor } from './engine.ts';

const honest = honestResult(jobsFor(1)[0]!);

/** The honest worker's result, with each play changed. */
function said(change: (play: JudgedPlay, index: number) => JudgedPlay): JobResult {
  return { plays: honest.plays.map(change) };
}

const withCube = (by: number) => said((play) => ({ ...play, equity: play.equity + by }));
const withoutChances = (by: number) => said(({ hops, equity }) => ({ hops, equity: equity + by }));
/** Only the last play has no chances. */
const lastWithout = (by: number) =>
  said(({ hops, equity, probs }, index) => {
    const isLast = index === honest.plays.length - 1;
    return { hops, equity: equity + (isLast ? 0 : by), ...(probs && !isLast && { probs }) };
  });

/** Each chance is within the tolerance, but their sum is not. */
const drifted = said((play) => {
  const [win, gammon, backgammon, lost, lostBackgammon] = play.probs!;
  const probs: JudgedPlay['probs'] = [win - 0.015, gammon, backgammon, lost, lostBackgammon];
  return { ...play, probs, equity: cubelessEquity(probs) };
});

const agree = (one: JobResult, other: JobResult) => agreedResult(one, other) !== null;

describe('two results', () => {
  it('disagree on an equity that differs by more than 0.02, also if their chances agree', () => {
    expect(agree(honest, honest)).toBe(true);
    expect(agree(honest, withCube(AGREEMENT - 0.001))).toBe(true);
    expect(agree(honest, withCube(0.3))).toBe(false);
    expect(agree(withCube(0.3), honest)).toBe(false);
    expect(agree(withCube(0.3), withCube(0.3))).toBe(true);
    expect(agree(honest, drifted)).toBe(false);
    expect(agree(drifted, drifted)).toBe(true);
  });

  it.each([withoutChances, lastWithout])('are compared by all equities if any play has no chances', (make) => {
    expect(agree(make(0), make(AGREEMENT - 0.001))).toBe(true);
    expect(agree(make(0), make(AGREEMENT + 0.001))).toBe(false);
    expect(agree(make(0.3), make(0))).toBe(false);
  });

  it('WK26 agree on equities exactly 0.02 apart, however these are rounded, and on none further apart', () => {
    // Nine decimals, written as a worker writes them.
    const written = (billionths: number): number => Number(`${billionths}e-9`);
    const one = (billionths: number): JobResult => ({
      plays: [{ hops: honest.plays[0]!.hops, equity: written(billionths) }],
    });
    fc.assert(
      fc.property(
        fc.integer({ min: -4_000_000_000, max: 3_980_000_000 }),
        fc.constantFrom(1, 100, 10_000, 10_000_000),
        fc.integer({ min: 10, max: 1_000 }),
        (equity, step, more) => {
          const first = equity - (equity % step);
          expect(agree(one(first), one(first + 20_000_000))).toBe(true);
          expect(agree(one(first + 20_000_000), one(first))).toBe(true);
          expect(agree(one(first), one(first + 20_000_000 + more))).toBe(false);
        },
      ),
      { numRuns: 5_000 },
    );
    expect([agree(one(500_000_000), one(520_000_000)), agree(one(500_000_000), one(480_000_000))]).toEqual([
      true,
      true,
    ]);
  });

  it('disagree when only one has chances', () => {
    expect(agree(honest, withoutChances(0))).toBe(false);
    expect(agree(honest, lastWithout(0))).toBe(false);
  });

  it('disagree on another best play, or on other chances', () => {
    const [first, second, ...rest] = honest.plays;
    expect(agree(honest, { plays: [second!, first!, ...rest] })).toBe(false);
    const other = said((play, index) =>
      index === 3 ? { ...play, probs: [play.probs![0], 0, 0, 0.9 * (1 - play.probs![0]), 0] } : play,
    );
    expect(agree(honest, other)).toBe(false);
  });
});
