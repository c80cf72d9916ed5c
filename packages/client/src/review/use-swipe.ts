import { useRef } from 'preact/hooks';

/** A finger has to go so far sideways, in CSS pixels, and more sideways than up or down. */
const FAR = 40;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Which way a finger went: 1 on (to the left, as pages turn), −1 back, 0 neither. */
export function swipeOf(from: Spot, to: Spot): 1 | -1 | 0 {
  const [right, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(right) < FAR || Math.abs(right) < 2 * Math.abs(down)) return 0;
  return right < 0 ? 1 : -1;
}

/** Handlers for a place over which a finger can step back and on. */
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
