export { seededRandom as seeded } from '../../packages/testkit/src/random.ts';

/** Mean of a sample with its standard error. */
export interface Mean {
  readonly mean: number;
  readonly error: number;
  readonly count: number;
}

export function meanOf(sample: readonly number[]): Mean {
  const count = sample.length;
  const mean = sample.reduce((sum, value) => sum + value, 0) / count;
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / Math.max(count - 1, 1) / count), count };
}

/** Formats a mean like `4.45 ± 1.13`, multiplied by a factor. */
export function written({ mean, error }: Mean, factor = 1, digits = 2): string {
  return `${(mean * factor).toFixed(digits)} ± ${(error * factor).toFixed(digits)}`;
}
