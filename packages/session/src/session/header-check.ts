import { LEAST_ABSENCE_MS } from '@anchor/wire';
import {
  canonicalJson,
  clockNameOf,
  daysPreset,
  type Header,
  type HeaderSession,
  HOLIDAY_DAYS,
  type Ledger,
  mayBeAway,
  nextSession,
} from 'bg-record';
import { opponent, type Player } from 'bg-rules';
import { type CodedFailure, coded } from '../platform/failure.ts';
import type { MatchRequest } from './match-requests.ts';

/** Ways in which a header can differ from the request. */
export type HeaderCode =
  | 'not-asked'
  | 'other-server'
  | 'own-key-missing'
  | 'other-opponent'
  | 'other-length'
  | 'other-rules'
  | 'other-clock'
  | 'no-clock'
  | 'other-dice'
  | 'other-first-chain'
  | 'other-absence'
  | 'other-session'
  | 'rated-unasked';

interface HeaderContext {
  readonly seat: Player;
  /** The player's own public key. */
  readonly pub: string;
  /** The server's key, shown by `hello` and pinned for this origin. */
  readonly server: string;
  /** The time that an absent player has in a live match, as the server has signed it in its greeting. Null before that. */
  readonly absenceMs: number | null;
  /** True if the chain that the header names for player 1, if it names one, is the player’s own. */
  readonly isOwnFirstChain: boolean;
}

/** The least time for an answer that the page accepts in a match without a clock. */
const LEAST_MOVE_MS = 86_400_000;

/**
 * The request that a header fits. `unrated` is true if the request was for a rated match and the header is not, and `isNewSession` if it was
 * for the next game of a session and the header continues none; the page tells the player.
 */
type Agreed =
  | { readonly ok: true; readonly request: MatchRequest; readonly unrated: boolean; readonly isNewSession: boolean }
  | CodedFailure<HeaderCode>;

/**
 * Checks if a header is what the player requested, before the `commit` that signs it. If no request fits, returns the first
 * fault of the closest one.
 */
export function checkAgreed(header: Header, context: HeaderContext, requests: readonly MatchRequest[]): Agreed {
  const failure = partyFailure(header, context);
  if (failure) return failure;
  const faults = requests.map((request) => ({ request, code: requestFault(header, context, request) }));
  const fitting = faults.filter(({ code }) => code === null);
  // An exact fit is preferred to a request for a rated match, or for the next game of a session.
  const isExact = ({ rated, session }: MatchRequest) =>
    rated === header.rated && (session === undefined) === (header.session === undefined);
  const request = (fitting.find((one) => isExact(one.request)) ?? fitting[0])?.request;
  if (request) {
    const isNewSession = request.session !== undefined && header.session === undefined;
    return { ok: true, request, unrated: request.rated && !header.rated, isNewSession };
  }
  return coded(faults.at(-1)?.code ?? 'not-asked');
}

/** Returns null if the header names this server and has this key at its seat. */
export function partyFailure(header: Header, { seat, pub, server }: HeaderContext): CodedFailure<HeaderCode> | null {
  if (header.server !== server) return coded('other-server');
  return header.players[seat].pub === pub ? null : coded('own-key-missing');
}

function requestFault(header: Header, context: HeaderContext, request: MatchRequest): HeaderCode | null {
  const { seat } = context;
  if (!isExpected(header.players[opponent(seat)], request.opponent)) return 'other-opponent';
  if (header.length !== request.length) return 'other-length';
  if (!sameRules(header, request)) return 'other-rules';
  if (!sameClock(header, request)) return 'other-clock';
  if (header.clock === null && !mayBeAway(header) && request.opponent !== 'bot') return 'no-clock';
  // Dice in advance are part of a correspondence match, except of a rated one where the service keeps a key.
  const mayRevealAhead = !header.rated || header.players.every(({ custody }) => custody === 'own');
  const isCorrespondence = daysPreset(request.clock) !== null;
  if ((header.dice !== undefined) !== (isCorrespondence && mayRevealAhead)) return 'other-dice';
  if (header.firstChain && (!isCorrespondence || (seat === 1 && !context.isOwnFirstChain))) return 'other-first-chain';
  if (mayBeAway(header) && !isCorrespondence && !waitsWithBot(request)) return 'other-absence';
  // A match that this device has begun before goes on with its number.
  if (request.match === undefined && !allowsAbsence(header, context)) return 'other-absence';
  if (!continuesAs(header, context, request.session)) return 'other-session';
  return header.rated && !request.rated ? 'rated-unasked' : null;
}

/** A header that continues a session must continue the requested one. One that continues none begins a session, which harms no player’s score. */
function continuesAs(
  { server, players, session }: Header,
  { seat }: HeaderContext,
  wanted: string | undefined,
): boolean {
  return !session || placeText({ server, players, session }, seat) === wanted;
}

type Place = Pick<Header, 'server' | 'players'> & { readonly session: HeaderSession };

/** Writes the place of a game in a session as one seat sees it. The score is by key, because the players change seats from game to game. */
function placeText({ server, players, session }: Place, seat: Player): string {
  const { game, previous, score } = session;
  const sides = [seat, opponent(seat)].map((side) => [players[side].pub, score[side]]);
  return canonicalJson({ server, game, previous, sides });
}

/** True if the header gives an absent player the time of the server's greeting, and no less than every server must give. */
function allowsAbsence({ absenceMs }: Header, context: HeaderContext): boolean {
  return absenceMs === null || (absenceMs === context.absenceMs && absenceMs >= LEAST_ABSENCE_MS);
}

/** The bot waits for its opponent in a match without a clock. */
function waitsWithBot({ clock, opponent }: MatchRequest): boolean {
  return clock === 'none' && opponent === 'bot';
}

function isExpected(player: Header['players'][number], wanted: MatchRequest['opponent']): boolean {
  if (wanted === 'bot') return player.bot;
  return wanted === 'anyone' ? !player.bot : player.pub === wanted.pub;
}

function sameRules({ rules }: Header, request: MatchRequest): boolean {
  const { cube, crawford, jacoby, beavers } = request.rules;
  const same = [rules.cube === cube, rules.crawford === crawford, rules.jacoby === jacoby, rules.beavers === beavers];
  return same.every(Boolean);
}

function sameClock(header: Header, request: MatchRequest): boolean {
  const { moveMs } = header;
  if (header.holidayDays !== (daysPreset(request.clock) === null ? undefined : HOLIDAY_DAYS)) return false;
  return (moveMs === null || moveMs >= LEAST_MOVE_MS) && clockNameOf(header) === request.clock;
}

/**
 * Returns the request for another match on the same terms with the same player. After a money game it is for the next game of the session.
 *
 * @param ledger the verified history of the finished match
 */
export function rematchRequest(ledger: Pick<Ledger, 'header' | 'head' | 'state'>, seat: Player): MatchRequest {
  const { header } = ledger;
  const { bot, pub } = header.players[opponent(seat)];
  const { length, rated, rules } = header;
  const request = {
    length,
    rated,
    rules,
    clock: clockNameOf(header) ?? 'none',
    opponent: bot ? 'bot' : { pub },
  } as const;
  return length === 0 ? { ...request, session: requestedSession(ledger, seat) } : request;
}

function requestedSession({ header, head, state }: Pick<Ledger, 'header' | 'head' | 'state'>, seat: Player): string {
  const { server, players } = header;
  const session = nextSession({ header, finalHash: head, points: state.match.score }, players);
  if (!session) throw new Error('the players of a game are those of its session');
  return placeText({ server, players, session }, seat);
}
