import type { Fate, Header, MatchEvent } from 'bg-record';
import * as z from 'zod/mini';
import type { SocketCode } from './codes.ts';
import {
  challenge,
  clockName,
  complaintKind,
  count,
  countryCode,
  diceKind,
  handle,
  hash,
  matchId,
  matchLength,
  matchResult,
  name,
  publicKey,
  pushKind,
  pushPublicKey,
  ratingRange,
  relationKind,
  requestId,
  rules,
  seat,
  shape,
  signature,
  timeMs,
  webOrigin,
} from './primitives.ts';
import { puzzleAnswer, puzzleDate, puzzleDay, puzzleMonth, puzzlePlay, puzzleStats, puzzleView } from './puzzle.ts';

function message<Type extends string, Fields extends z.core.$ZodShape>(type: Type, fields: Fields) {
  return shape({ type: z.literal(type), id: z.optional(requestId), ...fields });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** Headers and events are not validated here: the receiver’s ledger validates them. */
export const header = z.custom<Header>(isObject);
export const event = z.custom<MatchEvent>(isObject);
/** A word for what became of an event. A newer server may have other words. */
export const fate = z.custom<Fate>((word) => typeof word === 'string');
/** The server’s signed statement about the history that it has stored for a match, and about an event that a ping asked about. */
export const receipt = shape({
  n: count,
  head: hash,
  asked: z.nullable(hash),
  fate: z.nullable(fate),
  now: timeMs,
  sig: signature,
});
/** The server’s signed statement that it aborted a match. */
export const abortProof = shape({ n: count, head: hash, reason: z.string(), sig: signature });

const person = { pub: publicKey, name, rating: z.number(), rd: z.number(), provisional: z.boolean() };
export const personView = shape(person);
export const livePlayer = shape({ ...person, bot: z.boolean() });
const terms = { length: matchLength, rated: z.boolean(), clock: clockName, rules };

/** The complete terms that two players agree on. */
export const matchTerms = shape(terms);
export const seekView = shape({
  id: handle,
  from: personView,
  ...terms,
  range: z.optional(ratingRange),
  since: timeMs,
});
const invitation = { code: handle, ...terms, created: timeMs, until: timeMs };
/** An open game by correspondence. */
const postedSeek = shape({ ...invitation, from: personView });
/**
 * An invitation of the receiver: an open game (`isPosted`), a link (`to` is null) or a challenge. `friend` has accepted it and waits for the
 * match.
 */
export const sentOffer = shape({
  ...invitation,
  isPosted: z.boolean(),
  to: z.nullable(personView),
  friend: z.nullable(personView),
  state: z.enum(['open', 'accepted', 'declined']),
  /** The match that the invitation will begin, as long as the service has no first commitment of the author for it: see `prepare`. */
  unprepared: z.optional(z.object({ match: matchId, chain: count })),
});
/** A challenge of the receiver, or an invitation that the receiver has accepted before the match could begin. */
export const receivedOffer = shape({
  ...invitation,
  from: personView,
  isChallenge: z.boolean(),
  state: z.enum(['open', 'accepted']),
});
/** A correspondence match in which the receiver sits. */
const turnView = shape({
  match: matchId,
  seat,
  opponent: livePlayer,
  length: matchLength,
  rated: z.boolean(),
  clock: clockName,
  dice: z.optional(diceKind),
  score: z.tuple([count, count]),
  /** The player who must act. Null while the server must. */
  toAct: z.nullable(seat),
  /** True if that player’s page answers without a decision. */
  isAutomatic: z.boolean(),
  /** The deadline of that player. */
  until: z.nullable(timeMs),
});
/** The ways in which a pairing ends without a match. */
export const pairingEnd = z.enum(['declined', 'no-answer', 'gone']);
export const liveView = shape({
  match: matchId,
  players: z.tuple([livePlayer, livePlayer]),
  length: matchLength,
  score: z.tuple([count, count]),
  rated: z.boolean(),
  dice: z.optional(diceKind),
  /** Number of connections that watch the match. */
  watchers: count,
});
/** A former server key’s signed statement that `next` replaces it. */
export const keyStatement = shape({ previous: publicKey, next: publicKey, sig: signature });
/** A ban: its kind, its end (null if permanent) and the operator’s reason. */
export const banView = shape({
  what: z.enum(['key', 'address']),
  until: z.nullable(timeMs),
  reason: z.nullable(z.string()),
});
export const ratingChange = shape({ before: z.number(), after: z.number() });
/** A newer server may send a code that is not in `socketCodes`. Its message says what is wrong. */
export const errorCode = z.custom<SocketCode>((code) => typeof code === 'string');
const sentence = z.string();
/** Maximum number of origins in `hello`. */
export const MAX_ORIGINS = 64;

/** Every message that the server may send, by type. */
export const serverMessages = {
  hello: message('hello', {
    challenge,
    server: publicKey,
    origins: z.array(webOrigin).check(z.minLength(1), z.maxLength(MAX_ORIGINS)),
    sig: signature,
    succession: z.optional(z.array(keyStatement)),
    protocol: z.string(),
    version: z.string(),
    now: timeMs,
    absenceMs: count,
  }),
  identified: message('identified', {
    ...person,
    account: z.boolean(),
    match: z.nullable(matchId),
    seek: z.optional(seekView),
  }),
  account: message('account', { account: z.boolean(), name }),
  superseded: message('superseded', {}),
  reconnect: message('reconnect', { match: matchId }),
  pong: message('pong', { now: timeMs, match: z.optional(matchId), receipt: z.optional(receipt) }),
  named: message('named', { name }),
  country: message('country', { country: z.nullable(countryCode) }),
  countries: message('countries', { shown: z.array(shape({ pub: publicKey, country: countryCode })) }),
  lobby: message('lobby', { seeks: z.array(seekView), live: z.array(liveView), online: count }),
  'lobby-change': message('lobby-change', {
    added: shape({ seeks: z.array(seekView), live: z.array(liveView) }),
    removed: shape({ seeks: z.array(handle), live: z.array(matchId) }),
    watchers: z.optional(z.array(shape({ match: matchId, count }))),
    online: count,
  }),
  'left-lobby': message('left-lobby', {}),
  seeking: message('seeking', { seek: handle, since: timeMs }),
  unsought: message('unsought', {}),
  pairing: message('pairing', { pairing: handle, opponent: personView, ...terms, until: timeMs }),
  'pairing-accepted': message('pairing-accepted', { pairing: handle }),
  'pairing-over': message('pairing-over', { pairing: handle, reason: pairingEnd, seeking: z.boolean() }),
  invited: message('invited', { code: handle, url: z.string() }),
  'invite-info': message('invite-info', { ...terms, from: personView }),
  posted: message('posted', { seeks: z.array(postedSeek) }),
  challenged: message('challenged', { code: handle }),
  offers: message('offers', { sent: z.array(sentOffer), received: z.array(receivedOffer) }),
  people: message('people', {
    follows: z.array(personView),
    blocked: z.array(personView),
    recent: z.array(personView),
    here: z.array(publicKey),
  }),
  related: message('related', { pub: publicKey, as: z.nullable(relationKind) }),
  complained: message('complained', { match: matchId, about: complaintKind }),
  turns: message('turns', { matches: z.array(turnView) }),
  'rematch-offered': message('rematch-offered', { match: matchId, by: seat }),
  match: message('match', {
    header,
    events: z.array(event),
    length: count,
    seat: z.nullable(seat),
    now: timeMs,
    receipt: z.optional(receipt),
  }),
  event: message('event', { match: matchId, event }),
  events: message('events', { match: matchId, events: z.array(event), length: count, now: timeMs }),
  rejected: message('rejected', { match: matchId, n: count, code: z.string(), message: sentence }),
  presence: message('presence', { match: matchId, seat, online: z.boolean(), abandonAt: z.optional(timeMs) }),
  watchers: message('watchers', { match: matchId, count }),
  finished: message('finished', {
    match: matchId,
    result: matchResult,
    record: z.string(),
    finalHash: hash,
    ratings: z.nullable(z.tuple([ratingChange, ratingChange])),
  }),
  aborted: message('aborted', { match: matchId, reason: z.string(), proof: z.optional(z.nullable(abortProof)) }),
  left: message('left', { match: matchId }),
  unwatched: message('unwatched', { match: matchId }),
  reacted: message('reacted', { match: matchId, seat, reaction: z.string() }),
  said: message('said', { from: publicKey, to: publicKey, reaction: z.string() }),
  puzzle: message('puzzle', {
    puzzle: puzzleView,
    stats: puzzleStats,
    streak: count,
    yours: z.nullable(puzzleAnswer),
  }),
  'puzzle-result': message('puzzle-result', {
    date: puzzleDate,
    rank: count,
    loss: z.number(),
    best: z.array(puzzlePlay),
    yours: puzzlePlay,
    stats: puzzleStats,
    streak: count,
  }),
  'puzzle-days': message('puzzle-days', { month: puzzleMonth, days: z.array(puzzleDay) }),
  'puzzle-streak': message('puzzle-streak', { now: count, longest: count }),
  registration: message('registration', { pub: publicKey, username: name, email: z.string() }),
  confirmed: message('confirmed', { username: name, email: z.string() }),
  mailed: message('mailed', { logged: z.optional(z.literal(true)) }),
  subscription: message('subscription', { daily: z.nullable(z.boolean()) }),
  'turn-mails': message('turn-mails', { on: z.nullable(z.boolean()), delivers: z.boolean() }),
  'push-key': message('push-key', { key: z.nullable(pushPublicKey) }),
  'push-subscribed': message('push-subscribed', { kinds: z.array(pushKind) }),
  'push-unsubscribed': message('push-unsubscribed', {}),
  deleted: message('deleted', {}),
  error: message('error', { code: errorCode, message: sentence, ban: z.optional(banView) }),
} as const;

export type ServerType = keyof typeof serverMessages;
export type ServerMessageOf<T extends ServerType> = z.infer<(typeof serverMessages)[T]>;
export type ServerMessage = { [T in ServerType]: ServerMessageOf<T> }[ServerType];
export type BanView = z.infer<typeof banView>;
export type PairingEnd = z.infer<typeof pairingEnd>;
export type SeekView = z.infer<typeof seekView>;
export type PostedSeek = z.infer<typeof postedSeek>;
export type SentOffer = z.infer<typeof sentOffer>;
export type ReceivedOffer = z.infer<typeof receivedOffer>;
export type TurnView = z.infer<typeof turnView>;
export type LiveView = z.infer<typeof liveView>;
