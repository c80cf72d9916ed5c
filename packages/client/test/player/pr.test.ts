import { SeededRandom } from '@anchor/testkit/random';
import type { PlayerAnalysis } from '@anchor/wire';
import { describe, expect, test } from 'vitest';
import { MEAN_OVER, meanPr, prSeries } from '../../src/pages/player/pr-series.ts';
import { bob } from './rows.ts';

const sums = (decisions: number, loss: number) => ({
  decisions,
  loss,
  pr: decisions === 0 ? null : (loss / decisions) * 500,
});

/** An analysis of the match with this number, in which the player lost `loss` in `decisions`. */
function analysis(match: number, decisions: number, loss: number, engineId = 'gnubg-1.07', ply = 2): PlayerAnalysis {
  return {
    matchId: `match_${String(match).padStart(10, '0')}`,
    created: match * 1000,
    length: 5,
    opponent: { pub: bob, name: 'Bob' },
    won: match % 2 === 0,
    engineId,
    ply,
    own: sums(decisions, loss),
    other: sums(20, 1),
  };
}

describe('the PR of a player', () => {
  test('PF2 over several matches weighs each match by its decisions', () => {
    const short = sums(10, 1);
    const long = sums(190, 1.9);
    expect(meanPr([short])).toBeCloseTo(50, 12);
    expect(meanPr([long])).toBeCloseTo(5, 12);
    expect(meanPr([short, long])).toBeCloseTo(7.25, 12);
    expect(meanPr([sums(0, 0), short])).toBeCloseTo(50, 12);
    expect(meanPr([])).toBeNull();
    expect(meanPr([sums(0, 0)])).toBeNull();
  });

  test('PF5 is a series for each engine and depth, the one of the newest match first, and no figure mixes two', () => {
    const analyses = [
      analysis(5, 10, 1, 'anchor-net-3', 1),
      analysis(4, 20, 1),
      analysis(3, 0, 0),
      analysis(2, 20, 3, 'gnubg-1.07', 1),
      analysis(1, 40, 5),
      analysis(1, 40, 1, 'anchor-net-3', 1),
    ];
    const series = prSeries(analyses);
    expect(series.map(({ engineId, ply }) => [engineId, ply])).toEqual([
      ['anchor-net-3', 1],
      ['gnubg-1.07', 2],
      ['gnubg-1.07', 1],
    ]);
    expect(series.map(({ points }) => points.map(({ atMs, pr }) => [atMs, pr]))).toEqual([
      [
        [1000, 12.5],
        [5000, 50],
      ],
      [
        [1000, 62.5],
        [4000, 25],
      ],
      [[2000, 75]],
    ]);
    expect(series.map(({ uncounted }) => uncounted)).toEqual([0, 1, 0]);
    expect(series[1]?.points.map(({ mean }) => mean)).toEqual([62.5, 50]);
    expect(prSeries([])).toEqual([]);
  });

  test('has beside each match the mean of it and at most nine before it', () => {
    const seed = 20_261_125;
    const random = new SeededRandom(seed);
    const analyses = Array.from({ length: 40 }, (_, n) =>
      analysis(40 - n, 1 + random.below(200), random.below(1000) / 100),
    );
    const points = prSeries(analyses)[0]?.points ?? [];
    expect(points).toHaveLength(40);
    points.forEach(({ mean }, last) => {
      const window = analyses.toReversed().slice(Math.max(0, last - MEAN_OVER + 1), last + 1);
      const loss = window.reduce((sum, { own }) => sum + own.loss, 0);
      const decisions = window.reduce((sum, { own }) => sum + own.decisions, 0);
      expect(mean, `seed ${seed}, match ${last}`).toBeCloseTo((500 * loss) / decisions, 9);
    });
  });
});
