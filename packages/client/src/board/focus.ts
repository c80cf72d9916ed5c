import { BAR, OFF } from 'bg-rules';
import { column, type Orientation } from './geometry.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Returns the direction of an arrow key. */
export function directionOf(key: string): Direction | null {
  return KEYS[key] ?? null;
}

/** Returns the places of one row from left to right: six points, the bar, six points, the tray. */
export function rowOf(low: boolean, orientation: Orientation): number[] {
  const points = Array.from({ length: 24 }, (_, index) => index + 1)
    .filter((point) => column(point, orientation).low === low)
    .sort((a, b) => column(a, orientation).x - column(b, orientation).x);
  const row = [...points.slice(0, 6), BAR, ...points.slice(6)];
  return orientation.mirrored ? [OFF, ...row] : [...row, OFF];
}

/** Returns the next focused place in the viewer's numbers. At an edge, returns the same place. */
export function moveFocus(place: number, direction: Direction, low: boolean, orientation: Orientation): FocusAt {
  if (direction === 'up' || direction === 'down') return across(place, direction === 'down', low, orientation);
  const row = rowOf(low, orientation);
  const at = row.indexOf(place) + (direction === 'right' ? 1 : -1);
  return { place: row[at] ?? place, low };
}

/** A focused place and the row through which it was reached, because bar and tray belong to both rows. */
export interface FocusAt {
  readonly place: number;
  readonly low: boolean;
}

function across(place: number, low: boolean, wasLow: boolean, orientation: Orientation): FocusAt {
  if (low === wasLow) return { place, low };
  const at = rowOf(wasLow, orientation).indexOf(place);
  return { place: rowOf(low, orientation)[at] ?? place, low };
}
