/** The 95 % point of the chi-square distribution with five degrees of freedom. */
const CRITICAL_95 = 11.07;
const DEGREES_OF_FREEDOM = 5;
/** With fewer dice the statistic says nothing worth a verdict. */
const LEAST_DICE = 600;

export interface DiceReport {
  /** Dice counted. */
  readonly rolls: number;
  readonly chi2: number;
  readonly df: typeof DEGREES_OF_FREEDOM;
  readonly critical95: typeof CRITICAL_95;
  /** Whether the faces look equally likely; null while too few dice are counted. */
  readonly uniform: boolean | null;
}

/** Pearson's test of how often each face fell, ones first: Σ (observed − expected)² / expected. */
export function reportDice(counts: readonly number[]): DiceReport {
  const rolls = counts.reduce((sum, count) => sum + count, 0);
  const expected = rolls / 6;
  const chi2 = rolls === 0 ? 0 : counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const uniform = rolls < LEAST_DICE ? null : chi2 < CRITICAL_95;
  return { rolls, chi2, df: DEGREES_OF_FREEDOM, critical95: CRITICAL_95, uniform };
}
