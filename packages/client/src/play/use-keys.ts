import { useEffect, useRef } from 'preact/hooks';

/** The actions of the keys on the match page. Null if an action is not possible now. */
export interface KeyActions {
  readonly go: (() => void) | null;
  readonly back: (() => void) | null;
  readonly double: (() => void) | null;
  readonly premove: (() => void) | null;
  readonly hint: (() => void) | null;
  readonly cancel: (() => void) | null;
  readonly earlier: (() => void) | null;
  readonly later: (() => void) | null;
}

/**
 * Space rolls or confirms, Backspace undoes, D doubles, P premoves, H asks for a hint if hints are available, Escape
 * cancels a question, and comma and full stop step through earlier positions.
 */
export function useKeys(actions: KeyActions): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = isForPage(event) ? actionOf(event, current.current) : null;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionOf({ key }: KeyboardEvent, actions: KeyActions): (() => void) | null {
  switch (key) {
    case ' ':
      return actions.go;
    case 'Backspace':
      return actions.back;
    case 'd':
    case 'D':
      return actions.double;
    case 'p':
    case 'P':
      return actions.premove;
    case 'h':
    case 'H':
      return actions.hint;
    case 'Escape':
      return actions.cancel;
    case ',':
      return actions.earlier;
    case '.':
      return actions.later;
    default:
      return null;
  }
}

/**
 * False while typing, in a dialog, with a modifier, while a key repeats, or when Space belongs to the focused button.
 */
function isForPage(event: KeyboardEvent): boolean {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, dialog[open]')) return false;
  return event.key !== ' ' || !target?.closest('button, a, summary') || target.closest('.board__places') !== null;
}
