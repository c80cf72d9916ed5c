import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Drag, DragGesture, type Interaction } from './drag-gesture.ts';
import type { Orientation, Spot } from './geometry.ts';

export interface PointerHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
}

/** Draws the dragged checker slightly larger. */
export function heldAt({ x, y }: Spot): string {
  return `translate(${x}px, ${y}px) scale(1.12)`;
}

/** Lets the viewer move checkers with the pointer. */
export function useDrag(interaction: Interaction | null, orientation: Orientation) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const ghost = useRef<SVGGElement>(null);
  const reach = useRef({ interaction, orientation });
  reach.current = { interaction, orientation };
  const gesture = useMemo(() => {
    const follow = (spot: Spot) => ghost.current?.style.setProperty('transform', heldAt(spot));
    return new DragGesture(() => reach.current, { show: setDrag, follow });
  }, []);
  const handlers = useMemo(() => handlersOf(gesture), [gesture]);
  // If the turn ends during a drag, the drag is cancelled.
  useEffect(() => {
    if (!interaction) gesture.release();
    return () => gesture.release();
  }, [interaction === null]);
  return { drag, ghost, handlers };
}

function handlersOf(gesture: DragGesture): PointerHandlers {
  return {
    onPointerDown: (event) => gesture.down(event),
    onPointerMove: (event) => gesture.move(event),
    onPointerUp: (event) => gesture.up(event),
    onPointerCancel: () => gesture.release(),
  };
}
