/** A comparison of two samples of times. */
interface Comparison {
  /**
   * Probability that a time of the second sample is longer than one of the first. 1/2 if the samples cannot
   * be distinguished.
   */
  readonly longer: number;
  /**
   * Deviation from 1/2 in standard deviations (Mann and Whitney, normal approximation). Below 2 it is
   * insignificant.
   */
  readonly sigmas: number;
  /**
   * Maximum distance of the distributions (Kolmogorov and Smirnov). The best single guess is right in (1 +
   * distance) / 2 of all cases.
   */
  readonly distance: number;
}

export function compare(first: readonly number[], second: readonly number[]): Comparison {
  const [m, n] = [first.length, second.length];
  let wins = 0;
  for (const a of first) for (const b of second) wins += b > a ? 1 : b === a ? 0.5 : 0;
  const deviation = Math.sqrt((m * n * (m + n + 1)) / 12);
  const below = (sample: readonly number[], at: number) => sample.filter((one) => one <= at).length / sample.length;
  const distances = [...first, ...second].map((at) => Math.abs(below(first, at) - below(second, at)));
  return { longer: wins / (m * n), sigmas: (wins - (m * n) / 2) / deviation, distance: Math.max(...distances) };
}

/** Returns the quantile of a sample. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Returns the median: the middle number, or the mean of the middle two. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle] ?? Number.NaN) + (sorted[(sorted.length - 1) >> 1] ?? Number.NaN)) / 2;
}
