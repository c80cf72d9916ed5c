import { type MatchResult, type MatchState, options, type Player, startMatch } from 'bg-rules';
import { type Budget, type ClockState, type Running, readClock, startClock } from './clock.ts';
import type { Expectation, Header, Party } from './types.ts';

/** A party's chain in force: what its `commit` said and how much of it was revealed. */
export interface Commitment {
  readonly anchor: string;
  readonly nonce: string;
  /** Number of the `commit` event. */
  readonly n: number;
  /** Links revealed so far; the next reveal is link `used` + 1. */
  readonly used: number;
  /** The last reveal, or the anchor: SHA-256 of the next reveal. */
  readonly last: string;
}

/** Everything that a match's events so far have decided. A plain value. */
export interface LedgerState {
  readonly match: MatchState;
  /** The chains of player 0, player 1 and the server (`partyIndex`), null before the first commit. */
  readonly commitments: Trio<Commitment | null>;
  /** Who must still commit before play goes on, in order. */
  readonly commitsDue: readonly Party[];
  /** Who must still reveal for the roll in the air: the opponent of the player who rolled. */
  readonly revealDue: Player | null;
  /** Number of `dice` events so far. */
  readonly rolls: number;
  /** True from the first accepted `roll` on: from there a match can be forfeited. */
  readonly hasRolled: boolean;
  /** Null in an untimed match. */
  readonly clock: ClockState | null;
  /** The `at` of the last event that was no aside, plus the gaps of the `resume`s since. */
  readonly answerSince: number;
  /** The standing announcement that the party to act is absent; null when there is none. */
  readonly absent: Absent | null;
  /** Number of `sit` events of each seat. */
  readonly sits: readonly [number, number];
  /** The nonce of each seat's newest `sit`, else that of its first `commit`: it names the device that acts for the seat. */
  readonly sitNonce: readonly [string | null, string | null];
  /** The `resume` events so far: how many, and the sum of their gaps. */
  readonly refunds: { readonly count: number; readonly sumMs: number };
  /** The `at` of the `resume` after which only asides have come; null when there is none. */
  readonly graceSince: number | null;
  /** Time that each seat has spent after `resume`s while it had to act. A server bounds its period of grace by it. */
  readonly graceUsedMs: readonly [number, number];
  /** How the match was forfeited; null unless a `forfeit` ended it. */
  readonly forfeit: ForfeitFacts | null;
  readonly result: MatchResult | null;
}

/** The server's announcement that the player to act is not there. */
export interface Absent {
  readonly seat: Player;
  /** The `at` of the `absent` event. */
  readonly at: number;
}

/** What the record's own times say of the `forfeit` that ended it. */
export interface ForfeitFacts {
  readonly reason: 'time' | 'abandonment';
  /** True if the loser's time was used up. */
  readonly timeRanOut: boolean;
  /** Time from the standing `absent` to the forfeit, in milliseconds; null when no absence stood announced. */
  readonly absentMs: number | null;
}

/** Each seat may change its device so many times in a match. */
export const MAX_SITS = 500;

export type Trio<T> = readonly [T, T, T];

/** The parties in the order in which they commit. */
export const COMMIT_ORDER: readonly Party[] = [null, 0, 1];

/** Where a party stands in a trio: the players by seat, then the server. */
export function partyIndex(party: Party): 0 | 1 | 2 {
  return party ?? 2;
}

export function startLedger(header: Header): LedgerState {
  return {
    match: startMatch({ length: header.length, rules: header.rules }),
    commitments: [null, null, null],
    commitsDue: COMMIT_ORDER,
    revealDue: null,
    rolls: 0,
    hasRolled: false,
    clock: header.clock && startClock(header.clock, header.created),
    answerSince: header.created,
    absent: null,
    sits: [0, 0],
    sitNonce: [null, null],
    refunds: { count: 0, sumMs: 0 },
    graceSince: null,
    graceUsedMs: [0, 0],
    forfeit: null,
    result: null,
  };
}

/** The party that must act and how: exactly one at every point. Asides and `forfeit` may come besides. */
export function expectationOf(state: LedgerState): Expectation {
  if (state.result) return { party: null, types: [] };
  const [committer] = state.commitsDue;
  if (committer !== undefined) return { party: committer, types: ['commit'] };
  if (state.revealDue !== null) return { party: state.revealDue, types: ['reveal'] };
  const { player, actions } = options(state.match);
  return { party: player, types: actions };
}

/** Whose time runs; null while the server must act. */
export function runningClock(state: LedgerState): Running | null {
  const { party } = expectationOf(state);
  return party === null ? null : { player: party, budget: budgetOf(state) };
}

/** When the time of the player to act is used up, milliseconds since the epoch; null while the server must act and after the end. */
export function expiryOf(state: LedgerState, { moveMs }: Header): number | null {
  const running = runningClock(state);
  if (running === null) return null;
  if (state.clock) return readClock(state.clock, running, state.clock.since).expiresAt;
  return moveMs === null ? null : state.answerSince + moveMs;
}

function budgetOf({ commitsDue, match }: LedgerState): Budget {
  if (commitsDue.length > 0) return 'answer';
  if (match.phase === 'double' || match.phase === 'beaver') return 'cube';
  const inTurn = match.turn !== null && (match.phase === 'roll' || match.phase === 'play');
  return inTurn ? 'turn' : 'answer';
}
