import { signal } from '@preact/signals';
import { texts } from '../strings/main.ts';
import { Button } from './button.tsx';

interface ToastItem {
  readonly key: number;
  readonly text: string;
}

const SHOWN_MS = 6_000;
const items = signal<readonly ToastItem[]>([]);
let lastKey = 0;

/** Shows a short message for a few seconds and announces it to screen readers. */
export function toast(text: string): void {
  lastKey += 1;
  const key = lastKey;
  items.value = [...items.value.filter((item) => item.text !== text), { key, text }];
  setTimeout(() => dismiss(key), SHOWN_MS);
}

function dismiss(key: number): void {
  items.value = items.value.filter((item) => item.key !== key);
}

/** The container of toasts, once in the shell. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {items.value.map(({ key, text }) => (
        <div class="toast" key={key}>
          <span>{text}</span>
          <Button kind="quiet" icon="close" aria-label={texts.app.dismiss} onClick={() => dismiss(key)} />
        </div>
      ))}
    </div>
  );
}
