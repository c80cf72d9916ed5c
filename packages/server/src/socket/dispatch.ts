import type { ClientMessage, ClientMessageOf, ClientType, ServerMessage } from '@anchor/wire';
import { withId } from './encode.ts';
import * as account from './handlers/account.ts';
import * as identity from './handlers/identity.ts';
import * as lobby from './handlers/lobby.ts';
import * as match from './handlers/match.ts';
import * as puzzle from './handlers/puzzle.ts';
import { type Answer, type Handler, type Handlers, known } from './handlers/types.ts';
import type { Session } from './session.ts';

/** The handler of each message type. `known` marks those that need a proved key. */
const handlers: { readonly [Type in ClientType]: Handler<Type> } = {
  identify: identity.identify,
  ping: identity.ping,
  name: known(identity.name),
  lobby: lobby.enterLobby,
  'leave-lobby': lobby.leaveLobby,
  seek: known(lobby.seek),
  unseek: known(lobby.unseek),
  'accept-seek': known(lobby.acceptSeek),
  invite: known(lobby.invite),
  'invite-info': lobby.inviteInfo,
  join: known(lobby.join),
  'play-bot': known(lobby.playBot),
  rematch: known(lobby.rematch),
  watch: match.watch,
  unwatch: match.unwatch,
  act: known(match.act),
  leave: known(match.leave),
  sync: match.sync,
  react: known(match.react),
  puzzle: puzzle.puzzle,
  'puzzle-days': puzzle.days,
  'puzzle-attempt': known(puzzle.attempt),
  register: known(account.register),
  registration: account.registration,
  'confirm-account': known(account.confirmAccount),
  'sign-in-link': known(account.signInLink),
  subscribe: known(account.subscribe),
  'delete-account': known(account.deleteAccount),
} satisfies Handlers;

/** The answer to a message. Resolves to null when the handler has sent it or there is none. */
export async function dispatch(session: Session, message: ClientMessage): Promise<ServerMessage | null> {
  const answer = await handle(session, message.type, message);
  return answer && withId(toMessage(answer), message.id);
}

async function handle<Type extends ClientType>(
  session: Session,
  type: Type,
  message: ClientMessageOf<Type>,
): Promise<Answer> {
  return handlers[type](session, message);
}

function toMessage(answer: NonNullable<Answer>): ServerMessage {
  return 'ok' in answer ? { type: 'error', code: answer.code, message: answer.message } : answer;
}
