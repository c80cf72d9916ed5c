import { absenceEndsAt, holidayDaysLeft, type Ledger, needsClaim } from 'bg-record';
import { type Options, options, type Player } from 'bg-rules';
import type { ConnectionStatus } from '../connection/connection.ts';
import type { MatchView, Presence, SeenReaction } from './types.ts';

/** The part of the view that comes from neither the ledger nor the connection. */
export type SessionState = Pick<
  MatchView,
  | 'presence'
  | 'watchers'
  | 'pending'
  | 'asideInFlight'
  | 'refused'
  | 'rematch'
  | 'reactions'
  | 'outcome'
  | 'halted'
  | 'device'
  | 'warning'
  | 'notice'
> & {
  /** The decisions that the rules allow but this device may not sign now. */
  readonly barred: readonly string[];
};

const HERE: Presence = { online: true, abandonAt: null };

export const INITIAL_STATE: SessionState = {
  presence: [HERE, HERE],
  watchers: 0,
  pending: null,
  asideInFlight: null,
  refused: null,
  rematch: [false, false],
  reactions: [],
  outcome: null,
  halted: null,
  device: 'here',
  warning: null,
  notice: null,
  barred: [],
};

/** The part of the view that comes from the ledger, as an immutable value. */
export type LedgerView = Pick<
  MatchView,
  'id' | 'header' | 'match' | 'events' | 'rolls' | 'hasRolled' | 'answerBy' | 'absence' | 'holidays'
> & {
  /** The player who decides next. Null if dice, a commit or a reveal come first, or if the match is over. */
  readonly decides: Player | null;
};

export function ledgerView(ledger: Ledger): LedgerView {
  const { party, types } = ledger.expects;
  const isDecision = party !== null && !types.includes('commit') && !types.includes('reveal');
  const { expiresAt } = ledger;
  return {
    answerBy: party !== null && expiresAt !== null ? { player: party, at: expiresAt } : null,
    absence: absenceIn(ledger),
    holidays: holidaysIn(ledger),
    id: ledger.header.id,
    header: ledger.header,
    match: ledger.state.match,
    events: [...ledger.events],
    rolls: [...ledger.rolls],
    hasRolled: ledger.state.hasRolled,
    decides: isDecision ? party : null,
  };
}

/** The announced absence of a player in a match with a clock, which the opponent may claim. */
function absenceIn({ header, state }: Ledger): MatchView['absence'] {
  const { absent } = state;
  const endsAt = absenceEndsAt(state, header);
  if (!absent || endsAt === null || state.result || !needsClaim(header)) return null;
  const { seat, since, claimedAt } = absent;
  return { seat, since, endsAt, isClaimed: claimedAt !== null };
}

/** Each player's holidays. Null in a match without them. */
function holidaysIn({ header, state }: Ledger): MatchView['holidays'] {
  if (header.holidayDays === undefined) return null;
  const of = (seat: Player) => ({
    daysLeft: holidayDaysLeft({ header, state }, seat),
    until: state.holidays[seat].until,
  });
  return [of(0), of(1)];
}

export function matchView(
  { decides, ...view }: LedgerView,
  seat: Player | null,
  { barred, ...news }: SessionState,
  connection: ConnectionStatus,
): MatchView {
  const stopped = ['superseded', 'wrong-server', 'wrong-address', 'unproven'].includes(connection);
  const free = !news.pending && !news.halted && !news.outcome && !stopped;
  const own = free && seat !== null && decides === seat ? without(options(view.match), barred) : nothing(view.match);
  return { ...view, ...news, seat, connection, options: own };
}

function without({ player, actions, resignations }: Options, barred: SessionState['barred']): Options {
  return {
    player,
    actions: actions.filter((action) => !barred.includes(action)),
    resignations: barred.includes('resign') ? [] : resignations,
  };
}

function nothing(match: MatchView['match']): Options {
  return { player: options(match).player, actions: [], resignations: [] };
}

/** Adds a reaction and keeps only the newest of each seat. */
export function withReaction(
  seen: readonly SeenReaction[],
  { seat, reaction }: Omit<SeenReaction, 'key'>,
): SeenReaction[] {
  const key = Math.max(0, ...seen.map((one) => one.key)) + 1;
  return [...seen.filter((one) => one.seat !== seat), { key, seat, reaction }];
}

export function withSeat<T>(pair: readonly [T, T], seat: Player, value: T): readonly [T, T] {
  return seat === 0 ? [value, pair[1]] : [pair[0], value];
}
