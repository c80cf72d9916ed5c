import { useMemo, useRef } from 'preact/hooks';
import { Board } from '../../board/board.tsx';
import { sceneOf } from '../../judged/moment-scene.ts';
import { useReducedMotion } from '../../play/use-media.ts';
import type { Preferences } from '../../state/preferences.ts';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

/** Short enough for stepping through a match. */
const HOP_MS = 160;

interface BoardProps {
  readonly review: Review;
  readonly preferences: Preferences;
}

/** The board at one moment. A swipe selects the previous or next move. */
export function ReviewBoard({ review, preferences: { mirrored, flipped, animation } }: BoardProps) {
  const { now, look, viewer, index, judged, actions } = review;
  const scene = useMemo(() => sceneOf(now.moment, look), [now.moment, look]);
  const orientation = useMemo(() => ({ viewer, mirrored, flipped }), [viewer, mirrored, flipped]);
  const calm = useReducedMotion() || animation === 'off';
  const swipe = useSwipe((direction) => actions.go(Math.min(judged.length - 1, Math.max(0, index + direction))));
  return (
    <div class="review__felt" {...swipe}>
      <Board
        {...scene}
        orientation={orientation}
        interaction={null}
        names={[nameOf(review.subject, 0), nameOf(review.subject, 1)]}
        durationMs={calm ? 0 : HOP_MS}
      />
    </div>
  );
}

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
function useSwipe(onSwipe: (direction: 1 | -1) => void) {
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
