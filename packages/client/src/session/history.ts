import { canonicalJson, type MatchEvent } from 'bg-record';

/** How a history that the server tells stands to the one that this device knows and has verified. */
export type Joined =
  /** It is the same, and goes on with these events; maybe none. */
  | { readonly kind: 'extends'; readonly fresh: readonly MatchEvent[] }
  /** It ends before what this device knows. */
  | { readonly kind: 'shorter' }
  /** It is another one from event `n` on. */
  | { readonly kind: 'forked'; readonly n: number };

/**
 * Joins what is told to what is known.
 *
 * @param known events 0, 1, 2 … that this device has accepted
 * @param told events `from`, `from` + 1 … as the server tells them
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
