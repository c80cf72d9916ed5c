import { Counter, Histogram, type Registry } from 'prom-client';

/** The name of a metric and its help text. */
type Naming = readonly [name: string, help: string];

/** Histogram buckets from a millisecond to five seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A counter with one label. Known label values start at 0, so that their first increase is visible. */
export function countBy<Value extends string>(
  registry: Registry,
  [name, help]: Naming,
  label: string,
  known: readonly Value[] = [],
): (value: Value) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of known) counter.inc({ [label]: value }, 0);
  return (value) => counter.inc({ [label]: value });
}

/** A histogram of durations in seconds. */
export function timeOf(registry: Registry, [name, help]: Naming): (seconds: number) => void {
  const histogram = new Histogram({ name, help, buckets: SECONDS, registers: [registry] });
  return (seconds) => histogram.observe(seconds);
}

/** A histogram of durations in seconds with one label. Known label values start at 0. */
export function timeBy(
  registry: Registry,
  [name, help]: Naming,
  label: string,
  known: readonly string[] = [],
): (value: string, seconds: number) => void {
  const histogram = new Histogram({ name, help, labelNames: [label], buckets: SECONDS, registers: [registry] });
  for (const value of known) histogram.zero({ [label]: value });
  return (value, seconds) => histogram.observe({ [label]: value }, seconds);
}
