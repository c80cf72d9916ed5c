/** Hues that differ clearly from each other, in degrees. */
export const HUES = [0, 28, 48, 88, 130, 165, 190, 210, 235, 265, 295, 330] as const;
