import { BAR, checkersAt, OFF, type Player, type Position } from 'bg-rules';

/** The board in the picture behind a shared link, seen from player 0's side. */
export interface Scene {
  readonly position: Position;
  readonly cube: { readonly value: number; readonly owner: Player | null };
  /** Null where no roll is open. */
  readonly dice: readonly [number, number] | null;
}

/** Size of the picture in pixels, as link previews want it. */
export const PICTURE = { width: 1200, height: 630 } as const;

const COLUMN = 68;
const POINT_HEIGHT = 250;
const RADIUS = 28;
const TOP = 27;
const BOTTOM = PICTURE.height - TOP;
/** Six points, the bar, six points, the tray. */
const LEFT = (PICTURE.width - 14 * COLUMN) / 2;
const MIDDLE = PICTURE.height / 2;

/** The number of checkers of a stack that lie side by side. A count stands for the others. */
const SHOWN = 5;

export const COLOURS = {
  page: '#11171b',
  wood: '#3b2a1e',
  felt: '#1f4a4a',
  points: ['#d9cdb4', '#8f5a3c'],
  checkers: ['#f4efe2', '#c0392b'],
  rims: ['#8d8778', '#6d1f17'],
  marks: ['#3a3630', '#f7e9e6'],
  pip: '#23282b',
  die: '#fbf8f0',
} as const;

const PLAYERS: readonly Player[] = [0, 1];

/** Draws a board as SVG of the size of `PICTURE`. It contains no text, so the picture does not depend on fonts. */
export function boardSvg({ position, cube, dice }: Scene): string {
  const places = Array.from({ length: BAR + 1 }, (_, place) => place);
  const checkers = PLAYERS.flatMap((player) =>
    places.map((place) => stack(player, place, checkersAt(position, player, place))),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}">`,
    box(0, 0, PICTURE.width, PICTURE.height, COLOURS.page),
    box(LEFT - 16, 8, 14 * COLUMN + 32, PICTURE.height - 16, COLOURS.wood, 14),
    box(LEFT, TOP, 6 * COLUMN, BOTTOM - TOP, COLOURS.felt, 4),
    box(LEFT + 7 * COLUMN, TOP, 6 * COLUMN, BOTTOM - TOP, COLOURS.felt, 4),
    ...Array.from({ length: 24 }, (_, index) => point(index + 1)),
    ...checkers,
    cubeAt(cube),
    ...(dice ?? []).map((face, index) => die(face, LEFT + (9 + 2 * index) * COLUMN)),
    '</svg>',
  ].join('');
}

/** The middle of a point of player 0, 1 to 24, and whether it is at the bottom. */
function column(place: number): { readonly x: number; readonly isLow: boolean } {
  const isLow = place <= 12;
  const slot = isLow ? 12 - place : place - 13;
  return { x: LEFT + (slot + (slot >= 6 ? 1 : 0) + 0.5) * COLUMN, isLow };
}

function point(place: number): string {
  const { x, isLow } = column(place);
  const base = isLow ? BOTTOM : TOP;
  const tip = isLow ? BOTTOM - POINT_HEIGHT : TOP + POINT_HEIGHT;
  const fill = COLOURS.points[place % 2 === 0 ? 0 : 1];
  return `<path d="M${x - COLUMN / 2 + 2} ${base}L${x} ${tip}L${x + COLUMN / 2 - 2} ${base}Z" fill="${fill}"/>`;
}

function stack(player: Player, place: number, count: number): string {
  if (place === OFF) return slabs(player, count);
  const shown = Math.min(count, SHOWN);
  const spots = Array.from({ length: shown }, (_, index) => spot(player, place, index));
  const discs = spots.map(
    ({ x, y }) =>
      `<circle cx="${x}" cy="${y}" r="${RADIUS - 1.5}" fill="${COLOURS.checkers[player]}" stroke="${COLOURS.rims[player]}" stroke-width="3"/>`,
  );
  const top = spots.at(-1);
  return discs.join('') + (count > SHOWN && top ? number(count, top.x, top.y, 11, COLOURS.marks[player]) : '');
}

function spot(player: Player, place: number, index: number): { readonly x: number; readonly y: number } {
  const isNear = player === 0;
  if (place === BAR) {
    const depth = 70 + index * 46;
    return { x: LEFT + 6.5 * COLUMN, y: isNear ? MIDDLE + depth : MIDDLE - depth };
  }
  const { x, isLow } = column(isNear ? place : BAR - place);
  const depth = RADIUS + index * (2 * RADIUS - 7);
  return { x, y: isLow ? BOTTOM - depth : TOP + depth };
}

/** Checkers borne off, seen from the side. */
function slabs(player: Player, count: number): string {
  const list = Array.from({ length: count }, (_, index) => {
    const depth = 14 + index * 16;
    const y = player === 0 ? BOTTOM - depth : TOP + depth - 14;
    return `<rect x="${LEFT + 13 * COLUMN + 8}" y="${y}" width="${COLUMN - 16}" height="14" rx="3" fill="${COLOURS.checkers[player]}" stroke="${COLOURS.rims[player]}"/>`;
  });
  return list.join('');
}

function cubeAt({ value, owner }: Scene['cube']): string {
  const y = owner === null ? MIDDLE : owner === 0 ? BOTTOM - 30 : TOP + 30;
  const x = LEFT + 6.5 * COLUMN;
  return box(x - 27, y - 27, 54, 54, COLOURS.die, 9) + number(value === 1 ? 64 : value, x, y, 12, COLOURS.pip);
}

/** Places of the pips of each face, in thirds of the die. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

function die(face: number, x: number): string {
  const pips = (PIPS[face - 1] ?? []).map(
    ([dx, dy]) => `<circle cx="${x + dx * 17}" cy="${MIDDLE + dy * 17}" r="6" fill="${COLOURS.pip}"/>`,
  );
  return box(x - 33, MIDDLE - 33, 66, 66, COLOURS.die, 12) + pips.join('');
}

/** The strokes of a digit on a grid of two by one: top, middle and bottom bars, and the four uprights. */
const STROKES = {
  top: 'M0 0H1',
  middle: 'M0 1H1',
  bottom: 'M0 2H1',
  upperLeft: 'M0 0V1',
  upperRight: 'M1 0V1',
  lowerLeft: 'M0 1V2',
  lowerRight: 'M1 1V2',
} as const;

const DIGITS: readonly (readonly (keyof typeof STROKES)[])[] = [
  ['top', 'bottom', 'upperLeft', 'upperRight', 'lowerLeft', 'lowerRight'],
  ['upperRight', 'lowerRight'],
  ['top', 'middle', 'bottom', 'upperRight', 'lowerLeft'],
  ['top', 'middle', 'bottom', 'upperRight', 'lowerRight'],
  ['middle', 'upperLeft', 'upperRight', 'lowerRight'],
  ['top', 'middle', 'bottom', 'upperLeft', 'lowerRight'],
  ['top', 'middle', 'bottom', 'upperLeft', 'lowerLeft', 'lowerRight'],
  ['top', 'upperRight', 'lowerRight'],
  ['top', 'middle', 'bottom', 'upperLeft', 'upperRight', 'lowerLeft', 'lowerRight'],
  ['top', 'middle', 'bottom', 'upperLeft', 'upperRight', 'lowerRight'],
];

/** Draws a number as strokes, centred at a place. `unit` is half the height of a digit. */
function number(value: number, x: number, y: number, unit: number, colour: string): string {
  const digits = [...String(value)].map(Number);
  const width = unit * (digits.length * 1.5 - 0.5);
  // Four digits must fit on the cube.
  const scale = Math.min(unit, (unit * unit * 3.5) / width);
  const start = x - (scale * (digits.length * 1.5 - 0.5)) / 2;
  const paths = digits.map((digit, index) => {
    const strokes = (DIGITS[digit] ?? []).map((name) => STROKES[name]).join('');
    return `<path transform="translate(${start + index * 1.5 * scale} ${y - scale}) scale(${scale})" d="${strokes}" fill="none" stroke="${colour}" stroke-width="0.3" stroke-linecap="round"/>`;
  });
  return paths.join('');
}

function box(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}
