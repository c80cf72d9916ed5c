import { effect } from '@preact/signals';
import type { PreferenceStore } from '../state/preferences.ts';

/** Applies the player's theme and board to the page. */
export function applyTheme({ current }: PreferenceStore, root: HTMLElement): void {
  effect(() => {
    const { theme, board, marks } = current.value;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.board = board;
    root.toggleAttribute('data-marks', marks);
  });
}
