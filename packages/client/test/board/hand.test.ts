import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Drag, Hand, type Interaction, type Touch } from '../../src/board/drag-gesture.ts';
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
    click: (place, side) => done.push(['click', place, side]),
    drop: (from, to) => done.push(['drop', from, to]),
  };
  const reach = { interaction: interaction as Interaction | null, orientation: plain };
  const followed: Spot[] = [];
  const hand = new Hand(() => reach, { show: (drag) => drags.push(drag), follow: (spot) => followed.push(spot) });
  const surface = new Surface();
  const touch = (place: number, more: Partial<Touch> = {}): Touch => {
    const { x, y } = checkerSpot(0, place, 0, plain);
    const at = { clientX: 100 + x / 2, clientY: 100 + y / 2 };
    return { pointerId: 1, pointerType: 'mouse', button: 0, ...at, currentTarget: surface, ...more };
  };
  return { hand, done, drags, followed, reach, surface, touch };
}

// `Hand` checks for the platform's Element class; here a surface is one.
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
    const { hand, done, touch } = table();
    hand.down(touch(6));
    hand.up(touch(6));
    hand.down(touch(13, { button: 2 }));
    hand.up(touch(13, { button: 2 }));
    expect(done).toEqual([
      ['click', 6, 'left'],
      ['click', 13, 'right'],
    ]);
  });

  it('does nothing with the middle button, or when no checker can move', () => {
    const { hand, done, touch, reach } = table();
    hand.down(touch(6, { button: 1 }));
    hand.up(touch(6, { button: 1 }));
    reach.interaction = null;
    hand.down(touch(6));
    hand.up(touch(6));
    expect(done).toEqual([]);
  });
});

describe('a long press', () => {
  it('with a finger plays the other die, once', () => {
    const { hand, done, touch } = table();
    hand.down(touch(6, { pointerType: 'touch' }));
    vi.advanceTimersByTime(449);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    hand.up(touch(6, { pointerType: 'touch' }));
    expect(done).toEqual([['click', 6, 'right']]);
  });

  it('ends once the finger has moved', () => {
    const { hand, done, touch } = table();
    hand.down(touch(24, { pointerType: 'touch' }));
    hand.move(touch(18, { pointerType: 'touch' }));
    vi.advanceTimersByTime(1000);
    hand.up(touch(18, { pointerType: 'touch' }));
    expect(done).toEqual([['drop', 24, 18]]);
  });

  it('does not exist with a mouse', () => {
    const { hand, done, touch } = table();
    hand.down(touch(6));
    vi.advanceTimersByTime(1000);
    expect(done).toEqual([]);
  });
});

describe('a drag', () => {
  it('lifts the checker, follows the pointer, reports the place below, and drops', () => {
    const { hand, done, drags, followed, surface, touch } = table();
    hand.down(touch(24));
    hand.move(touch(23));
    hand.move(touch(18));
    hand.move(touch(18));
    expect(drags.map((drag) => drag && [drag.from, drag.over])).toEqual([
      [24, null],
      [24, 18],
    ]);
    expect(followed).toHaveLength(2);
    expect(surface.captured).toBe(1);
    hand.up(touch(18));
    expect(done).toEqual([['drop', 24, 18]]);
    expect(drags.at(-1)).toBeNull();
  });

  it('does not begin with a tiny movement, or on a checker that cannot move', () => {
    const { hand, drags, touch } = table([6]);
    const start = touch(6);
    hand.down(start);
    hand.move({ ...start, clientX: start.clientX + 3 });
    hand.up(start);
    hand.down(touch(13));
    hand.move(touch(8));
    hand.up(touch(8));
    expect(drags.filter(Boolean)).toEqual([]);
  });

  it('ends without a move where it began, and when it is cancelled', () => {
    const { hand, done, touch } = table();
    hand.down(touch(24));
    hand.move(touch(20));
    hand.up(touch(24));
    hand.down(touch(24));
    hand.move(touch(20));
    hand.release();
    hand.up(touch(20));
    expect(done).toEqual([]);
  });

  it('follows only the finger that holds the checker', () => {
    const { hand, drags, touch } = table();
    hand.down(touch(24));
    hand.move(touch(20, { pointerId: 2 }));
    expect(drags).toEqual([]);
  });
});
