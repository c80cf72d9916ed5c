import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { drawFace } from './face-drawing.ts';

/** Null until the code that draws faces is loaded. */
const draw = signal<typeof drawFace | null>(null);

interface FaceProps {
  /** The key, or its first 16 digits. */
  readonly pub: string;
  /** The opponent's key in a match. */
  readonly other?: string | undefined;
  readonly large?: boolean;
}

/** The drawn face of a player, a plain field until it is loaded. Screen readers skip it: the name stands beside it. */
export function Face({ pub, other, large = false }: FaceProps) {
  const drawn = draw.value?.(pub, other);
  useEffect(() => {
    if (draw.peek()) return;
    import('./face-drawing.ts').then(
      (loaded) => {
        draw.value = loaded.drawFace;
      },
      () => undefined,
    );
  }, []);
  return (
    <svg
      class={`face${large ? ' face--large' : ''}`}
      style={{ '--hue': drawn?.hue }}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <path d={drawn?.figure} />
      <path class="face__marks" fill-rule="evenodd" d={drawn?.marks} />
    </svg>
  );
}
