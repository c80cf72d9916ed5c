import { HUES } from './hues.ts';

/** Cells in a row and in a column of the picture. */
const SIZE = 5;
/** Columns that the key decides; the others mirror them. */
const DECIDED = 3;
/** Digits of the key that decide the picture. The leaderboard knows no more of a key. */
const DIGITS = 16;

interface Drawing {
  /** An SVG path in a square of 5 × 5 units, which starts at 0, 0. */
  readonly path: string;
  /** A number from 0 to 11. It only adds to the form: two pictures that differ in it alone are rare. */
  readonly hue: number;
}

/**
 * Computes the picture of a key. Digits 1 to 15 decide one cell each of the left half and the middle column: two of
 * four values leave it empty or draw a dot, two draw a square. Digit 16 and the upper bits of the first digits decide
 * the colour. There are 4^15 forms, but anybody can search for a key whose picture resembles another: it helps to
 * recognise a player and proves nothing.
 */
export function drawKey(pub: string): Drawing {
  const digits = Array.from({ length: DIGITS }, (_, at) => Number.parseInt(pub[at] ?? '0', 16) || 0);
  const cells = digits.slice(0, SIZE * DECIDED);
  const path = cells.map((digit, at) => drawCell(digit & 3, at % DECIDED, Math.floor(at / DECIDED))).join('');
  const hue = digits.reduce((sum, digit) => sum * 4 + (digit >> 2), 0) + (digits[DIGITS - 1] ?? 0);
  return { path, hue: hue % HUES.length };
}

/** Draws a cell and its mirror image. */
function drawCell(value: number, x: number, y: number): string {
  const mirror = SIZE - 1 - x;
  const draw = value > 1 ? drawSquare : value === 1 ? drawDot : () => '';
  return draw(x, y) + (mirror === x ? '' : draw(mirror, y));
}

const drawSquare = (x: number, y: number) => `M${x} ${y}h1v1h-1z`;
const drawDot = (x: number, y: number) => `M${x + 0.2} ${y + 0.5}a.3 .3 0 1 0 .6 0a.3 .3 0 1 0-.6 0z`;

interface KeyPictureProps {
  /** The key, or its first 16 digits. */
  readonly pub: string;
}

/** A small picture beside a key, to compare keys at a glance. Screen readers skip it. */
export function KeyPicture({ pub }: KeyPictureProps) {
  const { path, hue } = drawKey(pub);
  return (
    <svg class="key-picture" style={{ '--hue': HUES[hue] }} viewBox="-1 -1 7 7" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
