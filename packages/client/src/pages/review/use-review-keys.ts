import { useEffect, useRef } from 'preact/hooks';
import type { Actions } from './use-review.ts';

interface Steps {
  readonly index: number;
  readonly last: number;
  readonly actions: Actions;
}

/** Returns the step for a key, or null. */
export function stepOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, steps: Steps): (() => void) | null {
  const { index, last, actions } = steps;
  const to = (wanted: number) => (wanted < 0 || wanted > last ? null : () => actions.go(wanted));
  switch (key) {
    case 'ArrowLeft':
      return shiftKey ? actions.earlierMistake : to(index - 1);
    case 'ArrowRight':
      return shiftKey ? actions.laterMistake : to(index + 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    default:
      return null;
  }
}

/** The arrow keys step through the match unless the focused element uses them. */
export function useReviewKeys(steps: Steps): void {
  const current = useRef(steps);
  current.current = steps;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = isForPage(event) ? stepOf(event, current.current) : null;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return !(
    target instanceof Element &&
    target.closest('input:not([type="range"]), textarea, select, dialog[open], .board__places')
  );
}
