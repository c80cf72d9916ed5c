import { type Ledger, MAX_EVENTS } from 'bg-record';
import type { Player } from 'bg-rules';

/** Before the first dice each `commit` has this long; a match that does not come about is soon out of the way. */
export const COMMIT_MS = 30_000;
/** After a restart of the service nobody loses within this time: browsers need a moment to come back. */
export const RESTART_GRACE_MS = 60_000;
/** In an untimed match a player who is there may still think no longer than this. */
export const UNTIMED_EVENT_MS = 24 * 3_600_000;

/**
 * A record has room for so many events; a match that is dragged on until only these places are left is lost by who has to
 * act. Ten times what the longest match needs fits before.
 */
const LAST_PLACES = 50;

/** Since when each seat's player is away, milliseconds since the epoch; null while he is there. */
export type Absence = readonly [number | null, number | null];

/** When the match ends by itself if the player to act does nothing. */
export interface Deadline {
  readonly at: number;
  readonly loser: Player;
  readonly reason: 'time' | 'abandonment';
}

/** The first deadline of the match as it stands; null while the server must act and after the end. */
export function deadlineOf(ledger: Ledger, absence: Absence, abandonMs: number): Deadline | null {
  const { party: loser } = ledger.expects;
  if (loser === null) return null;
  if (ledger.length >= MAX_EVENTS - LAST_PLACES) return { at: ledger.at, loser, reason: 'abandonment' };
  const graceUntil = graceOf(ledger);
  const [first] = [
    ...timeLimits(ledger, loser).map((limit) => ({ ...limit, at: Math.max(limit.at, graceUntil) })),
    ...leaving(ledger, loser, absence, abandonMs),
  ].sort((a, b) => a.at - b.at);
  return first ?? null;
}

/** When an absent player loses the match; null while he is there or has nothing to do. */
export function abandonAt(ledger: Ledger, seat: Player, absence: Absence, abandonMs: number): number | null {
  const away = absence[seat];
  if (away === null || ledger.expects.party !== seat) return null;
  return Math.max(away, ledger.at) + abandonMs;
}

function leaving(ledger: Ledger, loser: Player, absence: Absence, abandonMs: number): Deadline[] {
  const at = abandonAt(ledger, loser, absence, abandonMs);
  return at === null ? [] : [{ at, loser, reason: 'abandonment' }];
}

function timeLimits(ledger: Ledger, loser: Player): Deadline[] {
  const since = ledger.at;
  if (ledger.state.rolls === 0 && ledger.expects.types.includes('commit')) {
    return [{ at: since + COMMIT_MS, loser, reason: 'abandonment' }];
  }
  const expiresAt = ledger.clock(since)?.expiresAt ?? null;
  return expiresAt === null
    ? [{ at: since + UNTIMED_EVENT_MS, loser, reason: 'abandonment' }]
    : [{ at: expiresAt, loser, reason: 'time' }];
}

/** Until when nobody loses, after a restart that nothing has followed yet. */
function graceOf({ last }: Ledger): number {
  return last?.type === 'resume' ? last.at + RESTART_GRACE_MS : 0;
}
