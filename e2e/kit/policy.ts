import type { Ledger, Seat, SignedEvent } from 'bg-record';
import { legalPlays, type MatchState, rankPlays } from 'bg-rules';

/** The decisions of a socket player. Chances run from 0 to 1 and apply each time the decision is open. */
export interface Policy {
  readonly random: () => number;
  readonly double: number;
  readonly take: number;
  /** Plays any legal play instead of the heuristic's best. */
  readonly wild?: boolean;
  /** Decides if the player accepts an offered resignation; if absent, the player accepts all of them. */
  readonly accepts?: () => boolean;
  /** Once the match has this many events, the player resigns a single game instead of the next play. */
  readonly resignsAt?: number;
}

/** Returns a policy that plays any legal play with this chance, and otherwise the best one by the heuristic. */
export function policyWithErrors(policy: Policy, chance: number): Policy {
  return Object.defineProperty({ ...policy }, 'wild', { get: () => policy.random() < chance });
}

/** Signs the event that the match expects from this seat. */
export function decide(policy: Policy, ledger: Ledger, seat: Seat): Promise<SignedEvent> {
  const { types } = ledger.expects;
  const chance = (p: number) => policy.random() < p;
  if (types.includes('commit')) return seat.commit(ledger);
  if (types.includes('reveal')) return seat.reveal(ledger);
  if (types.includes('take')) return chance(policy.take) ? seat.take(ledger) : seat.pass(ledger);
  if (types.includes('accept')) return policy.accepts?.() === false ? seat.decline(ledger) : seat.accept(ledger);
  if (types.includes('resign') && ledger.length >= (policy.resignsAt ?? Number.POSITIVE_INFINITY))
    return seat.resign(ledger, 1);
  if (types.includes('play')) return seat.play(ledger, choosePlay(policy, ledger.state.match));
  if (types.includes('double') && chance(policy.double)) return seat.double(ledger);
  return seat.roll(ledger);
}

function choosePlay(policy: Policy, { position, turn, dice }: MatchState) {
  if (turn === null || dice === null) throw new Error('no roll to play');
  const plays = policy.wild ? legalPlays(position, turn, dice) : rankPlays(position, turn, dice);
  const at = policy.wild ? Math.floor(policy.random() * plays.length) : 0;
  return plays[at]?.hops ?? [];
}
