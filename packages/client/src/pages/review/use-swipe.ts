import { useRef } from 'preact/hooks';

/** The least horizontal distance of a swipe in CSS pixels. It must also exceed the vertical distance. */
const FAR = 40;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Returns the direction of a swipe: 1 for next (to the left), −1 for previous, 0 for none. */
export function swipeOf(from: Spot, to: Spot): 1 | -1 | 0 {
  const [right, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(right) < FAR || Math.abs(right) < 2 * Math.abs(down)) return 0;
  return right < 0 ? 1 : -1;
}

/** Returns handlers for an element that can be swiped. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const from = useRef<Spot | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      const [touch] = event.touches;
      from.current = touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches: [touch] }: TouchEvent) => {
      const direction = from.current && touch ? swipeOf(from.current, { x: touch.clientX, y: touch.clientY }) : 0;
      from.current = null;
      if (direction !== 0) onSwipe(direction);
    },
  };
}
