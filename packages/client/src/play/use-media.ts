import { useEffect, useState } from 'preact/hooks';

/** True if the window matches a media query, also after it has changed. */
function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setMatches(list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return matches;
}

/** True if the system asks for reduced motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}

/**
 * True if the board has the whole width of a tall or narrow window. Its buttons are then below it, in reach of a thumb.
 */
export function useUpright(): boolean {
  return useMedia('(max-width: 860px) and (orientation: portrait), (max-width: 560px)');
}

/** True on the screen of a phone, upright or on its side, and in a window as small. The match can then have all of it. */
export function usePhone(): boolean {
  return useMedia('(max-width: 560px), (max-height: 520px) and (orientation: landscape)');
}

/**
 * True if a question fits between the points of the board without covering its checkers. This is no breakpoint of the page: it says from which
 * window on the board, which is laid out by the same window, is large enough for the two buttons.
 */
export function useRoomOnBoard(): boolean {
  return useMedia('(min-width: 1000px) and (min-height: 640px)');
}
