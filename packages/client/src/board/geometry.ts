import { BAR, OFF, type Player } from 'bg-rules';

/** The orientation in which the viewer sees the board. */
export interface Orientation {
  /** The player whose numbers the board shows and whose home is near. */
  readonly viewer: Player;
  /** True if the viewer's home is on the left instead of the right. */
  readonly mirrored: boolean;
  /** True if the viewer's home is at the top instead of the bottom. */
  readonly flipped: boolean;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Spot {
  readonly width: number;
  readonly height: number;
}

// Lengths in units of the drawing. A checker is a little narrower than a point.
export const POINT_WIDTH = 60;
export const CHECKER_RADIUS = 27.5;
const STEP = 55;
const SIDE = 14;
/** The height of the strips with the point numbers. */
export const STRIP = 26;
const BAR_WIDTH = 68;
const TRAY_WIDTH = 66;
export const POINT_HEIGHT = 268;
const FIELD_HEIGHT = 672;
/** The thickness of a checker in the tray. */
export const SLAB = 17;

const HALF = 6 * POINT_WIDTH;
const TRAY_X = SIDE + HALF + BAR_WIDTH + HALF + SIDE;
export const WIDTH = TRAY_X + TRAY_WIDTH + SIDE;
export const HEIGHT = FIELD_HEIGHT + 2 * STRIP;
export const TOP = STRIP;
export const BOTTOM = STRIP + FIELD_HEIGHT;
export const MIDDLE = HEIGHT / 2;

/** The number of checkers of a stack that lie side by side. A count stands for the others. */
const SHOWN_IN_STACK = 5;
const SHOWN_ON_BAR = 4;

/** The parts of the board as unmirrored boxes. */
const LEFT_HALF: Box = { x: SIDE, y: TOP, width: HALF, height: FIELD_HEIGHT };
const RIGHT_HALF: Box = { x: SIDE + HALF + BAR_WIDTH, y: TOP, width: HALF, height: FIELD_HEIGHT };
const TRAY: Box = { x: TRAY_X, y: TOP, width: TRAY_WIDTH, height: FIELD_HEIGHT };
const BAR_BOX: Box = { x: SIDE + HALF, y: TOP, width: BAR_WIDTH, height: FIELD_HEIGHT };

function mirror(box: Box, mirrored: boolean): Box {
  return mirrored ? { ...box, x: WIDTH - box.x - box.width } : box;
}

interface Layout {
  /** The half with the home boards. */
  readonly home: Box;
  readonly outer: Box;
  readonly tray: Box;
  readonly bar: Box;
}

export function layout({ mirrored }: Pick<Orientation, 'mirrored'>): Layout {
  return {
    home: mirror(RIGHT_HALF, mirrored),
    outer: mirror(LEFT_HALF, mirrored),
    tray: mirror(TRAY, mirrored),
    bar: mirror(BAR_BOX, mirrored),
  };
}

/** Converts a player's place to the viewer's numbers. Points are counted from the viewer's side; bar and off stay. */
export function viewerPlace(player: Player, place: number, viewer: Player): number {
  return player === viewer || place === BAR || place === OFF ? place : BAR - place;
}

/** True if a row in the viewer's numbers is at the bottom. */
function isLow(point: number, { flipped }: Orientation): boolean {
  return point <= 12 !== flipped;
}

function pointX(point: number, { mirrored }: Orientation): number {
  const slot = point <= 12 ? 12 - point : point - 13;
  const x = SIDE + slot * POINT_WIDTH + (slot >= 6 ? BAR_WIDTH : 0) + POINT_WIDTH / 2;
  return mirrored ? WIDTH - x : x;
}

/** Returns the middle of a point (1 to 24 in the viewer's numbers), and whether it is at the bottom. */
export function column(point: number, orientation: Orientation): { readonly x: number; readonly low: boolean } {
  return { x: pointX(point, orientation), low: isLow(point, orientation) };
}

/** True if a player's side of bar and tray is the lower one. */
function isNear(player: Player, { viewer, flipped }: Orientation): boolean {
  return (player === viewer) !== flipped;
}

/** Returns the middle of the checker at `index` (from 0) on a player's place, in that player's own numbers. */
export function checkerSpot(player: Player, place: number, index: number, orientation: Orientation): Spot {
  if (place === BAR) return barSpot(player, index, orientation);
  if (place === OFF) return traySpot(player, index, orientation);
  const { x, low } = column(viewerPlace(player, place, orientation.viewer), orientation);
  const depth = CHECKER_RADIUS + 1 + Math.min(index, SHOWN_IN_STACK - 1) * STEP;
  return { x, y: low ? BOTTOM - depth : TOP + depth };
}

function barSpot(player: Player, index: number, orientation: Orientation): Spot {
  const { bar } = layout(orientation);
  const depth = 66 + Math.min(index, SHOWN_ON_BAR - 1) * STEP;
  return { x: bar.x + bar.width / 2, y: isNear(player, orientation) ? MIDDLE + depth : MIDDLE - depth };
}

function traySpot(player: Player, index: number, orientation: Orientation): Spot {
  const { tray } = layout(orientation);
  const depth = 8 + SLAB / 2 + index * (SLAB + 0.6);
  return { x: tray.x + tray.width / 2, y: isNear(player, orientation) ? BOTTOM - depth : TOP + depth };
}

/** Returns the number of checkers of a place that lie side by side before a count takes over. */
export function shownInStack(place: number): number {
  if (place === OFF) return 15;
  return place === BAR ? SHOWN_ON_BAR : SHOWN_IN_STACK;
}

/** Returns the middle of the cube: on the bar, at its owner's edge, or in the receiver's half while it is offered. */
export function cubeSpot(owner: Player | null, offeredTo: Player | null, orientation: Orientation): Spot {
  const { bar } = layout(orientation);
  if (offeredTo !== null) return diceSpot(offeredTo, orientation);
  const x = bar.x + bar.width / 2;
  if (owner === null) return { x, y: MIDDLE };
  return { x, y: isNear(owner, orientation) ? BOTTOM - 36 : TOP + 36 };
}

/** Returns the middle of a player's dice: the viewer's on the right, the opponent's on the left. */
export function diceSpot(player: Player, orientation: Orientation): Spot {
  const box = player === orientation.viewer ? rightHalf(orientation) : leftHalf(orientation);
  return { x: box.x + box.width / 2, y: MIDDLE };
}

function rightHalf(orientation: Orientation): Box {
  const { home, outer } = layout(orientation);
  return home.x > outer.x ? home : outer;
}

function leftHalf(orientation: Orientation): Box {
  const { home, outer } = layout(orientation);
  return home.x > outer.x ? outer : home;
}

/** Returns the area in which a pointer hits a place in the viewer's numbers: 1 to 24, the bar, off. */
export function placeBox(place: number, orientation: Orientation): Box {
  const { tray, bar } = layout(orientation);
  if (place === BAR) return { ...bar, ...lane(orientation, true) };
  if (place === OFF) return { ...tray, ...lane(orientation, true) };
  const { x, low } = column(place, orientation);
  return { x: x - POINT_WIDTH / 2, width: POINT_WIDTH, ...lane({ ...orientation, flipped: false }, low) };
}

function lane({ flipped }: Orientation, low: boolean): Pick<Box, 'y' | 'height'> {
  return { y: low !== flipped ? MIDDLE : TOP, height: FIELD_HEIGHT / 2 };
}

/** Returns the place in the viewer's numbers at a spot of the drawing, or null. */
export function placeAt(spot: Spot, orientation: Orientation): number | null {
  const places = [BAR, OFF, ...Array.from({ length: 24 }, (_, index) => index + 1)];
  return places.find((place) => contains(wide(place, orientation), spot)) ?? null;
}

/** Bar and tray accept a drop along their whole length. */
function wide(place: number, orientation: Orientation): Box {
  const box = placeBox(place, orientation);
  return place === BAR || place === OFF ? { ...box, y: TOP, height: FIELD_HEIGHT } : box;
}

function contains({ x, y, width, height }: Box, spot: Spot): boolean {
  return spot.x >= x && spot.x < x + width && spot.y >= y && spot.y < y + height;
}

/** Returns a box as percentages of the drawing, for elements over it. */
export function percent({ x, y, width, height }: Box): { left: string; top: string; width: string; height: string } {
  const share = (length: number, whole: number) => `${((100 * length) / whole).toFixed(3)}%`;
  return { left: share(x, WIDTH), top: share(y, HEIGHT), width: share(width, WIDTH), height: share(height, HEIGHT) };
}
