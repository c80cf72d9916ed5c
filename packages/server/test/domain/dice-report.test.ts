import { describe, expect, it } from 'vitest';
import { reportDice } from '../../src/domain/dice-report.ts';

describe('the dice report', () => {
  it('DR1 of no dice has statistic 0 and no verdict', () => {
    expect(reportDice([0, 0, 0, 0, 0, 0])).toEqual({ rolls: 0, chi2: 0, df: 5, critical95: 11.07, uniform: null });
  });

  it('DR2 is Pearson’s chi-square', () => {
    // Σ (o − 10)² / 10 of 5 8 9 8 10 20
    expect(reportDice([5, 8, 9, 8, 10, 20]).chi2).toBeCloseTo(13.4, 12);
  });

  it('DR3 gives a verdict from 600 dice on', () => {
    expect(reportDice([100, 100, 100, 100, 100, 99]).uniform).toBeNull();
    expect(reportDice([100, 100, 100, 100, 100, 100]).uniform).toBe(true);
    expect(reportDice([200, 80, 80, 80, 80, 80]).uniform).toBe(false);
  });

  it('DR4 calls dice uniform exactly while the statistic is below the critical value', () => {
    // deviation d on two faces of 600 dice: chi2 = 2 d² / 100
    const verdicts = [23, 24].map((d) => reportDice([100 + d, 100 - d, 100, 100, 100, 100]));
    expect(verdicts.map(({ chi2 }) => chi2)).toEqual([10.58, 11.52]);
    expect(verdicts.map(({ uniform }) => uniform)).toEqual([true, false]);
  });
});
