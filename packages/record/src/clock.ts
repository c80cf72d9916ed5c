import type { Player } from 'bg-rules';
import type { ClockSettings } from './types.ts';

/** A match's clock at one moment. */
export interface ClockReading {
  /** What is left of each player's reserve. */
  readonly remainingMs: readonly [number, number];
  /** What is left of the running player's delay; 0 while nobody's time runs. */
  readonly delayLeftMs: number;
  /** Whose time runs; null while the server must act and after the end. */
  readonly running: Player | null;
  /** When delay and reserve will both be used up, in milliseconds since the epoch; null while nobody's time runs. */
  readonly expiresAt: number | null;
}

/**
 * Which delay a stretch is spent from. `turn`: the one delay of the turn in progress. `cube`: the one of the answer to
 * the open double or beaver. Both may take several stretches, since a resignation may be declined in between.
 * `answer`: every other answer, and the opening roll, which belongs to nobody's turn: one stretch, a delay of its own.
 */
export type Budget = 'turn' | 'cube' | 'answer';

/** Whose time runs, and against which delay. */
export interface Running {
  readonly player: Player;
  readonly budget: Budget;
}

/** The clock at the moment of an event. */
export interface ClockState {
  readonly settings: ClockSettings;
  /** The `at` of the last event. */
  readonly since: number;
  readonly reserveMs: readonly [number, number];
  readonly delayMs: Readonly<Record<Budget, number>>;
}

/** How many points of reserve a money game has. */
const MONEY_POINTS = 3;

const presets = {
  fast: { delayMs: 8_000, reserveMsPerPoint: 60_000 },
  normal: { delayMs: 12_000, reserveMsPerPoint: 120_000 },
  slow: { delayMs: 15_000, reserveMsPerPoint: 180_000 },
} as const;

export type ClockPreset = keyof typeof presets | 'none';

/** The settings that a preset means for a match of this length (0: money); null for `none`. */
export function clockPreset(name: ClockPreset, length: number): ClockSettings | null {
  if (name === 'none') return null;
  const { delayMs, reserveMsPerPoint } = presets[name];
  return { delayMs, reserveMs: reserveMsPerPoint * (length || MONEY_POINTS) };
}

export function startClock(settings: ClockSettings, at: number): ClockState {
  return { settings, since: at, reserveMs: [settings.reserveMs, settings.reserveMs], delayMs: fullDelays(settings) };
}

/** The clock after a stretch that ended at `at`: its time comes off the delay, what is beyond off the reserve. */
export function spend(clock: ClockState, running: Running | null, at: number): ClockState {
  if (running === null) return { ...clock, since: at };
  const { player, budget } = running;
  const spentMs = at - clock.since;
  const delayMs = { ...clock.delayMs, [budget]: Math.max(0, clock.delayMs[budget] - spentMs) };
  const beyondMs = Math.max(0, spentMs - clock.delayMs[budget]);
  const left = Math.max(0, clock.reserveMs[player] - beyondMs);
  const reserveMs: [number, number] = player === 0 ? [left, clock.reserveMs[1]] : [clock.reserveMs[0], left];
  return { ...clock, since: at, reserveMs, delayMs };
}

/** The clock after a gap that ended at `at`: it stood from `since` on, and no delay is full again. */
export function pause(clock: ClockState, running: Running | null, gap: { since: number; at: number }): ClockState {
  return { ...spend(clock, running, gap.since), since: gap.at };
}

/** The clock with these delays full again. */
export function renew(clock: ClockState, budgets: readonly Budget[]): ClockState {
  const delayMs = { ...clock.delayMs };
  for (const budget of budgets) delayMs[budget] = clock.settings.delayMs;
  return { ...clock, delayMs };
}

/** The clock as it reads at `now`, in milliseconds since the epoch; before the last event it reads as at that event. */
export function readClock(clock: ClockState, running: Running | null, now: number): ClockReading {
  const { reserveMs, delayMs } = spend(clock, running, Math.max(now, clock.since));
  if (running === null) return { remainingMs: reserveMs, delayLeftMs: 0, running: null, expiresAt: null };
  const expiresAt = clock.since + clock.delayMs[running.budget] + clock.reserveMs[running.player];
  return { remainingMs: reserveMs, delayLeftMs: delayMs[running.budget], running: running.player, expiresAt };
}

function fullDelays({ delayMs }: ClockSettings): Record<Budget, number> {
  return { turn: delayMs, cube: delayMs, answer: delayMs };
}
