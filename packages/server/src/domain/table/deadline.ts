import { ANNOUNCE_MS } from '@anchor/wire';
import {
  absenceEndsAt,
  claimDueAt,
  endsByFullness,
  hasRoomForTheEndOnly,
  isFull,
  type Ledger,
  mayBeAway,
  needsClaim,
} from 'bg-record';
import type { Player } from 'bg-rules';
import { mayBeStoredFrom } from './aside-rule.ts';

/** Time for each `commit` before the first roll. Short, so that a match that nobody starts ends soon. */
const COMMIT_MS = 30_000;
/** An absence before the first roll lasts this long at most, because neither player has anything to lose yet. */
const FIRST_ROLL_MS = 90_000;
/** Extra time after a `resume` before a player can lose on time. All grace of a player in a match counts together. */
export const GRACE_MS = 60_000;
/** The same in a correspondence match, whose players look in about once a day. */
export const GRACE_BY_TURNS_MS = 24 * 3_600_000;

/** For each seat the time since when its player is away, in milliseconds since the epoch. Null while the player is connected. */
export type Absence = readonly [number | null, number | null];

/** The time at which the match ends if the player to act does nothing, and how it ends. An abort blames that player. */
export interface Deadline {
  readonly at: number;
  readonly loser: Player;
  readonly reason: 'time' | 'abandonment';
  readonly isAbort: boolean;
}

/** The time at which the server announces that the player to act is absent. */
export interface Announcement {
  readonly at: number;
  readonly seat: Player;
}

/** The earliest deadline of the match. Returns null while the server must act and after the end. */
export function deadlineOf(ledger: Ledger, absence: Absence): Deadline | null {
  const { party: loser } = ledger.expects;
  if (loser === null) return null;
  const isAbort = !ledger.state.hasRolled;
  const end = earlier(onTime(ledger, loser), byAbsence(ledger, loser, absence));
  return end && { ...end, loser, isAbort };
}

/** Returns `one` if the times are equal. */
function earlier<T extends { readonly at: number }>(one: T | null, other: T | null): T | null {
  if (one === null || other === null) return one ?? other;
  return other.at < one.at ? other : one;
}

/**
 * Returns null when no absence has to be announced or one is already announced. Before the first roll nothing is announced, nor in a match
 * that does not limit absences.
 */
export function announcementOf(ledger: Ledger, absence: Absence): Announcement | null {
  const { state, expects } = ledger;
  const { party: seat } = expects;
  if (ledger.header.absenceMs === null) return null;
  if (seat === null || state.absent !== null || !state.hasRolled || hasRoomForTheEndOnly(ledger.length)) return null;
  const since = missingSince(ledger, seat, absence);
  if (since === null) return null;
  const at = isFull(ledger.length) ? ledger.at : since + announceMs(ledger);
  // An announcement takes a place as well, and gives way to a decision that was displaced a moment ago.
  return { seat, at: Math.max(at, mayBeStoredFrom(ledger, { type: 'absent' })) };
}

/**
 * The time at which an absent player loses by abandonment, in a match with a clock if the opponent claims it. Returns null while they are
 * connected or need not act.
 */
export function abandonAt(ledger: Ledger, seat: Player, absence: Absence): number | null {
  const { header, state, expects } = ledger;
  const { absenceMs } = header;
  if (absenceMs === null || absence[seat] === null || expects.party !== seat) return null;
  const announced = announcementOf(ledger, absence);
  if (announced) return announced.at + absenceMs;
  return needsClaim(header) && state.absent
    ? absenceEndsAt(state, header)
    : (byAbsence(ledger, seat, absence)?.at ?? null);
}

type End = Pick<Deadline, 'at' | 'reason'>;

function onTime(ledger: Ledger, loser: Player): End | null {
  const grace = graceUntil(ledger, loser);
  if (isFirstCommit(ledger) && ledger.header.absenceMs !== null) {
    return { at: Math.max(ledger.state.answerSince + COMMIT_MS, grace), reason: 'abandonment' };
  }
  const { expiresAt } = ledger;
  return expiresAt === null ? null : { at: Math.max(expiresAt, grace), reason: 'time' };
}

/**
 * In a match with a clock an absence ends the match only by a claim of the opponent, and the record alone says when that is due. Elsewhere it
 * counts from the latest of its announcement, the disconnect and the end of a gap in the service. In a match that does not limit absences, only
 * a player who fills the record loses by one.
 */
function byAbsence(ledger: Ledger, loser: Player, absence: Absence): End | null {
  const { state, header } = ledger;
  const filled: End | null = endsByFullness(ledger, ledger.length) ? { at: ledger.at, reason: 'abandonment' } : null;
  if (header.absenceMs === null) return filled;
  const claimedAt = claimDueAt(state, header);
  if (claimedAt !== null) return { at: claimedAt, reason: 'abandonment' };
  const since = missingSince(ledger, loser, absence);
  if (since === null || isFirstCommit(ledger)) return null;
  if (!state.hasRolled) return { at: since + Math.min(FIRST_ROLL_MS, header.absenceMs), reason: 'abandonment' };
  if (filled) return filled;
  if (state.absent === null || needsClaim(header)) return null;
  const left = isOwedAnyway(ledger) ? 0 : (absence[loser] ?? 0);
  return { at: Math.max(state.absent.since, left, state.graceSince ?? 0) + header.absenceMs, reason: 'abandonment' };
}

/**
 * Since when the player to act is missing: disconnected, or owing an automatic answer. Returns null while they are connected and decide.
 */
function missingSince(ledger: Ledger, seat: Player, absence: Absence): number | null {
  const { answerSince, graceSince } = ledger.state;
  const owedSince = Math.max(answerSince, graceSince ?? 0);
  if (isOwedAnyway(ledger)) return owedSince;
  const away = absence[seat];
  return away === null ? null : Math.max(away, owedSince);
}

/** A connected player, too, may not delay the match by withholding an automatic answer or by filling the record. */
function isOwedAnyway(ledger: Ledger): boolean {
  const { types } = ledger.expects;
  return isFull(ledger.length) || (ledger.state.hasRolled && (types.includes('commit') || types.includes('reveal')));
}

function isFirstCommit({ state, expects }: Ledger): boolean {
  return !state.hasRolled && expects.types.includes('commit');
}

function announceMs({ header }: Ledger): number {
  return Math.min(ANNOUNCE_MS, header.absenceMs ?? ANNOUNCE_MS);
}

/** Until when this player cannot lose on time after a gap in the service that no answer has followed yet. */
function graceUntil({ header, state: { graceSince, graceUsedMs } }: Ledger, seat: Player): number {
  const graceMs = mayBeAway(header) ? GRACE_BY_TURNS_MS : GRACE_MS;
  return graceSince === null ? 0 : graceSince + Math.max(0, graceMs - graceUsedMs[seat]);
}
