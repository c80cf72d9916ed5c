import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../strings/main.ts';
import { Icon } from '../ui/icon.tsx';

/** A board to look at. Decoration: said in words by the text beside it. */
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

/** The drawing comes after everything that can be done on the page; without it the place stays plain. */
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
