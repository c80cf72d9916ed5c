import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Drag, DragGesture, type Interaction, type Touch } from '../../src/board/drag-gesture.ts';
import { checkerSpot, HEIGHT, type Orientation, type Spot, WIDTH } from '../../src/board/geometry.ts';

/** A board shown at half the size of its drawing, 100 pixels from the corner. */
class Surface extends EventTarget {
  captured: number | null = null;

  getBoundingClientRect() {
    return { left: 100, top: 100, width: WIDTH / 2, height: HEIGHT / 2 };
  }

  setPointerCapture(id: number) {
    this.captured = id;
  }
}

const plain: Orientation = { viewer: 0, mirrored: false, flipped: false };

function table(movable: number[] = [6, 13, 24]) {
  const done: unknown[] = [];
  const drags: (Drag | null)[] = [];
  const interaction: Interaction = {
    movable: new Set(movable),
    targets: () => [],
    acts: () => true,
    click: (place, side) => done.push(['click', place, side]),
    drop: (from, to) => done.push(['drop', from, to]),
  };
  const reach = { interaction: interaction as Interaction | null, orientation: plain };
  const followed: Spot[] = [];
  const gesture = new DragGesture(() => reach, {
    show: (drag) => drags.push(drag),
    follow: (spot) => followed.push(spot),
  });
  const surface = new Surface();
  const touch = (place: number, more: Partial<Touch> = {}): Touch => {
    const { x, y } = checkerSpot(0, place, 0, plain);
    const at = { clientX: 100 + x / 2, clientY: 100 + y / 2 };
    return { pointerId: 1, pointerType: 'mouse', button: 0, ...at, currentTarget: surface, ...more };
  };
  return { gesture, done, drags, followed, reach, surface, touch };
}

// `DragGesture` checks for the platform's Element class; here a surface is one.
beforeEach(() => {
  vi.stubGlobal('Element', Surface);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a press and release on one place', () => {
  it('clicks, with the right button for the other die', () => {
    const { gesture, done, touch } = table();
    gesture.down(touch(6));
    gesture.up(touch(6));
    gesture.down(touch(13, { button: 2 }));
    gesture.up(touch(13, { button: 2 }));
    expect(done).toEqual([
      ['click', 6, 'left'],
      ['click', 13, 'right'],
    ]);
  });

  it('does nothing with the middle button, or when no checker can move', () => {
    const { gesture, done, touch, reach } = table();
    gesture.down(touch(6, { button: 1 }));
    gesture.up(touch(6, { button: 1 }));
    reach.interaction = null;
    gesture.down(touch(6));
    gesture.up(touch(6));
    expect(done).toEqual([]);
  });
});

describe('a click event', () => {
  it('acts if no pointer made it, and the one at the end of a press does not act again', () => {
    const { gesture, done, touch } = table();
    const pointers = { detail: 1, shiftKey: false };
    gesture.click({ detail: 0, shiftKey: false }, 6);
    gesture.click({ detail: 0, shiftKey: true }, 6);
    gesture.click(pointers, 8);
    expect(done.splice(0)).toEqual([
      ['click', 6, 'left'],
      ['click', 6, 'right'],
      ['click', 8, 'left'],
    ]);
    gesture.down(touch(13));
    gesture.up(touch(13));
    gesture.click(pointers, 13);
    gesture.down(touch(24));
    gesture.move(touch(20));
    gesture.up(touch(18));
    gesture.click(pointers, null);
    expect(done.splice(0)).toEqual([
      ['click', 13, 'left'],
      ['drop', 24, 18],
    ]);
    // a key may give its click a count, as a pointer does
    gesture.down(touch(13, { button: 2 }));
    gesture.keyed();
    gesture.click(pointers, 6);
    expect(done).toEqual([['click', 6, 'left']]);
  });
});

describe('a long press', () => {
  it('with a finger plays the other die, once', () => {
    const { gesture, done, touch } = table();
    gesture.down(touch(6, { pointerType: 'touch' }));
    vi.advanceTimersByTime(449);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    gesture.up(touch(6, { pointerType: 'touch' }));
    expect(done).toEqual([['click', 6, 'right']]);
  });

  it('ends once the finger has moved', () => {
    const { gesture, done, touch } = table();
    gesture.down(touch(24, { pointerType: 'touch' }));
    gesture.move(touch(18, { pointerType: 'touch' }));
    vi.advanceTimersByTime(1000);
    gesture.up(touch(18, { pointerType: 'touch' }));
    expect(done).toEqual([['drop', 24, 18]]);
  });

  it('does not exist with a mouse', () => {
    const { gesture, done, touch } = table();
    gesture.down(touch(6));
    vi.advanceTimersByTime(1000);
    expect(done).toEqual([]);
  });
});

describe('a drag', () => {
  it('lifts the checker, follows the pointer, reports the place below, and drops', () => {
    const { gesture, done, drags, followed, surface, touch } = table();
    gesture.down(touch(24));
    gesture.move(touch(23));
    gesture.move(touch(18));
    gesture.move(touch(18));
    expect(drags.map((drag) => drag && [drag.from, drag.over])).toEqual([
      [24, null],
      [24, 18],
    ]);
    expect(followed).toHaveLength(2);
    expect(surface.captured).toBe(1);
    gesture.up(touch(18));
    expect(done).toEqual([['drop', 24, 18]]);
    expect(drags.at(-1)).toBeNull();
  });

  it('does not begin with a tiny movement, or on a checker that cannot move', () => {
    const { gesture, drags, touch } = table([6]);
    const start = touch(6);
    gesture.down(start);
    gesture.move({ ...start, clientX: start.clientX + 3 });
    gesture.up(start);
    gesture.down(touch(13));
    gesture.move(touch(8));
    gesture.up(touch(8));
    expect(drags.filter(Boolean)).toEqual([]);
  });

  it('ends without a move where it began, and when it is cancelled', () => {
    const { gesture, done, touch } = table();
    gesture.down(touch(24));
    gesture.move(touch(20));
    gesture.up(touch(24));
    gesture.down(touch(24));
    gesture.move(touch(20));
    gesture.release();
    gesture.up(touch(20));
    expect(done).toEqual([]);
  });

  it('follows only the finger that holds the checker', () => {
    const { gesture, drags, touch } = table();
    gesture.down(touch(24));
    gesture.move(touch(20, { pointerId: 2 }));
    expect(drags).toEqual([]);
  });
});
