import type { AnonymousType, ClientMessageOf, ClientType, ServerMessage, SocketCode } from '@anchor/wire';
import { checkSignedEvent, isGoodKey, verifyDeletion, verifyIdentify } from 'bg-record';
import type { Result } from 'bg-rules';
import { setRelation } from '../domain/lobby/set-relation.ts';
import { cleanName } from '../domain/players/name.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { finishedMessage } from '../domain/table/outcome.ts';
import type { ActResult } from '../domain/table/table-parts.ts';
import { type RequestId, withId } from './encode.ts';
import type { FollowRefusal } from './feed.ts';
import { PAGE_EVENTS } from './limits.ts';
import type { SocketService } from './service.ts';
import type { Session } from './session.ts';

/** The answer to the sender: a message, a refusal, or null if none is needed. */
export type Answer = ServerMessage | Refusal | null;

export function toMessage(answer: Answer): ServerMessage | null {
  return answer && 'ok' in answer ? { type: 'error', code: answer.code, message: answer.message } : answer;
}

/** `at` is when the message arrived, in milliseconds since the epoch. */
export type Handler<Type extends ClientType> = (
  session: Session,
  message: ClientMessageOf<Type>,
  at: number,
) => Answer | Promise<Answer>;

/** A handler of messages that need a proved key. */
type KnownHandler<Type extends ClientType> = (
  session: Session,
  message: ClientMessageOf<Type>,
  pub: string,
  at: number,
) => Answer | Promise<Answer>;

/** A handler that refuses connections without a proved key. Only `known` makes one. */
export type GuardedHandler<Type extends ClientType> = Handler<Type> & { readonly needsKey: true };

export function known<Type extends ClientType>(handler: KnownHandler<Type>): GuardedHandler<Type> {
  const guarded: Handler<Type> = (session, message, at) =>
    session.pub === null ? refuse('identify-first') : handler(session, message, session.pub, at);
  return Object.assign(guarded, { needsKey: true } as const);
}

/** One handler for each type. The compiler refuses a type outside wire's `anonymousTypes` whose handler is not guarded. */
export type Handlers = {
  readonly [Type in ClientType]: Type extends AnonymousType
    ? Handler<Type> & { readonly needsKey?: never }
    : GuardedHandler<Type>;
};

export const identify: Handler<'identify'> = async (session, { pub, origin, sig, name, id }) => {
  const { service, challenge } = session;
  if (session.pub !== null) return refuse('already-identified');
  if (!isGoodKey(pub) || pub === service.serverPub) return refuse('bad-key');
  if (!session.origins.includes(origin)) return refuse('wrong-origin');
  if (!(await verifyIdentify(pub, { challenge, origin, server: service.serverPub }, sig))) return refuse('bad-proof');
  if (session.closeIfBanned(pub, id)) return null;
  const met = await service.players.meet(pub, name);
  if (!met.ok) return met;
  const isKnown = await service.players.isKnown(pub);
  const entered = session.enter(pub, origin, isKnown, await service.lobby.number());
  if (!entered) return null;
  // The answer of the lobby comes first: from then on it sends here what other processes have for the player.
  const welcome = await entered;
  const match = await service.rooms.liveOf(pub);
  const account = await service.accounts.has(pub);
  const seek = welcome?.seek;
  const turns = await service.turns.of(pub);
  session.say(withId({ type: 'identified', ...met.value, account, match, ...(seek ? { seek } : {}) }, id));
  // Both messages go out together, so that a page never offers another way to a match that its list will show.
  if (turns.length > 0) session.say({ type: 'turns', matches: turns });
  if (welcome?.pairing) session.say(welcome.pairing);
  if (match !== null) await session.follow(match);
  await session.sendOffers(true);
  await sendMissedEnd(session, pub);
  return null;
};

/**
 * A player of a match gets a signed receipt of its state, which only the owner of the match signs: so a receipt says that the match can be played. If the
 * ping has an event of the player, the receipt says what has become of it, and there is none while that is open.
 */
export const ping: Handler<'ping'> = async (session, { match, event }, at) => {
  const { service, pub } = session;
  const checked = event === undefined ? null : checkSignedEvent(event);
  if (checked?.ok === false) return refuse('bad-frame', checked.message);
  const asked = checked?.value ?? null;
  const stamp = match === undefined || pub === null ? null : await service.rooms.stamp(pub, match, asked, at);
  if (stamp === 'unreachable') {
    session.moveAway();
    return null;
  }
  const { receipt = null, now = service.world.now() } = typeof stamp === 'string' || stamp === null ? {} : stamp;
  return { type: 'pong', now, ...(match !== undefined && { match }), ...(receipt && { receipt }) };
};

export const name: KnownHandler<'name'> = async ({ service }, message, pub) => {
  if (cleanName(message.name) === null) return refuse('bad-name');
  const met = await service.players.meet(pub, message.name);
  return met.ok ? { type: 'named', name: met.value.name } : met;
};

export const country: KnownHandler<'country'> = async ({ service }, message, pub) => {
  const shown = await service.players.showCountry(pub, message.country);
  return shown.ok ? { type: 'country', country: message.country } : shown;
};

export const countries: Handler<'countries'> = async (session, { pubs }) => ({
  type: 'countries',
  shown: await session.service.players.countries(pubs),
});

/** Sends the end of a match that finished while the player was away, once. */
async function sendMissedEnd(session: Session, pub: string): Promise<void> {
  const { records } = session.service.store;
  const row = await records.untold(pub);
  if (!row) return;
  session.say(finishedMessage(row));
  await records.markTold(row.record.header.id, pub);
}

export const register: KnownHandler<'register'> = async ({ service, network }, { username, email, jwk }, pub) =>
  mailed(service, await service.accounts.register({ pub, network }, { username, email, jwk }));

export const registration: Handler<'registration'> = async ({ service }, { token }) => {
  const found = await service.accounts.registration(token);
  return found ? { type: 'registration', ...found } : refuse('link-expired');
};

export const confirmAccount: KnownHandler<'confirm-account'> = async ({ service }, { token }, pub) =>
  confirmed(await service.accounts.confirm(pub, token));

export const confirmCode: KnownHandler<'confirm-code'> = async ({ service, network }, { code }, pub) =>
  confirmed(await service.accounts.confirmByCode({ pub, network }, code));

function confirmed(account: Awaited<ReturnType<SocketService['accounts']['confirm']>>): Answer {
  if (!account.ok) return account;
  const { username, email } = account.value;
  return { type: 'confirmed', username, email };
}

export const changeAddress: KnownHandler<'change-address'> = async ({ service, network }, { email }, pub) =>
  mailed(service, await service.accounts.changeAddress({ pub, network }, email));

export const signInLink: KnownHandler<'sign-in-link'> = async ({ service, network }, { email }, pub) =>
  mailed(service, await service.accounts.signInLink({ pub, network }, email));

export const subscribe: KnownHandler<'subscribe'> = async ({ service, network }, { email }, pub) =>
  mailed(service, await service.subscriptions.ask({ pub, network }, email));

export const subscription: KnownHandler<'subscription'> = async ({ service }, _message, pub) => {
  const email = await service.accounts.addressOf(pub);
  return { type: 'subscription', daily: email === null ? null : await service.subscriptions.isDaily(email) };
};

/** Ends the subscription of the account's own address only, so that no key ends that of another person. */
export const endSubscription: KnownHandler<'end-subscription'> = async (session, message, pub, at) => {
  const { accounts, subscriptions } = session.service;
  const email = await accounts.addressOf(pub);
  if (email !== null) await subscriptions.end(email);
  return subscription(session, { ...message, type: 'subscription' }, pub, at);
};

export const turnMails: KnownHandler<'turn-mails'> = async ({ service }, { on }, pub) => {
  if (on !== undefined) await service.turnMails.set(pub, on);
  return { type: 'turn-mails', on: await service.turnMails.isOn(pub), delivers: service.mailDelivers };
};

export const pushKey: Handler<'push-key'> = ({ service }) => ({ type: 'push-key', key: service.notices.key });

export const pushSubscribe: KnownHandler<'push-subscribe'> = async ({ service }, message, pub) => {
  const { endpoint, p256dh, auth, key, kinds } = message;
  const once = [...new Set(kinds)];
  const refusal = await service.notices.subscribe({ pub, endpoint, p256dh, auth, kinds: once, vapid: key });
  return refusal ?? { type: 'push-subscribed', kinds: once };
};

export const pushUnsubscribe: KnownHandler<'push-unsubscribe'> = async ({ service }, { endpoint }, pub) => {
  await service.notices.unsubscribe(pub, endpoint);
  return { type: 'push-unsubscribed' };
};

export const deleteAccount: KnownHandler<'delete-account'> = async ({ service, proof }, { sig }, pub) => {
  if (proof === null || !(await verifyDeletion(pub, proof, sig))) return refuse('bad-deletion');
  await service.accounts.remove(pub);
  return { type: 'deleted' };
};

/** The same answer whether the account exists or not. */
function mailed({ mailDelivers }: SocketService, refusal: Refusal | null): Answer {
  return refusal ?? (mailDelivers ? { type: 'mailed' } : { type: 'mailed', logged: true });
}

export const enterLobby: Handler<'lobby'> = (session) => {
  session.enterLobby();
  return session.service.lobby.snapshot();
};

export const leaveLobby: Handler<'leave-lobby'> = (session) => {
  session.leaveLobby();
  return { type: 'left-lobby' };
};

export const seek: KnownHandler<'seek'> = async ({ service }, wanted, pub) => {
  const made = await service.lobby.seek(pub, wanted);
  return made.ok ? { type: 'seeking', seek: made.value.id, since: made.value.since } : made;
};

export const unseek: KnownHandler<'unseek'> = async ({ service }, _message, pub) =>
  (await service.lobby.unseek(pub)) ?? { type: 'unsought' };

export const acceptSeek: KnownHandler<'accept-seek'> = async (session, message, pub) =>
  sitDown(session, await session.service.lobby.accept(pub, message.seek), message.id);

export const acceptPairing: KnownHandler<'accept-pairing'> = async ({ service }, { pairing }, pub) => {
  const accepted = await service.lobby.acceptPairing(pub, pairing);
  return accepted.ok ? { type: 'pairing-accepted', pairing } : accepted;
};

export const declinePairing: KnownHandler<'decline-pairing'> = async ({ service }, { pairing }, pub) => {
  const declined = await service.lobby.declinePairing(pub, pairing);
  return declined.ok ? { type: 'pairing-over', pairing, reason: 'declined', seeking: false } : declined;
};

export const invite: KnownHandler<'invite'> = async ({ service, linkBase }, { post, ...wanted }, pub) => {
  const made = await service.invitations[post ? 'post' : 'invite'](pub, wanted);
  return made.ok ? { type: 'invited', code: made.value, url: `${linkBase}/invite/${made.value}` } : made;
};

export const inviteInfo: Handler<'invite-info'> = async ({ service, pub }, { code }) => {
  const info = await service.invitations.info(code, pub);
  return info.ok ? { type: 'invite-info', ...info.value.terms, from: { ...info.value.from } } : info;
};

export const posted: Handler<'posted'> = async ({ service }) => ({
  type: 'posted',
  seeks: [...(await service.invitations.posted())],
});

export const join: KnownHandler<'join'> = async (session, { code, id }, pub) =>
  sitDown(session, await session.service.invitations.join(pub, code), id);

export const challenge: KnownHandler<'challenge'> = async ({ service }, { pub: to, ...wanted }, pub) => {
  if (!isGoodKey(to)) return refuse('bad-key');
  const made = await service.invitations.challenge(pub, to, wanted);
  return made.ok ? { type: 'challenged', code: made.value } : made;
};

export const offers: KnownHandler<'offers'> = (session, _message, pub) => listOffers(session, pub);

export const acceptLater: KnownHandler<'accept-later'> = async (session, { code }, pub) => {
  const accepted = await session.service.invitations.acceptLater(pub, code);
  return accepted.ok ? listOffers(session, pub) : accepted;
};

export const declineOffer: KnownHandler<'decline-offer'> = async (session, { code }, pub) => {
  const declined = await session.service.invitations.decline(pub, code);
  return declined.ok ? listOffers(session, pub) : declined;
};

export const withdrawOffer: KnownHandler<'withdraw-offer'> = async (session, { code }, pub) => {
  const withdrawn = await session.service.invitations.withdraw(pub, code);
  return withdrawn.ok ? listOffers(session, pub) : withdrawn;
};

export const prepare: KnownHandler<'prepare'> = async (session, { code, anchor, nonce }, pub) => {
  const prepared = await session.service.invitations.prepare(pub, code, { anchor, nonce });
  return prepared.ok ? listOffers(session, pub) : prepared;
};

async function listOffers(session: Session, pub: string): Promise<Answer> {
  return { type: 'offers', ...(await session.service.invitations.of(pub)) };
}

export const people: KnownHandler<'people'> = async (session, _message, pub) => ({
  type: 'people',
  ...(await session.service.relations.of(pub)),
});

export const relate: KnownHandler<'relate'> = async ({ service }, { pub: other, as }, pub) => {
  if (!isGoodKey(other)) return refuse('bad-key');
  const set = await setRelation(service, pub, other, as);
  return set.ok ? { type: 'related', pub: other, as } : set;
};

/** The answer is the same whether or not the message arrives, so that it tells no key who follows it. */
export const say: KnownHandler<'say'> = async ({ service }, { pub: to, reaction }, pub) => {
  if (!isGoodKey(to)) return refuse('bad-key');
  const said = { type: 'said', from: pub, to, reaction } as const;
  if (await service.relations.followEachOther(pub, to)) service.bus.send(to, said);
  return said;
};

export const complain: KnownHandler<'complain'> = async ({ service }, { match, about }, pub) => {
  const added = await service.complaints.add(pub, match, about);
  return added.ok ? { type: 'complained', match, about } : added;
};

export const turns: KnownHandler<'turns'> = async (session, _message, pub) => ({
  type: 'turns',
  matches: await session.service.turns.of(pub),
});

export const playBot: KnownHandler<'play-bot'> = async (session, message, pub) =>
  sitDown(session, await session.service.challenges.playBot(pub, message), message.id);

export const rematch: KnownHandler<'rematch'> = async (session, { match, id }, pub) => {
  const asked = await session.service.challenges.rematch(pub, match);
  if (!asked.ok) return asked;
  return asked.value.match === undefined
    ? asked.value.offered
    : sitDown(session, { ok: true, value: asked.value.match }, id);
};

/** Answers with the new match itself. */
async function sitDown(session: Session, paired: Result<string, SocketCode>, id: RequestId): Promise<Answer> {
  if (!paired.ok) return paired;
  return followed(await session.follow(paired.value, id));
}

/** A connection that cannot be served here is closed. */
function followed(refusal: FollowRefusal | null): Answer {
  return refusal === null || refusal === 'unreachable' ? null : refuse(refusal);
}

/** The answer about a match that is neither live nor finished. If it was aborted, the signed abort comes first. */
async function notFound(session: Session, match: string): Promise<Answer> {
  const abort = await session.service.rooms.aborted(match);
  if (abort) session.say(abort);
  return refuse('not-found');
}

/** The number in the refusal of an event without a number. */
const NO_NUMBER = 0;

export const watch: Handler<'watch'> = async (session, { match, id }) => {
  if (session.following >= session.limits.watched && !session.feed(match)) return refuse('too-many');
  const refusal = await session.follow(match, id);
  return refusal === 'not-found' ? notFound(session, match) : followed(refusal);
};

export const unwatch: Handler<'unwatch'> = (session, { match }) => {
  session.unfollow(match);
  return { type: 'unwatched', match };
};

/** The answer to an accepted event is the event itself, sent through the feed. */
export const act: KnownHandler<'act'> = async (session, { match, event, id }, pub, at) => {
  const checked = checkSignedEvent(event);
  const n = typeof event.n === 'number' && Number.isSafeInteger(event.n) && event.n >= 0 ? event.n : NO_NUMBER;
  if (!checked.ok) return { type: 'rejected', match, n, code: checked.code, message: checked.message };
  const feed = session.feed(match);
  feed?.expect(checked.value.sig, id);
  const answered = (result: ActResult): Answer => {
    if (result.ok) return null;
    feed?.forget(checked.value.sig);
    return refusal(match, n, result);
  };
  const result = await session.service.rooms.act(pub, match, checked.value, at);
  if (result.ok || result.code !== 'waits') return answered(result);
  session.answerLater(
    result.result.then((late) => toMessage(answered(late))),
    id,
  );
  return null;
};

export const leave: KnownHandler<'leave'> = async ({ service }, { match }, pub) => {
  const left = await service.rooms.abort(pub, match);
  return left.ok ? { type: 'left', match } : refuse(left.code);
};

/**
 * Answers with a page of events and their total number. After the last page of a finished match, its result follows. While the page was read,
 * later events may have been sent. The number never contradicts them.
 */
export const sync: Handler<'sync'> = async (session, { match, from, id }) => {
  const view = await session.service.rooms.view(match, from, PAGE_EVENTS);
  if (!view) return notFound(session, match);
  const { events, finished } = view;
  const length = Math.max(view.length, session.feed(match)?.next ?? 0);
  const now = session.service.world.now();
  session.say(withId({ type: 'events', match, events, length, now }, id));
  if (finished && from + events.count >= length) session.say(finished);
  return null;
};

export const react: KnownHandler<'react'> = async ({ service }, { match, reaction }, pub) => {
  const said = await service.rooms.react(pub, match, reaction);
  return said.ok ? null : said;
};

function refusal(match: string, n: number, result: Exclude<ActResult, { ok: true }>): Answer {
  const { code, message } = result;
  if (code === 'not-found' || code === 'not-your-seat') return refuse(code);
  return { type: 'rejected', match, n, code, message };
}

export const puzzle: Handler<'puzzle'> = async ({ service, pub }, { date }) => {
  const shown = pub === null ? await service.puzzles.show(date) : await service.puzzles.showTo(pub, date);
  return shown.ok ? { type: 'puzzle', streak: 0, yours: null, ...shown.value } : shown;
};

export const days: Handler<'puzzle-days'> = async ({ service, pub }, { month }) => ({
  type: 'puzzle-days',
  month,
  days: await service.puzzles.days(month, pub),
});

export const streaks: KnownHandler<'puzzle-streak'> = async ({ service }, _, pub) => ({
  type: 'puzzle-streak',
  ...(await service.puzzles.streaks(pub)),
});

export const attempt: KnownHandler<'puzzle-attempt'> = async ({ service }, { date, hops }, pub) => {
  const taken = await service.puzzles.attempt(pub, date, hops);
  if (!taken.ok) return taken;
  const { answer, stats, streak } = taken.value;
  const { rank, loss, best, play } = answer;
  return { type: 'puzzle-result', date, rank, loss, best, yours: play, stats, streak };
};
