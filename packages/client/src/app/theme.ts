import { effect } from '@preact/signals';
import type { PreferenceStore } from '../state/preferences.ts';
import { isTextured } from '../ui/textured.ts';

/** Applies the player's theme and board to the page. */
export function applyTheme({ current }: PreferenceStore, root: HTMLElement): void {
  effect(() => {
    const { theme, board, checkers, colours, dice, marks } = current.value;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    Object.assign(root.dataset, { board, checkers, colours, dice });
    isTextured.value = board === 'club';
    root.toggleAttribute('data-marks', marks);
  });
}
