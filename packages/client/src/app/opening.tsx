import type { ReadonlySignal } from '@preact/signals';
import { texts } from '../strings/main.ts';
import { Waiting } from '../ui/notice.tsx';
import { useSettled } from '../ui/use-settled.ts';

/** What comes sooner is not worth a word. */
const NOTICED_MS = 300;

/** Says that a page is on its way, while the one before still stands or nothing does. */
export function Opening({ underWay }: { readonly underWay: ReadonlySignal<boolean> }) {
  const noticed = useSettled(underWay.value, NOTICED_MS);
  if (!noticed || !underWay.value) return null;
  return (
    <div class="opening">
      <Waiting>{texts.app.loading}</Waiting>
    </div>
  );
}
