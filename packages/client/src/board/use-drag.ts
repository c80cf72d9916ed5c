import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Click, type Drag, DragGesture, type Interaction } from './drag-gesture.ts';
import type { Orientation, Spot } from './geometry.ts';

/** The handlers of the element around the places. */
export interface PressHandlers {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
  onClick(event: Click & Pick<MouseEvent, 'target'>): void;
  onKeyDownCapture(): void;
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

function handlersOf(gesture: DragGesture): PressHandlers {
  return {
    onPointerDown: (event) => gesture.down(event),
    onPointerMove: (event) => gesture.move(event),
    onPointerUp: (event) => gesture.up(event),
    onPointerCancel: () => gesture.release(),
    onClick: (event) => gesture.click(event, placeOf(event.target)),
    onKeyDownCapture: () => gesture.keyed(),
  };
}

/** Returns the place of a button of the board. Null for another element, on which a drag may end. */
function placeOf(target: EventTarget | null): number | null {
  const place = target instanceof HTMLElement ? target.dataset.place : undefined;
  return place === undefined ? null : Number(place);
}
