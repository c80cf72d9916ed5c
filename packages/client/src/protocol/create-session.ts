import { type Header, type Key, Ledger } from 'bg-record';
import type { Player } from 'bg-rules';
import { LiveMatch, type SessionPorts } from './live-match.ts';
import { Hand } from './match-signer.ts';

// The code that judges and signs a match. It is the larger half of the session, so a page without a match does not load
// it.
export { checkHeader, FORMAT } from 'bg-record';
export { checkAgreed, partyFailure, shortAbsence } from './header-check.ts';
export { rematchAsk } from './match-requests.ts';

/**
 * Creates the session of a match.
 *
 * @param own the seat of this device's key, or null for a watcher
 */
export function sitDown(
  header: Header,
  own: { readonly key: Key; readonly seat: Player } | null,
  ports: SessionPorts,
): LiveMatch {
  const ledger = new Ledger(header);
  const { store, clocks } = ports;
  return new LiveMatch(ledger, own && new Hand(own.key, ledger, own.seat, store, { now: () => clocks.wall() }), ports);
}
