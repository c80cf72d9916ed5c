import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { isTextured } from '../ui/textured.ts';
import type { FrameProps } from './frame.tsx';

/** The frame with the texture. Null until its code is loaded. */
const drawn = signal<ComponentType<FrameProps> | null>(null);

/**
 * Returns the frame with the texture, and loads it when a board is first shown. Null if the player chose another board,
 * and until the code is loaded: the plain frame has the same shape and colours.
 */
export function useMaterial(): ComponentType<FrameProps> | null {
  const isShown = isTextured.value;
  useEffect(() => {
    if (!isShown || drawn.peek()) return;
    import('./material-frame.tsx').then(
      ({ MaterialFrame }) => {
        drawn.value = MaterialFrame;
      },
      () => undefined,
    );
  }, [isShown]);
  return isShown ? drawn.value : null;
}
