import { opponent, type Player } from 'bg-rules';
import { type Budget, type ClockState, pause, renew, spend } from './clock.ts';
import { type RecordCode, type RecordFailure, type RecordResult, refuse } from './codes.ts';
import { sha256Hex } from './crypto/hash.ts';
import { fromHex } from './crypto/hex.ts';
import { deriveDice } from './dice.ts';
import { countDisplacing } from './displacing.ts';
import { type EventOf, isAside } from './event.ts';
import { holidayFault, holidayMsAfter, holidaysAfter } from './holiday.ts';
import {
  type ByParty,
  COMMIT_ORDER,
  type Commitment,
  expectationOf,
  expiryOf,
  isClaimOverdue,
  type LedgerState,
  MAX_SITS,
  needsClaim,
  partyIndex,
  partyToAct,
  playBringsLink,
  runningClock,
} from './ledger-state.ts';
import { stepOf } from './steps.ts';
import type { EventType, Expectation, Header, MatchEvent, Party } from './types.ts';

/** The inputs of a check besides the state. */
interface JudgeContext {
  readonly header: Header;
  /** `expectationOf` the state. */
  readonly expects: Expectation;
  /** Every anchor committed to so far. */
  readonly anchors: ReadonlySet<string>;
  /** The `at` of the previous event, or `created`. */
  readonly lastAt: number;
  /** The type of the previous event, or null. */
  readonly lastType: EventType | null;
  /** True if the log of the header has signed the view of a `commit`. */
  readonly isViewSigned: boolean;
}

/**
 * Checks the content of an event whose form, place and signature are valid, and returns the next state. This
 * module checks the events that carry dice, chains and endings; bg-rules checks the play of the game.
 */
export function judge(state: LedgerState, event: MatchEvent, context: JudgeContext): RecordResult<LedgerState> {
  if (state.result) return refuse('match-over', 'the match has ended');
  const next = placeFault(state, event, context) ?? content(state, event, context);
  return next.ok ? { ok: true, value: settle(state, event, next.value, context) } : next;
}

/** Returns null if this party may send this type now. */
function placeFault(state: LedgerState, event: MatchEvent, { expects, header }: JudgeContext): RecordFailure | null {
  const { party, types } = expects;
  switch (event.type) {
    case 'absent':
    case 'void':
    case 'resume':
    case 'forfeit':
      if (event.p !== null) return wrongParty(null, event.p);
      return event.n > 0 ? null : refuse('wrong-type', `"${event.type}" cannot be the first event`);
    case 'sit':
      return sitFault(state, event);
    case 'present':
      return presentFault(state, event);
    case 'claim':
      return claimFault(state, event, header);
    case 'holiday':
      return holidayFault(state, event, header);
    default:
      if (event.p !== party) return wrongParty(party, event.p);
      if (types.includes(event.type)) return null;
      return refuse('wrong-type', `"${event.type}" is not allowed here; allowed: ${types.join(', ')}`);
  }
}

function wrongParty(expected: Party, found: Party): RecordFailure {
  return refuse('wrong-party', `${nameOf(expected)} must act, not ${nameOf(found)}`);
}

function sitFault({ commitments, sits }: LedgerState, { p }: EventOf<'sit'>): RecordFailure | null {
  if (p === null) return refuse('wrong-party', 'the server has no seat');
  if (commitments[p] === null) return refuse('wrong-type', '"sit" cannot come before the first commit of its seat');
  return sits[p] < MAX_SITS ? null : refuse('wrong-type', `a seat can change its device at most ${MAX_SITS} times`);
}

function presentFault(state: LedgerState, { p }: EventOf<'present'>): RecordFailure | null {
  if (p === null) return refuse('wrong-party', 'the server has no seat');
  if (state.absent === null) return refuse('wrong-type', '"present" answers an announced absence, and there is none');
  if (p !== state.absent.seat) return wrongParty(state.absent.seat, p);
  const [owed = ''] = expectationOf(state).types;
  const isAutomatic = owed === 'commit' || owed === 'reveal';
  return isAutomatic ? refuse('wrong-type', `"present" cannot answer while a ${owed} is due`) : null;
}

function claimFault({ absent }: LedgerState, { p }: EventOf<'claim'>, header: Header): RecordFailure | null {
  if (p === null) return refuse('wrong-party', 'the server has no seat');
  if (!needsClaim(header)) return refuse('wrong-type', '"claim" is for matches with a clock');
  if (absent === null) return refuse('wrong-type', '"claim" needs an announced absence, and there is none');
  if (p === absent.seat) return wrongParty(opponent(absent.seat), p);
  return absent.claimedAt === null ? null : refuse('wrong-type', 'this absence has been claimed already');
}

function content(state: LedgerState, event: MatchEvent, context: JudgeContext): RecordResult<LedgerState> {
  switch (event.type) {
    case 'commit':
      return commit(state, event, context);
    case 'roll':
      return roll(state, event);
    case 'reveal':
      return reveal(state, event);
    case 'dice':
      return dice(state, event, context.header);
    case 'sit':
      return { ok: true, value: seated(state, event) };
    case 'absent':
      return absent(state, event, context.header);
    case 'resume':
      return resume(state, event, context.lastAt);
    case 'forfeit':
      return forfeit(state, event, context.header);
    case 'play':
      return play(state, event, context.header);
    case 'void':
      return { ok: true, value: { ...state, voids: state.voids + 1, voidAt: event.at } };
    case 'present':
      return { ok: true, value: state };
    case 'claim':
      return { ok: true, value: { ...state, absent: state.absent && { ...state.absent, claimedAt: event.at } } };
    case 'holiday':
      return { ok: true, value: { ...state, holidays: holidaysAfter(state, event) } };
    default:
      return act(state, event);
  }
}

function commit(
  state: LedgerState,
  event: EventOf<'commit'>,
  { anchors, header, isViewSigned }: JudgeContext,
): RecordResult<LedgerState> {
  const { anchor, nonce, n, p, view } = event;
  const { firstChain } = header;
  if (anchors.has(anchor) || (p !== 1 && anchor === firstChain?.anchor))
    return refuse('anchor-reused', 'this anchor belongs to another commit');
  const isChosen = p !== 1 || state.commitments[1] !== null || firstChain === undefined;
  if (!isChosen && (anchor !== firstChain.anchor || nonce !== firstChain.nonce))
    return refuse('wrong-anchor', 'the commit is not to the chain that the header names');
  if (header.log && view === undefined) return refuse('wrong-view', 'the commit lacks the view of the log');
  if (!header.log && view !== undefined)
    return refuse('wrong-view', 'the header names no log that the view could be of');
  // An unsigned root would let a party frame the log.
  if (view && !isViewSigned) return refuse('wrong-view', 'the view is not signed by the log of the header');
  const commitments = withMember(state.commitments, p, { anchor, nonce, n, used: 0, last: anchor });
  const isFirst = p !== null && state.sitNonce[p] === null;
  const sitNonce = isFirst ? withSeat(state.sitNonce, p, nonce) : state.sitNonce;
  // The opening roll may have come before the last of the first commits.
  const hasRolled = state.hasRolled || state.revealDue !== null;
  return { ok: true, value: { ...state, commitments, sitNonce, hasRolled, commitsDue: state.commitsDue.slice(1) } };
}

function seated(state: LedgerState, { p, nonce, at }: EventOf<'sit'>): LedgerState {
  const seat = p === 1 ? 1 : 0;
  const sits = withSeat(state.sits, seat, state.sits[seat] + 1);
  const [sitAt, sitNonce] = [withSeat(state.sitAt, seat, at), withSeat(state.sitNonce, seat, nonce)];
  return { ...state, sits, sitAt, sitNonce };
}

function absent(state: LedgerState, { seat, at }: EventOf<'absent'>, { absenceMs }: Header): RecordResult<LedgerState> {
  if (absenceMs === null) return refuse('wrong-absence', 'players of this match may be away as long as they like');
  if (state.absent) return refuse('wrong-absence', 'an absence is already announced');
  if (partyToAct(state) !== seat) return refuse('wrong-absence', `player ${seat} does not have to act`);
  return { ok: true, value: { ...state, absent: { seat, since: at, claimedAt: null } } };
}

function resume(state: LedgerState, { since, at }: EventOf<'resume'>, lastAt: number): RecordResult<LedgerState> {
  if (since < lastAt || since > at) return refuse('wrong-resume', 'the gap is not between the last event and this one');
  const gapMs = at - since;
  const { count, sumMs } = state.refunds;
  const absent = state.absent && { ...state.absent, since: at };
  return { ok: true, value: { ...state, absent, refunds: { count: count + 1, sumMs: sumMs + gapMs } } };
}

function roll(state: LedgerState, event: EventOf<'roll'>): RecordResult<LedgerState> {
  const player = seatOf(event);
  const commitments =
    state.ahead === player ? withSameReveal(state, player, event.reveal) : withReveal(state, player, event.reveal);
  if (!commitments) return wrongReveal(player);
  const revealDue = state.ahead === opponent(player) ? null : opponent(player);
  const hasRolled = state.commitsDue.length === 0;
  return act({ ...state, commitments, hasRolled, rollsFirst: false, ahead: null, revealDue }, event);
}

/** Applies a play, and takes the player's link for the opponent's roll if the play brings it. */
function play(state: LedgerState, event: EventOf<'play'>, header: Header): RecordResult<LedgerState> {
  const next = act(state, event);
  if (!next.ok) return next;
  const isDue = playBringsLink(state, header, next.value.match);
  if (isDue !== (event.ahead !== undefined))
    return refuse(
      'wrong-ahead',
      isDue ? 'the play lacks the link for the next roll' : 'the play brings a link too early',
    );
  if (event.ahead === undefined) return next;
  const commitments = withReveal(next.value, event.p, event.ahead);
  if (!commitments) return refuse('wrong-ahead', '"ahead" is not the next link of the hash chain of the player');
  return { ok: true, value: { ...next.value, commitments, ahead: seatOf(event) } };
}

function reveal(state: LedgerState, event: EventOf<'reveal'>): RecordResult<LedgerState> {
  const commitments = withReveal(state, event.p, event.reveal);
  return commitments ? { ok: true, value: { ...state, commitments, revealDue: null } } : wrongReveal(event.p);
}

function dice(state: LedgerState, event: EventOf<'dice'>, { id }: Header): RecordResult<LedgerState> {
  const commitments = withReveal(state, null, event.reveal);
  const [player0, player1] = commitments ?? [];
  if (!commitments || !player0 || !player1) return wrongReveal(null);
  const number = state.rolls + 1;
  // Each player's last reveal is for this roll.
  const reveals = [player0.last, player1.last] as const;
  const derived = deriveDice({ serverReveal: event.reveal, reveals, id, roll: number });
  if (derived.join() !== event.dice.join()) {
    return refuse('wrong-dice', `the reveals give ${derived.join('-')}, not ${event.dice.join('-')}`);
  }
  return act({ ...state, commitments, rolls: number }, event);
}

function forfeit(state: LedgerState, event: EventOf<'forfeit'>, header: Header): RecordResult<LedgerState> {
  const { loser, reason, at } = event;
  if (!state.hasRolled) return refuse('wrong-forfeit', 'a match cannot be forfeited before the first roll');
  if (partyToAct(state) !== loser) return refuse('wrong-forfeit', 'the loser is not the player who must act');
  const expiresAt = expiryOf(state, header);
  const timeRanOut = expiresAt !== null && expiresAt <= at;
  const absentMs = state.absent && at - state.absent.since;
  const isClaimed = state.absent !== null && state.absent.claimedAt !== null;
  return act({ ...state, forfeit: { reason, timeRanOut, absentMs, isClaimed } }, event);
}

/** Applies the event's action with bg-rules and converts its failure to a record code. */
function act(state: LedgerState, event: MatchEvent): RecordResult<LedgerState> {
  const step = stepOf(state.match, event);
  if (step === null) return { ok: true, value: state };
  if (step.ok) return { ok: true, value: { ...state, match: step.value.after } };
  return refuse(refusals[event.type] ?? 'wrong-type', step.message);
}

const refusals: Readonly<Partial<Record<EventType, RecordCode>>> = {
  play: 'illegal-play',
  resign: 'wrong-resignation',
  forfeit: 'wrong-forfeit',
};

/** Returns the seat of an event that is known to be a player's. */
function seatOf({ p }: MatchEvent): Player {
  return p === 1 ? 1 : 0;
}

/**
 * Returns the commitments with a party's next link revealed. Returns null if the link does not match the
 * commitment.
 */
function withReveal(state: LedgerState, party: Party, reveal: string): LedgerState['commitments'] | null {
  const commitment = state.commitments[partyIndex(party)];
  if (commitment?.last !== sha256Hex(fromHex(reveal))) return null;
  return withMember(state.commitments, party, { ...commitment, used: commitment.used + 1, last: reveal });
}

/**
 * Returns the commitments unchanged if the roller's link was revealed in advance, for a roll that the end of a
 * game prevented. The `roll` then repeats that link, so that all chains stay in step. Returns null for another
 * link.
 */
function withSameReveal(state: LedgerState, player: Player, reveal: string): LedgerState['commitments'] | null {
  return state.commitments[player]?.last === reveal ? state.commitments : null;
}

function withMember(members: ByParty<Commitment | null>, party: Party, member: Commitment): ByParty<Commitment | null> {
  const [player0, player1, server] = members;
  if (party === null) return [player0, player1, member];
  return party === 0 ? [member, player1, server] : [player0, member, server];
}

function wrongReveal(party: Party): RecordFailure {
  return refuse('wrong-reveal', `the reveal is not the next link of the hash chain of ${nameOf(party)}`);
}

function withSeat<T>(pair: readonly [T, T], seat: Player, value: T): readonly [T, T] {
  return seat === 0 ? [value, pair[1]] : [pair[0], value];
}

function nameOf(party: Party): string {
  return party === null ? 'the server' : `player ${party}`;
}

/**
 * Applies what follows every accepted event: charges the clock, ends the match, and asks for new chains when
 * they are used up.
 */
function settle(before: LedgerState, event: MatchEvent, after: LedgerState, context: JudgeContext): LedgerState {
  const { header, expects, lastAt, lastType } = context;
  const commitsDue = areLinksUsedUp(after, header.chain) ? COMMIT_ORDER : after.commitsDue;
  const clock = before.clock && tick(before.clock, before, event);
  const times = {
    clock,
    answerSince: answerSince(before, event),
    holidayMs: holidayMsAfter(before, event, { ...after, commitsDue }),
    ...grace(before, event),
  };
  const displacing = countDisplacing(before.displacing, event, {
    at: lastAt,
    type: lastType,
    party: expects.party,
  });
  const absent = standingAbsence(after, event);
  const claimIgnored = ignoredClaims(before, event, header);
  return { ...after, ...times, commitsDue, absent, claimIgnored, displacing, result: after.match.result };
}

/** All three chains advance together. New ones are due before the next cube decision or roll. */
function areLinksUsedUp({ match, commitsDue, commitments }: LedgerState, chain: number): boolean {
  return match.phase === 'roll' && commitsDue.length === 0 && commitments[2]?.used === chain;
}

/** An announced absence ends when the named player sends any event except a change of device. */
function standingAbsence({ absent }: LedgerState, { p, type }: MatchEvent): LedgerState['absent'] {
  return p === absent?.seat && type !== 'sit' ? null : absent;
}

/** A claim is ignored if anything but a forfeit is dated well after it was due. During a gap the server could not end the match. */
function ignoredClaims(before: LedgerState, event: MatchEvent, header: Header): LedgerState['claimIgnored'] {
  const { absent, claimIgnored } = before;
  if (absent === null || event.type === 'forfeit') return claimIgnored;
  const until = event.type === 'resume' ? event.since : event.at;
  return isClaimOverdue(before, header, until) ? withSeat(claimIgnored, opponent(absent.seat), true) : claimIgnored;
}

function tick(clock: ClockState, before: LedgerState, event: MatchEvent): ClockState {
  const running = runningClock(before);
  if (event.type === 'resume') return pause(clock, running, event);
  const spent = spend(clock, running, event.at);
  return isAside(event.type) ? spent : renew(spent, ['answer', ...(renewals[event.type] ?? [])]);
}

const renewals: Readonly<Partial<Record<EventType, readonly Budget[]>>> = {
  play: ['turn'],
  pass: ['turn'],
  accept: ['turn'],
  double: ['cube'],
  beaver: ['cube'],
};

function answerSince(before: LedgerState, event: MatchEvent): number {
  if (event.type === 'resume') return before.answerSince + event.at - event.since;
  return isAside(event.type) ? before.answerSince : event.at;
}

/** Adds the time from a `resume` to the next `resume` or non-aside event to the grace used by the player to act. */
function grace(before: LedgerState, event: MatchEvent): Pick<LedgerState, 'graceSince' | 'graceUsedMs'> {
  const { graceSince, graceUsedMs } = before;
  if (event.type !== 'resume' && isAside(event.type)) return { graceSince, graceUsedMs };
  const until = event.type === 'resume' ? event.since : event.at;
  const party = partyToAct(before);
  const isCounted = graceSince !== null && party !== null;
  return {
    graceSince: event.type === 'resume' ? event.at : null,
    graceUsedMs: isCounted
      ? withSeat(graceUsedMs, party, graceUsedMs[party] + Math.max(0, until - graceSince))
      : graceUsedMs,
  };
}
