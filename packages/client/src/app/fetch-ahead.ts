import type { ReadonlySignal } from '@preact/signals';
import type { ConnectionStatus } from '../session/types.ts';

/** What comes before somebody chooses something, by any means. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Fetches what a match needs before it begins: at once where the address is that of a match, elsewhere at the first sign
 * that somebody is there, so that a page which is only read costs no more than it shows.
 */
export function fetchAhead(status: ReadonlySignal<ConnectionStatus>): void {
  if (location.pathname.startsWith('/match/')) fetchMatch();
  else atFirstSign(status);
}

function atFirstSign(status: ReadonlySignal<ConnectionStatus>): void {
  const begin = () => {
    if (status.peek() !== 'online') return;
    for (const sign of SIGNS) removeEventListener(sign, begin);
    fetchMatch();
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { passive: true });
}

/** What fails here is asked for again, and told, where it is needed. */
function fetchMatch(): void {
  const parts = [import('./match-route.tsx'), import('../session/sitting.ts'), import('../session/signing.ts')];
  for (const part of parts) part.catch(() => undefined);
}
