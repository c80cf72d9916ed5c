import { type Action, applyAction, opponent, type Player } from 'bg-rules';
import { type Budget, type ClockState, readClock, renew, spend } from './clock.ts';
import { type RecordCode, type RecordFailure, type RecordResult, refuse } from './codes.ts';
import { fromHex, spells } from './crypto/hex.ts';
import { sha256 } from './crypto/sha256.ts';
import { deriveDice } from './dice.ts';
import type { EventOf } from './event.ts';
import {
  COMMIT_ORDER,
  type Commitment,
  expectationOf,
  type LedgerState,
  partyIndex,
  runningClock,
  type Trio,
} from './ledger-state.ts';
import type { EventType, Header, MatchEvent, Party } from './types.ts';

/** What an event is judged against, besides the state. */
export interface Surroundings {
  readonly header: Header;
  /** Every anchor of the match so far. */
  readonly anchors: ReadonlySet<string>;
}

/**
 * Judges the content of an event whose form, place and signature are right, and gives the state after it.
 * The events that carry dice, chains and ends are judged here, the play of the game by the rules.
 */
export function judge(state: LedgerState, event: MatchEvent, around: Surroundings): RecordResult<LedgerState> {
  if (state.result) return refuse('match-over', 'the match has ended');
  const next = placeFault(state, event) ?? content(state, event, around);
  return next.ok ? { ok: true, value: settle(state, event, next.value, around.header) } : next;
}

/** Whether this party may send this type now. */
function placeFault(state: LedgerState, event: MatchEvent): RecordFailure | null {
  const serversOwn = event.type === 'resume' || event.type === 'forfeit';
  const { party, types } = serversOwn ? { party: null, types: [event.type] } : expectationOf(state);
  if (event.p !== party) return refuse('wrong-party', `${nameOf(party)} must act, not ${nameOf(event.p)}`);
  if (!types.includes(event.type))
    return refuse('wrong-type', `"${event.type}" does not fit here: ${types.join(', ')} would`);
  return null;
}

function content(state: LedgerState, event: MatchEvent, around: Surroundings): RecordResult<LedgerState> {
  switch (event.type) {
    case 'commit':
      return commit(state, event, around.anchors);
    case 'roll':
      return roll(state, event);
    case 'reveal':
      return reveal(state, event);
    case 'dice':
      return dice(state, event, around.header);
    case 'resume':
      return event.n > 0 ? { ok: true, value: state } : refuse('wrong-type', '"resume" cannot be the first event');
    case 'forfeit':
      return forfeit(state, event, around.header);
    default:
      return act(state, actionOf(event));
  }
}

function commit(state: LedgerState, event: EventOf<'commit'>, anchors: ReadonlySet<string>): RecordResult<LedgerState> {
  const { anchor, nonce, n, p } = event;
  if (anchors.has(anchor)) return refuse('anchor-reused', 'this anchor was committed to before');
  const commitments = withMember(state.commitments, p, { anchor, nonce, n, used: 0, last: anchor });
  return { ok: true, value: { ...state, commitments, commitsDue: state.commitsDue.slice(1) } };
}

function roll(state: LedgerState, event: EventOf<'roll'>): RecordResult<LedgerState> {
  const player = seatOf(event);
  const commitments = withReveal(state, player, event.reveal);
  if (!commitments) return wrongReveal(player);
  return act({ ...state, commitments, revealDue: opponent(player) }, { type: 'roll', player });
}

function reveal(state: LedgerState, event: EventOf<'reveal'>): RecordResult<LedgerState> {
  const commitments = withReveal(state, event.p, event.reveal);
  return commitments ? { ok: true, value: { ...state, commitments, revealDue: null } } : wrongReveal(event.p);
}

function dice(state: LedgerState, event: EventOf<'dice'>, { id }: Header): RecordResult<LedgerState> {
  const commitments = withReveal(state, null, event.reveal);
  if (!commitments) return wrongReveal(null);
  const number = state.rolls + 1;
  // The players' links for this roll were revealed just before: all have committed, these are their last.
  const reveals = [commitments[0]!.last, commitments[1]!.last] as const;
  const derived = deriveDice({ serverReveal: event.reveal, reveals, id, roll: number });
  if (derived.join() !== event.dice.join()) {
    return refuse('wrong-dice', `the reveals give ${derived.join('-')}, not ${event.dice.join('-')}`);
  }
  return act({ ...state, commitments, rolls: number }, { type: 'dice', dice: derived });
}

function forfeit(state: LedgerState, event: EventOf<'forfeit'>, header: Header): RecordResult<LedgerState> {
  const { loser, reason } = event;
  if (state.rolls === 0) return refuse('wrong-forfeit', 'nobody forfeits before the first dice');
  if (expectationOf(state).party !== loser) return refuse('wrong-forfeit', 'the loser was not the one to act');
  if (reason === 'time' && header.clock === null)
    return refuse('wrong-forfeit', 'an untimed match is not lost on time');
  const timeRanOut = reason === 'time' ? hasRunOut(state, event.at) : null;
  return act({ ...state, timeRanOut }, { type: 'forfeit', loser, reason });
}

/** The rules' answer to an action, in the ledger's words. */
function act(state: LedgerState, action: Action): RecordResult<LedgerState> {
  const next = applyAction(state.match, action);
  if (next.ok) return { ok: true, value: { ...state, match: next.value } };
  return refuse(refusals[action.type] ?? 'wrong-type', next.message);
}

const refusals: Readonly<Partial<Record<Action['type'], RecordCode>>> = {
  play: 'illegal-play',
  resign: 'wrong-resignation',
  forfeit: 'wrong-forfeit',
};

type BoardEvent = Exclude<MatchEvent, { type: 'commit' | 'roll' | 'reveal' | 'dice' | 'resume' | 'forfeit' }>;

function actionOf(event: BoardEvent): Action {
  const player = seatOf(event);
  if (event.type === 'play') return { type: 'play', player, hops: event.hops };
  if (event.type === 'resign') return { type: 'resign', player, points: event.points };
  return { type: event.type, player };
}

/** The seat of a player whose turn to act was established. */
function seatOf({ p }: MatchEvent): Player {
  return p === 1 ? 1 : 0;
}

/** The commitments with a party's next link revealed; null when the link is not the one committed to. */
function withReveal(state: LedgerState, party: Party, reveal: string): LedgerState['commitments'] | null {
  const commitment = state.commitments[partyIndex(party)];
  if (!commitment || !spells(commitment.last, sha256(fromHex(reveal)))) return null;
  return withMember(state.commitments, party, { ...commitment, used: commitment.used + 1, last: reveal });
}

function withMember(trio: Trio<Commitment | null>, party: Party, member: Commitment): Trio<Commitment | null> {
  const [player0, player1, server] = trio;
  if (party === null) return [player0, player1, member];
  return party === 0 ? [member, player1, server] : [player0, member, server];
}

function wrongReveal(party: Party): RecordFailure {
  return refuse('wrong-reveal', `this is not the next link of the chain of ${nameOf(party)}`);
}

function nameOf(party: Party): string {
  return party === null ? 'the server' : `player ${party}`;
}

/** What follows from any accepted event: the clock moves, the match may have ended, the chains may be used up. */
function settle(before: LedgerState, event: MatchEvent, after: LedgerState, { chain }: Header): LedgerState {
  const commitsDue = areLinksUsedUp(after, chain) ? COMMIT_ORDER : after.commitsDue;
  const clock = before.clock && tick(before.clock, before, event);
  return { ...after, commitsDue, clock, result: after.match.result };
}

/** All three chains move in step. New ones are due as soon as the next thing to come is a cube decision or a roll. */
function areLinksUsedUp({ match, commitsDue, commitments }: LedgerState, chain: number): boolean {
  return match.phase === 'roll' && commitsDue.length === 0 && commitments[2]?.used === chain;
}

function tick(clock: ClockState, before: LedgerState, event: MatchEvent): ClockState {
  // A stretch that ends with `resume` was the service's fault.
  const running = event.type === 'resume' ? null : runningClock(before);
  return renew(spend(clock, running, event.at), ['answer', ...(renewals[event.type] ?? [])]);
}

const renewals: Readonly<Partial<Record<EventType, readonly Budget[]>>> = {
  play: ['turn'],
  pass: ['turn'],
  accept: ['turn'],
  double: ['cube'],
  beaver: ['cube'],
  resume: ['turn', 'cube'],
};

function hasRunOut(state: LedgerState, at: number): boolean {
  if (!state.clock) return false;
  const { expiresAt } = readClock(state.clock, runningClock(state), at);
  return expiresAt !== null && expiresAt <= at;
}
