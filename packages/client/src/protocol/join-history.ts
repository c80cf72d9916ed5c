import { canonicalJson, type MatchEvent } from 'bg-record';

/** The relation between a history from the server and the verified history of this device. */
export type Joined =
  /** The same history, possibly followed by these new events. */
  | { readonly kind: 'extends'; readonly fresh: readonly MatchEvent[] }
  /** The server's history ends before that of this device. */
  | { readonly kind: 'shorter' }
  /** The histories differ from event `n` on. */
  | { readonly kind: 'forked'; readonly n: number };

/**
 * Compares the events from the server with the known ones.
 *
 * @param known events 0, 1, 2 … that this device has accepted
 * @param told events `from`, `from` + 1 … from the server
 */
export function joinHistory(known: readonly MatchEvent[], told: readonly MatchEvent[], from = 0): Joined {
  const shared = known.slice(from);
  const differs = shared.findIndex((event, i) => i < told.length && !sameEvent(event, told[i]));
  if (differs >= 0) return { kind: 'forked', n: from + differs };
  return told.length < shared.length ? { kind: 'shorter' } : { kind: 'extends', fresh: told.slice(shared.length) };
}

function sameEvent(a: MatchEvent, b: MatchEvent | undefined): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
