import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../strings/main.ts';
import { Icon } from '../../ui/icon.tsx';

/** A decorative board. The text beside it describes it. */
export function HeroBoard() {
  const Drawing = useDrawing();
  return (
    <div class="hero-board" aria-hidden="true">
      <div class="hero-board__place">{Drawing && <Drawing />}</div>
      <p class="hero-board__seal">
        <Icon name="seal" /> {texts.home.heroSeal}
      </p>
    </div>
  );
}

/** Loads the drawing after everything that the page needs. Without it the area stays empty. */
function useDrawing(): ComponentType | null {
  const [drawing, setDrawing] = useState<{ readonly component: ComponentType } | null>(null);
  useEffect(() => {
    import('./hero-drawing.tsx').then(
      ({ default: component }) => setDrawing({ component }),
      () => undefined,
    );
  }, []);
  return drawing?.component ?? null;
}
