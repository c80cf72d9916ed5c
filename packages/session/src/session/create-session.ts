import { type Header, type Key, Ledger } from 'bg-record';
import type { Player } from 'bg-rules';
import { LiveMatch, type SessionPorts } from './live-match.ts';
import { MatchSigner } from './match-signer.ts';

// The code that judges and signs a match. It is the larger half of the session, so a page without a match does not load
// it.
export { checkHeader, isOwnFirstChain } from 'bg-record';
export { fetchRecord } from './fetch-record.ts';
export { endMessage, historyMessage, recordHeader } from './finished-record.ts';
export { checkAgreed, partyFailure, rematchRequest } from './header-check.ts';
export { prepareOpenings } from './preparing.ts';

/**
 * Creates the session of a match.
 *
 * @param own the seat of this device's key, or null for a watcher
 */
export function createSession(
  header: Header,
  own: { readonly key: Key; readonly seat: Player } | null,
  ports: SessionPorts,
): LiveMatch {
  const ledger = new Ledger(header);
  const { store, clocks, views } = ports;
  return new LiveMatch(
    ledger,
    own &&
      new MatchSigner(own.key, ledger, own.seat, store, { now: () => clocks.wall(), view: (log) => views.own(log) }),
    ports,
  );
}
