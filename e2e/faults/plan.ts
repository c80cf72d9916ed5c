import { seededRandom } from '@anchor/testkit/random';

/** The kinds of faults of the service, its network, its machine and its players. docs/faults.md explains each. */
export const FAULT_KINDS = [
  ...(['cut', 'delay', 'half-open', 'drop-to-server', 'drop-to-client'] as const),
  ...(['kill', 'terminate', 'freeze', 'disk-full'] as const),
  ...(['clock-forward', 'clock-back', 'walk-away'] as const),
  ...(['database-restart', 'database-read-only'] as const),
  ...(['link-cut', 'link-half-open', 'link-one-way', 'link-refused', 'all-links-half-open', 'clock-offset'] as const),
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The kind of database of a run. */
export type Pair = 'sqlite' | 'postgresql';

/** The faults that need several processes. */
const OF_SEVERAL: readonly FaultKind[] = [
  ...(['link-cut', 'link-half-open', 'link-one-way', 'link-refused', 'all-links-half-open', 'clock-offset'] as const),
];

/** The faults that need a database server. */
const OF_A_SERVER: readonly FaultKind[] = ['database-restart', 'database-read-only'];

/** Returns the possible faults. An embedded database has no separate process, and a single process has no links. */
export function kindsFor(pair: Pair, processes: number): readonly FaultKind[] {
  const without = [...(pair === 'sqlite' ? OF_A_SERVER : []), ...(processes === 1 ? OF_SEVERAL : [])];
  return FAULT_KINDS.filter((kind) => !without.includes(kind));
}

/** One fault. */
export interface Step {
  readonly kind: FaultKind;
  /** Quiet time since the step before began. */
  readonly afterMs: number;
  /** Minimum number of events since then; the wait has a time limit. */
  readonly afterEvents: number;
  readonly forMs: number;
  /** Milliseconds of a delay or of a clock change, number of dropped frames, or by its sign the direction of a fault. */
  readonly amount: number;
  /** 0 to 1: selects one of several processes, connections or players. */
  readonly aim: number;
}

/** How a plan differs from the usual one. */
export interface PlanSettings {
  /** Number of faults besides the long absence. Default: 9. */
  readonly steps?: number | undefined;
  /** The shortest time before each fault, in milliseconds. */
  readonly quietMs?: number | undefined;
}

/** A player who is away for this long can lose by a claim. */
const LONG_AWAY_MS = { least: 9_000, most: 14_000 };

/** Makes the plan of a seed. It is the same for the same kinds and settings. If players may walk away, it ends with a long absence. */
export function makePlan(
  seed: number,
  kinds: readonly FaultKind[],
  { steps = 9, quietMs = 60 }: PlanSettings = {},
): readonly Step[] {
  const random = seededRandom(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const plan = Array.from({ length: steps }, () => {
    const kind = kinds[Math.floor(random() * kinds.length)];
    if (kind === undefined) throw new Error('no kinds of faults');
    const [afterMs, afterEvents, forMs] = [quietMs + between(0, 340), between(1, 50), durationOf(kind, between)];
    return { kind, afterMs, afterEvents, forMs, amount: amountOf(kind, between), aim: random() };
  });
  if (!kinds.includes('walk-away')) return plan;
  const forMs = between(LONG_AWAY_MS.least, LONG_AWAY_MS.most);
  return [...plan, { kind: 'walk-away', afterMs: quietMs, afterEvents: 1, forMs, amount: 0, aim: random() }];
}

type Between = (least: number, most: number) => number;

function durationOf(kind: FaultKind, between: Between): number {
  // A player who is away for twice the time allowed has lost.
  if (kind === 'walk-away') return between(300, 14_000);
  // The longer half ends after another process has acquired the matches.
  if (kind === 'freeze') return between(300, 6_000);
  // The longer half lasts until a process that stores no heartbeat owns nothing any more.
  if (kind === 'database-read-only') return between(300, 4_000);
  // About as long as it takes until a silent link is noticed, and shorter than the lobby waits for a process.
  if (kind === 'all-links-half-open') return between(1_500, 3_500);
  // Long enough that a silent link is noticed and that connections are closed for it, and shorter than a player is waited for.
  if (kind.startsWith('link') || kind === 'clock-offset') return between(300, 7_000);
  return between(100, 600);
}

function amountOf(kind: FaultKind, between: Between): number {
  if (kind === 'delay') return between(5, 150);
  if (kind.startsWith('drop')) return between(1, 12);
  if (kind === 'clock-back') return -between(200, 20_000);
  if (kind === 'clock-forward') return between(200, 40_000);
  if (kind === 'clock-offset' || kind === 'link-one-way') return between(-20_000, 20_000);
  // In about half of the downtimes the clock advances, by up to ten minutes.
  return Math.max(0, between(-600_000, 600_000));
}
