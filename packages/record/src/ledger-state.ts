import { type MatchResult, type MatchState, options, type Player, startMatch } from 'bg-rules';
import { type Budget, type ClockState, type Running, readClock, startClock } from './clock.ts';
import type { Displacing } from './displacing.ts';
import type { EventType, Expectation, Header, Party } from './types.ts';

/** A party's current hash chain: the content of its `commit`, and how far it has been revealed. */
export interface Commitment {
  readonly anchor: string;
  readonly nonce: string;
  /** Number of the `commit` event. */
  readonly n: number;
  /** Number of links revealed so far. The next reveal is link `used` + 1. */
  readonly used: number;
  /** The last reveal, or the anchor if there is none. It is the SHA-256 of the next reveal. */
  readonly last: string;
}

/** The state of a match after the events so far. A plain value. */
export interface LedgerState {
  readonly match: MatchState;
  /** The chains of player 0, player 1 and the server (see `partyIndex`). Null before the first commit. */
  readonly commitments: ByParty<Commitment | null>;
  /** The parties that must still commit before play continues, in order. */
  readonly commitsDue: readonly Party[];
  /**
   * The player who must still reveal for the current roll: the opponent of the player who rolled. Null if no
   * roll is open.
   */
  readonly revealDue: Player | null;
  /**
   * The player whose link for the next roll was revealed in advance and is not used yet. Null if there is
   * none, and in every match without dice in advance.
   */
  readonly ahead: Player | null;
  /** Number of `dice` events so far. */
  readonly rolls: number;
  /** True after the first accepted `roll`, and after the first commits of both players. From then on a match can be forfeited. */
  readonly hasRolled: boolean;
  /** True until player 0 has sent the opening `roll`, in a match in which that comes before the `commit` of player 1. */
  readonly rollsFirst: boolean;
  /** The clock. Null in an untimed match. */
  readonly clock: ClockState | null;
  /** The `at` of the last event that was not an aside, plus the gaps of later `resume` events. */
  readonly answerSince: number;
  /** The part of the time since `answerSince` that does not count, because the player to act is on holiday, in milliseconds. */
  readonly holidayMs: number;
  /** Each player's holidays. */
  readonly holidays: readonly [Holidays, Holidays];
  /** The current announcement that the player to act is absent. Null if there is none. */
  readonly absent: Absent | null;
  /** For each seat, true if a claim of that seat was due and the server did not end the match by it. */
  readonly claimIgnored: readonly [boolean, boolean];
  /** Number of `sit` events of each seat. */
  readonly sits: readonly [number, number];
  /** The `at` of each seat's latest `sit`. Null without one. */
  readonly sitAt: readonly [number | null, number | null];
  /**
   * The nonce of each seat's latest `sit`, or else of its first `commit`. It identifies the device that acts
   * for the seat.
   */
  readonly sitNonce: readonly [string | null, string | null];
  /** The `resume` events so far: their number and the sum of their gaps. */
  readonly refunds: { readonly count: number; readonly sumMs: number };
  /** Number of `void` events so far. */
  readonly voids: number;
  /** The `at` of the latest `void`. Null without one. */
  readonly voidAt: number | null;
  /** The asides that displaced decisions. */
  readonly displacing: Displacing;
  /** The `at` of the last `resume` if only asides have followed, else null. */
  readonly graceSince: number | null;
  /** Time that each seat used after `resume` events while it had to act. A server limits its grace period with it. */
  readonly graceUsedMs: readonly [number, number];
  /** The circumstances of the `forfeit` that ended the match. Null if there is none. */
  readonly forfeit: ForfeitFacts | null;
  readonly result: MatchResult | null;
}

/** The holidays of a player in a match. */
export interface Holidays {
  /** Days taken so far. */
  readonly days: number;
  /** End of the last holiday, in milliseconds since the epoch. Null without one. */
  readonly until: number | null;
}

/** The server's announcement that the player to act is absent. */
export interface Absent {
  readonly seat: Player;
  /** The `at` of the `absent` event, or of the last `resume` after it. */
  readonly since: number;
  /** The `at` of the opponent's `claim`. Null without one. */
  readonly claimedAt: number | null;
}

/** Facts about a `forfeit`, computed from the times in the record. */
export interface ForfeitFacts {
  readonly reason: 'time' | 'abandonment';
  /** True if the loser's time had run out. */
  readonly timeRanOut: boolean;
  /** Time from the announced absence, or from the last `resume` after it, to the forfeit, in milliseconds. Null if no absence was announced. */
  readonly absentMs: number | null;
  /** True if the opponent had claimed the match because of that absence. */
  readonly isClaimed: boolean;
}

/** A server must end a match by a claim that is due within this time. */
const CLAIM_TOLERANCE_MS = 5_000;

/**
 * Returns the time from which a standing claim ends the match, in milliseconds since the epoch. Null if none stands.
 */
export function claimDueAt(
  { absent }: Pick<LedgerState, 'absent'>,
  { absenceMs }: Pick<Header, 'absenceMs'>,
): number | null {
  return absent === null || absent.claimedAt === null ? null : absenceEndsAt({ absent }, { absenceMs });
}

/**
 * Returns the time from which the announced absence ends the match, in milliseconds since the epoch; in a match with a clock, if a claim stands
 * then. Null without an announcement or without a limit.
 */
export function absenceEndsAt(
  { absent }: Pick<LedgerState, 'absent'>,
  { absenceMs }: Pick<Header, 'absenceMs'>,
): number | null {
  if (absent === null || absenceMs === null) return null;
  return Math.max(absent.since + absenceMs, absent.claimedAt ?? 0);
}

/** Returns true if the server let a due claim stand until `until`, in milliseconds since the epoch. */
export function isClaimOverdue(state: LedgerState, header: Header, until: number): boolean {
  const dueAt = claimDueAt(state, header);
  return dueAt !== null && until > dueAt + CLAIM_TOLERANCE_MS;
}

/** True if this player may claim the match now, because the opponent is announced as absent. */
export function mayClaim(
  { header, state }: { readonly header: Pick<Header, 'clock'>; readonly state: LedgerState },
  seat: Player,
): boolean {
  const { absent, result } = state;
  return needsClaim(header) && result === null && absent !== null && absent.seat !== seat && absent.claimedAt === null;
}

/** True if an absence ends the match only once the opponent has claimed it: in every match with a clock. */
export function needsClaim({ clock }: Pick<Header, 'clock'>): boolean {
  return clock !== null;
}

/** Maximum number of device changes of a seat in a match. */
export const MAX_SITS = 500;

/** One value for each party: the players by seat, then the server. */
export type ByParty<T> = readonly [T, T, T];

/** The parties in the order in which they commit. */
export const COMMIT_ORDER: readonly Party[] = [null, 0, 1];

/** Returns the index of a party in a `ByParty`. */
export function partyIndex(party: Party): 0 | 1 | 2 {
  return party ?? 2;
}

export function startLedger(header: Header): LedgerState {
  return {
    match: startMatch({ length: header.length, rules: header.rules }),
    commitments: [null, null, null],
    commitsDue: COMMIT_ORDER,
    revealDue: null,
    ahead: null,
    rolls: 0,
    hasRolled: false,
    rollsFirst: header.firstChain !== undefined,
    clock: header.clock && startClock(header.clock, header.created),
    answerSince: header.created,
    holidayMs: 0,
    holidays: [
      { days: 0, until: null },
      { days: 0, until: null },
    ],
    absent: null,
    claimIgnored: [false, false],
    sits: [0, 0],
    sitAt: [null, null],
    sitNonce: [null, null],
    refunds: { count: 0, sumMs: 0 },
    voids: 0,
    voidAt: null,
    displacing: { at: null, loadMs: 0, row: 0, longest: [0, 0] },
    graceSince: null,
    graceUsedMs: [0, 0],
    forfeit: null,
    result: null,
  };
}

/**
 * Returns the one party that must act and the event types that it may send. Asides and `forfeit` may come at
 * any time.
 */
export function expectationOf(state: LedgerState): Expectation {
  return { party: partyToAct(state), types: typesDue(state) };
}

/** Returns the party that must act, null for the server. Null after the end, too. */
export function partyToAct(state: LedgerState): Party {
  const { result, commitsDue, revealDue, match } = state;
  if (result) return null;
  const [committer] = commitsDue;
  if (committer !== undefined && !isRollDue(state)) return committer;
  return revealDue ?? match.toAct;
}

/** True if the opening `roll` of player 0 comes next, before the `commit` of player 1. */
function isRollDue({ rollsFirst, commitsDue }: LedgerState): boolean {
  return rollsFirst && commitsDue.length === 1;
}

function typesDue(state: LedgerState): readonly EventType[] {
  const { result, commitsDue, revealDue, match } = state;
  if (result) return [];
  if (commitsDue.length > 0 && !isRollDue(state)) return ['commit'];
  return revealDue === null ? options(match).actions : ['reveal'];
}

/** Returns the player whose clock is running. Returns null while the server must act and after the end. */
export function runningClock(state: LedgerState): Running | null {
  const party = partyToAct(state);
  return party === null ? null : { player: party, budget: budgetOf(state) };
}

/**
 * Returns the time at which the player to act runs out of time, in milliseconds since the epoch. Returns null
 * while the server must act and after the end.
 */
export function expiryOf(state: LedgerState, { moveMs }: Header): number | null {
  const running = runningClock(state);
  if (running === null) return null;
  if (state.clock) return readClock(state.clock, running, state.clock.since).expiresAt;
  return moveMs === null ? null : state.answerSince + state.holidayMs + moveMs;
}

/**
 * Returns true if a play that leads to the given match brings the link for the next roll. It does in a match
 * with dice in advance, unless the game is over or the chains are used up: then the next roll waits for both
 * players.
 */
export function playBringsLink({ commitments }: LedgerState, { chain, dice }: Header, after: MatchState): boolean {
  const [, , server] = commitments;
  return dice === 'advance' && after.phase === 'roll' && after.turn !== null && server !== null && server.used < chain;
}

function budgetOf({ commitsDue, match }: LedgerState): Budget {
  if (commitsDue.length > 0) return 'answer';
  if (match.phase === 'double' || match.phase === 'beaver') return 'cube';
  const inTurn = match.turn !== null && (match.phase === 'roll' || match.phase === 'play');
  return inTurn ? 'turn' : 'answer';
}
