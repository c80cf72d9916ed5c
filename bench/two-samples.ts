/** What two samples of times tell about where one time comes from. */
export interface Comparison {
  /** The chance that a time of the second sample is longer than one of the first: 1/2 when nothing can be told. */
  readonly longer: number;
  /** How many standard deviations that is from 1/2 (Mann and Whitney, normal approximation); below 2 it is chance. */
  readonly sigmas: number;
  /** The largest distance between both distributions (Kolmogorov and Smirnov): the best single guess is right in (1 + it) / 2 of all cases. */
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

/** The value below which this share of the sample lies. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
