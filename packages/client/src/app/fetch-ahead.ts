import type { ReadonlySignal } from '@preact/signals';
import type { ConnectionStatus } from 'bg-session';
import { loadMatchCode, loadSigning } from 'bg-session';

/** Events that come before a choice with any input device. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Loads the code of a match before it begins: immediately at the address of a match, and elsewhere at the first user
 * input. A page that is only read loads no more than it shows.
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

/** A failure is ignored here, because the code is requested again, and a failure reported, when it is needed. */
function fetchMatch(): void {
  const parts = [import('../pages/match/match-route.tsx'), loadMatchCode(), loadSigning()];
  for (const part of parts) part.catch(() => undefined);
}
