import { type Ledger, MAX_EVENTS } from 'bg-record';
import type { Player } from 'bg-rules';

/** Before the first roll each `commit` has this long; a match that does not come about is soon out of the way. */
export const COMMIT_MS = 30_000;
/** A player who has to act loses on time only this long after a `resume`, all such times of a player in a match counted together. */
export const GRACE_MS = 60_000;
/** A player who has to act, or an automatic answer, is missing this long before the server announces it. */
const ANNOUNCE_MS = 10_000;

/**
 * A record has room for so many events; a match that is dragged on until only these places are left is lost by who has to
 * act. Ten times what the longest match needs fits before.
 */
const LAST_PLACES = 50;
/** From here on no player's event is taken any more, so that there is room for the server to announce the end. */
const CLOSING_PLACES = 10;

/** Since when each seat's player is away, milliseconds since the epoch; null while they are there. */
export type Absence = readonly [number | null, number | null];

/** When the match ends by itself if the player to act does nothing, and how. An abort blames the player to act. */
export interface Deadline {
  readonly at: number;
  readonly loser: Player;
  readonly reason: 'time' | 'abandonment';
  readonly isAbort: boolean;
}

/** When the server announces that the player to act is absent. */
export interface Announcement {
  readonly at: number;
  readonly seat: Player;
}

/** The first deadline of the match as it stands; null while the server must act and after the end. */
export function deadlineOf(ledger: Ledger, absence: Absence): Deadline | null {
  const { party: loser } = ledger.expects;
  if (loser === null) return null;
  const isAbort = !ledger.state.hasRolled;
  const ends = [onTime(ledger, loser), byAbsence(ledger, loser, absence)].flatMap((end) => end ?? []);
  const [first] = ends.sort((a, b) => a.at - b.at);
  return first ? { ...first, loser, isAbort } : null;
}

/** When an absence has to be announced; null when none has to, or one stands announced. Before the first roll nothing is announced. */
export function announcementOf(ledger: Ledger, absence: Absence): Announcement | null {
  const { state, expects } = ledger;
  const { party: seat } = expects;
  if (seat === null || state.absent !== null || !state.hasRolled || hasRoomForTheEndOnly(ledger)) return null;
  const since = missingSince(ledger, seat, absence);
  if (since === null) return null;
  return { seat, at: isFull(ledger) ? ledger.at : since + announceMs(ledger) };
}

/** When a player who is away loses by it; null while they are there or have nothing to do. */
export function abandonAt(ledger: Ledger, seat: Player, absence: Absence): number | null {
  if (absence[seat] === null || ledger.expects.party !== seat) return null;
  const announced = announcementOf(ledger, absence);
  return announced ? announced.at + ledger.header.absenceMs : (byAbsence(ledger, seat, absence)?.at ?? null);
}

/** The record is so full that players' events are not taken any more. */
export function isClosing({ length }: Ledger): boolean {
  return length >= MAX_EVENTS - CLOSING_PLACES;
}

type End = Pick<Deadline, 'at' | 'reason'>;

function onTime(ledger: Ledger, loser: Player): End | null {
  const grace = graceUntil(ledger, loser);
  if (isFirstCommit(ledger)) {
    return { at: Math.max(ledger.state.answerSince + COMMIT_MS, grace), reason: 'abandonment' };
  }
  const { expiresAt } = ledger;
  return expiresAt === null ? null : { at: Math.max(expiresAt, grace), reason: 'time' };
}

/** An absence counts from the later of its announcement and the leaving; a gap in the service puts it off. */
function byAbsence(ledger: Ledger, loser: Player, absence: Absence): End | null {
  const { state, header } = ledger;
  const since = missingSince(ledger, loser, absence);
  if (since === null || isFirstCommit(ledger)) return null;
  if (!state.hasRolled) return { at: since + header.absenceMs, reason: 'abandonment' };
  if (hasRoomForTheEndOnly(ledger)) return { at: ledger.at, reason: 'abandonment' };
  if (state.absent === null) return null;
  const left = isOwedAnyway(ledger) ? 0 : (absence[loser] ?? 0);
  return { at: Math.max(state.absent.at, left, state.graceSince ?? 0) + header.absenceMs, reason: 'abandonment' };
}

/** Since when the player to act has been missing: away, or owing an answer that needs no decision. Null when they are there and decide. */
function missingSince(ledger: Ledger, seat: Player, absence: Absence): number | null {
  const { answerSince, graceSince } = ledger.state;
  const owedSince = Math.max(answerSince, graceSince ?? 0);
  if (isOwedAnyway(ledger)) return owedSince;
  const away = absence[seat];
  return away === null ? null : Math.max(away, owedSince);
}

/** A connected player does not keep the match waiting for a device's automatic answer, or for the end of a record that is full. */
function isOwedAnyway(ledger: Ledger): boolean {
  const { types } = ledger.expects;
  return isFull(ledger) || (ledger.state.hasRolled && (types.includes('commit') || types.includes('reveal')));
}

function isFull({ length }: Ledger): boolean {
  return length >= MAX_EVENTS - LAST_PLACES;
}

function hasRoomForTheEndOnly({ length }: Ledger): boolean {
  return length >= MAX_EVENTS - 1;
}

function isFirstCommit({ state, expects }: Ledger): boolean {
  return !state.hasRolled && expects.types.includes('commit');
}

function announceMs({ header }: Ledger): number {
  return Math.min(ANNOUNCE_MS, header.absenceMs);
}

/** Until when this player does not lose on time, after a gap in the service that no answer has followed yet. */
function graceUntil({ state: { graceSince, graceUsedMs } }: Ledger, seat: Player): number {
  return graceSince === null ? 0 : graceSince + Math.max(0, GRACE_MS - graceUsedMs[seat]);
}
