import type { ClientMessage, ClientMessageOf, ClientType, ServerMessage } from '@anchor/wire';
import { withId } from './encode.ts';
import * as handlers from './handlers.ts';
import { type Answer, type Handler, type Handlers, known, toMessage } from './handlers.ts';
import type { Session } from './session.ts';

/** The handler of each message type. `known` marks those that need a proved key. */
const table: { readonly [Type in ClientType]: Handler<Type> } = {
  identify: handlers.identify,
  ping: handlers.ping,
  name: known(handlers.name),
  country: known(handlers.country),
  countries: handlers.countries,
  lobby: handlers.enterLobby,
  'leave-lobby': handlers.leaveLobby,
  seek: known(handlers.seek),
  unseek: known(handlers.unseek),
  'accept-seek': known(handlers.acceptSeek),
  'accept-pairing': known(handlers.acceptPairing),
  'decline-pairing': known(handlers.declinePairing),
  invite: known(handlers.invite),
  'invite-info': handlers.inviteInfo,
  posted: handlers.posted,
  join: known(handlers.join),
  challenge: known(handlers.challenge),
  offers: known(handlers.offers),
  'accept-later': known(handlers.acceptLater),
  'decline-offer': known(handlers.declineOffer),
  'withdraw-offer': known(handlers.withdrawOffer),
  prepare: known(handlers.prepare),
  people: known(handlers.people),
  relate: known(handlers.relate),
  say: known(handlers.say),
  complain: known(handlers.complain),
  turns: known(handlers.turns),
  'play-bot': known(handlers.playBot),
  rematch: known(handlers.rematch),
  watch: handlers.watch,
  unwatch: handlers.unwatch,
  act: known(handlers.act),
  leave: known(handlers.leave),
  sync: handlers.sync,
  react: known(handlers.react),
  puzzle: handlers.puzzle,
  'puzzle-days': handlers.days,
  'puzzle-streak': known(handlers.streaks),
  'puzzle-attempt': known(handlers.attempt),
  register: known(handlers.register),
  registration: handlers.registration,
  'confirm-account': known(handlers.confirmAccount),
  'confirm-code': known(handlers.confirmCode),
  'change-address': known(handlers.changeAddress),
  'sign-in-link': known(handlers.signInLink),
  subscribe: known(handlers.subscribe),
  subscription: known(handlers.subscription),
  'end-subscription': known(handlers.endSubscription),
  'turn-mails': known(handlers.turnMails),
  'push-key': handlers.pushKey,
  'push-subscribe': known(handlers.pushSubscribe),
  'push-unsubscribe': known(handlers.pushUnsubscribe),
  'delete-account': known(handlers.deleteAccount),
} satisfies Handlers;

/**
 * The answer to a message. Resolves to null when the handler has sent it or there is none.
 *
 * @param at when the message arrived, in milliseconds since the epoch
 */
export async function dispatch(session: Session, message: ClientMessage, at: number): Promise<ServerMessage | null> {
  const answer = toMessage(await handle(session, message.type, message, at));
  return answer && withId(answer, message.id);
}

async function handle<Type extends ClientType>(
  session: Session,
  type: Type,
  message: ClientMessageOf<Type>,
  at: number,
): Promise<Answer> {
  return table[type](session, message, at);
}
