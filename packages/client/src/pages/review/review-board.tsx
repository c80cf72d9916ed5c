import { useMemo } from 'preact/hooks';
import { Board } from '../../board/board.tsx';
import { useReducedMotion } from '../../play/use-reduced-motion.ts';
import type { Preferences } from '../../protocol/types.ts';
import { sceneOf } from './moment-scene.ts';
import type { Review } from './use-review.ts';
import { useSwipe } from './use-swipe.ts';

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
      <Board {...scene} orientation={orientation} interaction={null} durationMs={calm ? 0 : HOP_MS} />
    </div>
  );
}
