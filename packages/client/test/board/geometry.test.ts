import { BAR, OFF } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import {
  CHECKER_RADIUS,
  checkerSpot,
  column,
  cubeSpot,
  diceSpot,
  HEIGHT,
  MIDDLE,
  type Orientation,
  placeAt,
  placeBox,
  WIDTH,
} from '../../src/board/geometry.ts';
import { arrowTip } from '../../src/board/highlights.tsx';
import { directionOf, moveFocus, rowOf } from '../../src/board/place-buttons.tsx';

const SEATS = [0, 1] as const;
const orientations: Orientation[] = SEATS.flatMap((viewer) =>
  [false, true].flatMap((mirrored) => [false, true].map((flipped) => ({ viewer, mirrored, flipped }))),
);
const plain: Orientation = { viewer: 0, mirrored: false, flipped: false };
const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);

describe('the board from the viewer’s side', () => {
  it('has the home board at the bottom right, with the 1 point outermost', () => {
    const one = column(1, plain);
    expect(one.low).toBe(true);
    expect(one.x).toBeGreaterThan(column(6, plain).x);
    expect(column(6, plain).x).toBeGreaterThan(column(7, plain).x);
    expect(column(24, plain)).toEqual({ x: one.x, low: false });
  });

  it('is the same for both seats', () => {
    expect(checkerSpot(1, 6, 0, { ...plain, viewer: 1 })).toEqual(checkerSpot(0, 6, 0, plain));
    expect(checkerSpot(1, 6, 0, plain)).toEqual(checkerSpot(0, 19, 0, plain));
  });

  it('mirrors left and right, flips top and bottom', () => {
    const spot = checkerSpot(0, 8, 1, plain);
    expect(checkerSpot(0, 8, 1, { ...plain, mirrored: true })).toEqual({ x: WIDTH - spot.x, y: spot.y });
    expect(checkerSpot(0, 8, 1, { ...plain, flipped: true })).toEqual({ x: spot.x, y: HEIGHT - spot.y });
    expect(checkerSpot(0, OFF, 0, { ...plain, flipped: true }).y).toBeLessThan(MIDDLE);
  });

  it.each(orientations)('finds every place where its checkers lie: %o', (orientation) => {
    const { viewer } = orientation;
    for (const place of [...POINTS, BAR, OFF]) {
      const spot = checkerSpot(viewer, place, 0, orientation);
      expect(placeAt(spot, orientation)).toBe(place);
      const box = placeBox(place, orientation);
      expect(spot.x > box.x && spot.x < box.x + box.width && spot.y > box.y && spot.y < box.y + box.height).toBe(true);
    }
  });

  it.each(orientations)('keeps everything inside the drawing and stacks apart: %o', (orientation) => {
    const spots = POINTS.flatMap((point) => [0, 4, 14].map((index) => checkerSpot(0, point, index, orientation)));
    for (const { x, y } of spots) expect(x > 0 && x < WIDTH && y > 0 && y < HEIGHT).toBe(true);
    for (const point of POINTS.slice(0, 12)) {
      const [low, high] = [checkerSpot(0, point, 14, orientation), checkerSpot(0, 25 - point, 14, orientation)];
      expect(Math.abs(low.y - high.y)).toBeGreaterThan(100);
    }
  });

  it('has nothing on the rim', () => {
    expect(placeAt({ x: 2, y: MIDDLE }, plain)).toBeNull();
    expect(placeAt({ x: WIDTH / 2, y: 3 }, plain)).toBeNull();
  });

  it('puts the viewer’s dice and an offer to the viewer in one half, the opponent’s in the other', () => {
    expect(diceSpot(0, plain).x).toBeGreaterThan(diceSpot(1, plain).x);
    expect(cubeSpot(null, 0, plain)).toEqual(diceSpot(0, plain));
    expect(cubeSpot(0, null, plain).y).toBeGreaterThan(cubeSpot(null, null, plain).y);
    expect(cubeSpot(1, null, plain).y).toBeLessThan(MIDDLE);
  });
});

describe('arrow keys', () => {
  it.each(orientations)('reach every place: %o', (orientation) => {
    const seen = new Set<number>();
    for (const low of [true, false]) {
      let at = { place: rowOf(low, orientation)[0]!, low };
      for (let n = 0; n < 14; n++) {
        seen.add(at.place);
        at = moveFocus(at.place, 'right', low, orientation);
      }
    }
    expect([...seen].sort((a, b) => a - b)).toEqual([OFF, ...POINTS, BAR]);
  });

  it('continue at the other end of the row, and cross the board', () => {
    expect(moveFocus(OFF, 'right', true, plain)).toEqual({ place: 12, low: true });
    expect(moveFocus(12, 'left', true, plain)).toEqual({ place: OFF, low: true });
    expect(moveFocus(OFF, 'right', false, plain)).toEqual({ place: 13, low: false });
    expect(moveFocus(6, 'left', true, plain)).toEqual({ place: BAR, low: true });
    expect(moveFocus(6, 'up', true, plain)).toEqual({ place: 19, low: false });
    expect(moveFocus(19, 'up', false, plain)).toEqual({ place: 19, low: false });
  });

  it('are distinguished from other keys', () => {
    expect(directionOf('ArrowUp')).toBe('up');
    expect(directionOf('u')).toBeNull();
  });
});

describe('the tip of an arrow', () => {
  it('stays outside the checker at its end, wherever the arrow comes from', () => {
    const end = { x: 300, y: 300 };
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.1) {
      for (const far of [40, 100, 600]) {
        const tip = arrowTip({ x: end.x + far * Math.cos(angle), y: end.y + far * Math.sin(angle) }, end);
        expect(Math.hypot(tip.x - end.x, tip.y - end.y)).toBeGreaterThan(CHECKER_RADIUS);
        expect(Math.hypot(tip.x - end.x, tip.y - end.y)).toBeLessThan(CHECKER_RADIUS + 3);
      }
    }
  });
});
