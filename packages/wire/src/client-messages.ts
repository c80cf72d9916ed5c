import * as z from 'zod/mini';
import { COUNTRIES_AT_ONCE } from './agreed.ts';
import { hops } from './board.ts';
import type { JsonBounds } from './json-bounds.ts';
import {
  chainNonce,
  clockName,
  complaintKind,
  count,
  countryCode,
  emailAddress,
  handle,
  hash,
  mailCode,
  mailToken,
  matchId,
  matchLength,
  privateJwk,
  publicKey,
  pushEndpoint,
  pushKind,
  pushPublicKey,
  pushSecret,
  ratingRange,
  relationKind,
  requestId,
  shape,
  signature,
  wantedName,
  wantedRules,
  webOrigin,
} from './primitives.ts';
import { puzzleDate, puzzleMonth } from './puzzle.ts';
import { reaction } from './reaction.ts';

const wanted = { length: matchLength, rated: z.boolean(), clock: clockName, rules: z.optional(wantedRules) };

// Bundlers drop the schemas that a program does not use: a page uses none of these.
/* @__NO_SIDE_EFFECTS__ */
function message<Type extends string, Fields extends z.core.$ZodShape>(type: Type, fields: Fields) {
  return shape({ type: z.literal(type), id: z.optional(requestId), ...fields });
}

/**
 * The bounds of the `event` of `act` and `ping`: a `play` has the most lists, and a `commit` with a view the longest strings. Both have some 25 names
 * and values.
 */
export const EVENT_BOUNDS: JsonBounds = { bytes: 6_000, depth: 3, values: 32, names: 24 };

/** An event as its player signed it. The ledger checks it. */
export const sentEvent = z.record(z.string(), z.unknown());

/**
 * Every message that a client may send, by type. The ledger checks the `event` of `act` and `ping` and reports the exact
 * fault.
 */
export const clientMessages = {
  identify: message('identify', { pub: publicKey, origin: webOrigin, sig: signature, name: z.optional(wantedName) }),
  ping: message('ping', { match: z.optional(matchId), event: z.optional(sentEvent) }),
  name: message('name', { name: wantedName }),
  country: message('country', { country: z.nullable(countryCode) }),
  countries: message('countries', { pubs: z.array(publicKey).check(z.minLength(1), z.maxLength(COUNTRIES_AT_ONCE)) }),
  lobby: message('lobby', {}),
  'leave-lobby': message('leave-lobby', {}),
  seek: message('seek', { ...wanted, range: z.optional(ratingRange) }),
  unseek: message('unseek', {}),
  'accept-seek': message('accept-seek', { seek: handle }),
  'accept-pairing': message('accept-pairing', { pairing: handle }),
  'decline-pairing': message('decline-pairing', { pairing: handle }),
  invite: message('invite', { ...wanted, post: z.optional(z.literal(true)) }),
  posted: message('posted', {}),
  'invite-info': message('invite-info', { code: handle }),
  join: message('join', { code: handle }),
  challenge: message('challenge', { pub: publicKey, ...wanted }),
  offers: message('offers', {}),
  'accept-later': message('accept-later', { code: handle }),
  'decline-offer': message('decline-offer', { code: handle }),
  'withdraw-offer': message('withdraw-offer', { code: handle }),
  prepare: message('prepare', { code: handle, anchor: hash, nonce: chainNonce }),
  people: message('people', {}),
  relate: message('relate', { pub: publicKey, as: z.nullable(relationKind) }),
  say: message('say', { pub: publicKey, reaction }),
  complain: message('complain', { match: matchId, about: complaintKind }),
  turns: message('turns', {}),
  'play-bot': message('play-bot', {
    length: matchLength,
    clock: z.optional(clockName),
    level: z.optional(z.string().check(z.maxLength(24))),
    rules: z.optional(wantedRules),
  }),
  rematch: message('rematch', { match: matchId }),
  watch: message('watch', { match: matchId }),
  unwatch: message('unwatch', { match: matchId }),
  act: message('act', { match: matchId, event: sentEvent }),
  leave: message('leave', { match: matchId }),
  sync: message('sync', { match: matchId, from: count }),
  react: message('react', { match: matchId, reaction }),
  puzzle: message('puzzle', { date: z.optional(puzzleDate) }),
  'puzzle-attempt': message('puzzle-attempt', { date: puzzleDate, hops }),
  'puzzle-days': message('puzzle-days', { month: puzzleMonth }),
  'puzzle-streak': message('puzzle-streak', {}),
  register: message('register', { username: wantedName, email: emailAddress, jwk: privateJwk }),
  registration: message('registration', { token: mailToken }),
  'confirm-account': message('confirm-account', { token: mailToken }),
  'confirm-code': message('confirm-code', { code: mailCode }),
  'change-address': message('change-address', { email: emailAddress }),
  'sign-in-link': message('sign-in-link', { email: emailAddress }),
  subscribe: message('subscribe', { email: emailAddress }),
  subscription: message('subscription', {}),
  'end-subscription': message('end-subscription', {}),
  'turn-mails': message('turn-mails', { on: z.optional(z.boolean()) }),
  'push-key': message('push-key', {}),
  'push-subscribe': message('push-subscribe', {
    endpoint: pushEndpoint,
    p256dh: pushPublicKey,
    auth: pushSecret,
    key: pushPublicKey,
    kinds: z.array(pushKind).check(z.minLength(1), z.maxLength(pushKind.options.length)),
  }),
  'push-unsubscribe': message('push-unsubscribe', { endpoint: pushEndpoint }),
  'delete-account': message('delete-account', { confirm: z.literal('delete my account'), sig: signature }),
} as const;

export type ClientType = keyof typeof clientMessages;
export type ClientMessageOf<T extends ClientType> = z.infer<(typeof clientMessages)[T]>;
export type ClientMessage = { [T in ClientType]: ClientMessageOf<T> }[ClientType];

/** The types of messages that a connection may send before it has proved a key. */
export const anonymousTypes = [
  'identify',
  'ping',
  'countries',
  'lobby',
  'leave-lobby',
  'invite-info',
  'posted',
  'watch',
  'unwatch',
  'sync',
  'puzzle',
  'puzzle-days',
  'registration',
  'push-key',
] as const satisfies readonly ClientType[];
export type AnonymousType = (typeof anonymousTypes)[number];

/** The terms that two players agree on before a match. */
export type WantedTerms = Omit<ClientMessageOf<'challenge'>, 'type' | 'id' | 'pub'>;
/** The terms of a seek, and the ratings that the opponent may have. */
export type WantedSeek = Omit<ClientMessageOf<'seek'>, 'type' | 'id'>;
