/** The 95 % point of the chi-square distribution with five degrees of freedom. */
const CRITICAL_95 = 11.07;
const DEGREES_OF_FREEDOM = 5;
/** Below this number of dice the statistic is not meaningful. */
const LEAST_DICE = 600;

interface DiceReport {
  /** Number of dice counted. */
  readonly rolls: number;
  readonly chi2: number;
  readonly df: typeof DEGREES_OF_FREEDOM;
  readonly critical95: typeof CRITICAL_95;
  /** True if the faces look equally likely. Null while too few dice are counted. */
  readonly uniform: boolean | null;
}

/** Pearson's chi-square test on the count of each face, ones first: Σ (observed − expected)² / expected. */
export function reportDice(counts: readonly number[]): DiceReport {
  const rolls = counts.reduce((sum, count) => sum + count, 0);
  const expected = rolls / 6;
  const chi2 = rolls === 0 ? 0 : counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const uniform = rolls < LEAST_DICE ? null : chi2 < CRITICAL_95;
  return { rolls, chi2, df: DEGREES_OF_FREEDOM, critical95: CRITICAL_95, uniform };
}
