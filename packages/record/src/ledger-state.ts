import { type MatchResult, type MatchState, options, type Player, startMatch } from 'bg-rules';
import { type Budget, type ClockState, type Running, startClock } from './clock.ts';
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
  /** Null in an untimed match. */
  readonly clock: ClockState | null;
  /** Whether the loser's time had run out by the record's own times; null unless a `forfeit` for `time` ended the match. */
  readonly timeRanOut: boolean | null;
  readonly result: MatchResult | null;
}

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
    clock: header.clock && startClock(header.clock, header.created),
    timeRanOut: null,
    result: null,
  };
}

/** Who must act and how: at every point exactly one party may (besides the server's `resume` and `forfeit`). */
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

function budgetOf({ commitsDue, match }: LedgerState): Budget {
  if (commitsDue.length > 0) return 'answer';
  if (match.phase === 'double' || match.phase === 'beaver') return 'cube';
  const inTurn = match.turn !== null && (match.phase === 'roll' || match.phase === 'play');
  return inTurn ? 'turn' : 'answer';
}
