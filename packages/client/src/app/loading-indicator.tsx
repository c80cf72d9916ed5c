import type { ReadonlySignal } from '@preact/signals';
import { texts } from '../strings/main.ts';
import { Waiting } from '../ui/notice.tsx';
import { useDebounced } from '../ui/use-debounced.ts';

/** No message is shown for a page that opens sooner. */
const NOTICED_MS = 300;

/** Says that a page is loading while the previous page, or no page, is shown. */
export function LoadingIndicator({ underWay }: { readonly underWay: ReadonlySignal<boolean> }) {
  const noticed = useDebounced(underWay.value, NOTICED_MS);
  if (!noticed || !underWay.value) return null;
  return (
    <div class="opening">
      <Waiting>{texts.app.loading}</Waiting>
    </div>
  );
}
