import type { Player } from 'bg-rules';
import type { ClockSettings } from './types.ts';

/** The clock of a match at one moment. Times are in milliseconds. */
export interface ClockReading {
  /** Each player's remaining reserve. */
  readonly remainingMs: readonly [number, number];
  /** Remaining delay of the player whose clock is running; 0 while no clock is running. */
  readonly delayLeftMs: number;
  /** The player whose clock is running. Null while the server must act and after the end. */
  readonly running: Player | null;
  /**
   * Time at which delay and reserve are both used up, in milliseconds since the epoch. Null while no clock is
   * running.
   */
  readonly expiresAt: number | null;
}

/**
 * The delay that a period of thinking is charged to. `turn`: the one delay of the current turn. `cube`: the
 * one delay of the answer to the open double or beaver. Both may span several periods, because a resignation
 * may be declined in between. `answer`: every other answer, and the opening roll, which belongs to no turn;
 * each has a delay of its own.
 */
export type Budget = 'turn' | 'cube' | 'answer';

/** The player whose clock is running, and the delay that is being used. */
export interface Running {
  readonly player: Player;
  readonly budget: Budget;
}

/** The clock as of the last event. */
export interface ClockState {
  readonly settings: ClockSettings;
  /** The `at` of the last event. */
  readonly since: number;
  readonly reserveMs: readonly [number, number];
  readonly delayMs: Readonly<Record<Budget, number>>;
}

export function startClock(settings: ClockSettings, at: number): ClockState {
  return { settings, since: at, reserveMs: [settings.reserveMs, settings.reserveMs], delayMs: fullDelays(settings) };
}

/** Returns the clock after time has run until `at`. The time is charged to the delay first, then to the reserve. */
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

/**
 * Returns the clock after a gap that ended at `at`. The clock ran until `since` and then stood still; no
 * delay is refilled.
 */
export function pause(clock: ClockState, running: Running | null, gap: { since: number; at: number }): ClockState {
  return { ...spend(clock, running, gap.since), since: gap.at };
}

/** Returns the clock with these delays refilled. */
export function renew(clock: ClockState, budgets: readonly Budget[]): ClockState {
  const delayMs = { ...clock.delayMs };
  for (const budget of budgets) delayMs[budget] = clock.settings.delayMs;
  return { ...clock, delayMs };
}

/**
 * Reads the clock at `now`, in milliseconds since the epoch. A time before the last event reads as the time
 * of that event.
 */
export function readClock(clock: ClockState, running: Running | null, now: number): ClockReading {
  const { reserveMs, delayMs } = spend(clock, running, Math.max(now, clock.since));
  if (running === null) return { remainingMs: reserveMs, delayLeftMs: 0, running: null, expiresAt: null };
  const expiresAt = clock.since + clock.delayMs[running.budget] + clock.reserveMs[running.player];
  return { remainingMs: reserveMs, delayLeftMs: delayMs[running.budget], running: running.player, expiresAt };
}

function fullDelays({ delayMs }: ClockSettings): Record<Budget, number> {
  return { turn: delayMs, cube: delayMs, answer: delayMs };
}
