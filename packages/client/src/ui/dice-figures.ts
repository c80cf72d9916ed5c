/** A count with the expected mean and standard deviation of fair dice. */
export interface Figure {
  readonly seen: number;
  readonly expected: number;
  readonly sd: number;
}

export interface FaceFigure extends Figure {
  /** 1 to 6. */
  readonly face: number;
}

const FACES = [1, 2, 3, 4, 5, 6];

/** @param counts the count of each face, ones first */
export function faceFigures(counts: readonly number[]): FaceFigure[] {
  const dice = counts.reduce((sum, count) => sum + count, 0);
  const { expected, sd } = binomial(dice, 1 / 6);
  return FACES.map((face) => ({ face, seen: counts[face - 1] ?? 0, expected, sd }));
}

/** Returns the mean and standard deviation for this many trials with this chance of success. */
export function binomial(trials: number, chance: number): Omit<Figure, 'seen'> {
  return { expected: trials * chance, sd: Math.sqrt(trials * chance * (1 - chance)) };
}

/** Returns the distance from the expected value in standard deviations, or 0 if it cannot be computed. */
export function deviations({ seen, expected, sd }: Figure): number {
  return sd === 0 ? 0 : (seen - expected) / sd;
}

/**
 * Returns Pearson's chi-square of the six counts against equal chances, with five degrees of freedom, or 0 without
 * dice.
 */
export function chiSquare(figures: readonly Figure[]): number {
  return figures.reduce(
    (sum, { seen, expected }) => (expected === 0 ? sum : sum + (seen - expected) ** 2 / expected),
    0,
  );
}
