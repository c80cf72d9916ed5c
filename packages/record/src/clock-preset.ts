import type { ClockSettings, Header } from './types.ts';

/** A money game gets the reserve of this many points. */
const MONEY_POINTS = 3;

const presets = {
  fast: { delayMs: 8_000, reserveMsPerPoint: 60_000 },
  normal: { delayMs: 12_000, reserveMsPerPoint: 120_000 },
  slow: { delayMs: 15_000, reserveMsPerPoint: 180_000 },
} as const;

export const DAY_MS = 24 * 3_600_000;
/** Time for each answer in a correspondence match. */
const moveTimes = { days1: DAY_MS, days2: 2 * DAY_MS, days3: 3 * DAY_MS, days7: 7 * DAY_MS } as const;

export type DaysPreset = keyof typeof moveTimes;
export type ClockPreset = keyof typeof presets | DaysPreset | 'none';

/** Returns the clock settings of a preset for a match of this length (0 is a money game). Returns null for days and for `none`. */
export function clockPreset(name: ClockPreset, length: number): ClockSettings | null {
  if (name === 'none' || isDays(name)) return null;
  const { delayMs, reserveMsPerPoint } = presets[name];
  return { delayMs, reserveMs: reserveMsPerPoint * (length || MONEY_POINTS) };
}

/** Days of holiday that each player may take in a correspondence match. */
export const HOLIDAY_DAYS = 7;

/** Returns the time for each answer in a correspondence match, in milliseconds. Returns null for other presets. */
export function daysPreset(name: ClockPreset): number | null {
  return isDays(name) ? moveTimes[name] : null;
}

/** True if players may be away as long as the time for an answer lasts: a correspondence match, or one in which a bot waits. */
export function mayBeAway({ absenceMs }: Pick<Header, 'absenceMs'>): boolean {
  return absenceMs === null;
}

/** Returns the preset that gives a header its clock. Returns null if the clock is not one of the presets. */
export function clockNameOf(header: Pick<Header, 'clock' | 'length' | 'moveMs' | 'absenceMs'>): ClockPreset | null {
  const { clock, length } = header;
  if (clock === null) {
    const days = (Object.keys(moveTimes) as DaysPreset[]).find((name) => moveTimes[name] === header.moveMs);
    return mayBeAway(header) && days ? days : 'none';
  }
  for (const name of ['fast', 'normal', 'slow'] as const) {
    const preset = clockPreset(name, length);
    if (preset?.delayMs === clock.delayMs && preset.reserveMs === clock.reserveMs) return name;
  }
  return null;
}

function isDays(name: ClockPreset): name is DaysPreset {
  return name in moveTimes;
}
