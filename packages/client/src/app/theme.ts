import { effect } from '@preact/signals';
import type { PreferenceStore } from '../session/types.ts';

/** Keeps the page in the colours that the player prefers. */
export function followTheme({ current }: PreferenceStore, root: HTMLElement): void {
  effect(() => {
    const { theme } = current.value;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
  });
}
