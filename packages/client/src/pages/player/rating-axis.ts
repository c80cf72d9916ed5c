import type { Rated, RatingPoint } from './rating-series.ts';

/** A rating at a time. */
export interface Moment extends Rated {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** The time before the first match when there is only one: the axis then shows days. */
const LEAD_OF_ONE_MS = 24 * 3_600_000;
const LEAST_LEAD_MS = 60_000;

/**
 * Returns the points of the line: the rating before the first match, after each, and now.
 *
 * @param series oldest first
 * @param nowMs milliseconds since the epoch
 */
export function momentsOf(series: readonly RatingPoint[], now: Rated, nowMs = Date.now()): Moment[] {
  const [first] = series;
  const last = series.at(-1);
  if (!first || !last) return [];
  const after = series.map((point) => ({ atMs: point.atMs, ...point.after }));
  // The rating before the first match is drawn a little to the left, so that the first change is visible.
  const lead = series.length === 1 ? LEAD_OF_ONE_MS : Math.max((last.atMs - first.atMs) / series.length, LEAST_LEAD_MS);
  const start = { atMs: first.atMs - lead, ...first.before };
  return [start, ...after, { atMs: Math.max(last.atMs + lead / 2, Math.min(nowMs, last.atMs + 4 * lead)), ...now }];
}

/** Returns the labels of these times. Of neighbours with the same text only the first has one. */
export function labelsOf(timesMs: readonly number[], text: (atMs: number) => string) {
  const labels = timesMs.map((atMs) => ({ atMs, text: text(atMs) }));
  return labels.filter(({ text: own }, n) => own !== labels[n - 1]?.text);
}
