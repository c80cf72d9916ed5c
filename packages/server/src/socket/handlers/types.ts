import type { ClientMessageOf, ClientType, ServerMessage } from '@anchor/wire';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { Session } from '../session.ts';

/** The answer to the sender: a message, a refusal, or null if none is needed. */
export type Answer = ServerMessage | Refusal | null;

export type Handler<Type extends ClientType> = (
  session: Session,
  message: ClientMessageOf<Type>,
) => Answer | Promise<Answer>;

/** A handler of messages that need a proved key. */
export type KnownHandler<Type extends ClientType> = (
  session: Session,
  message: ClientMessageOf<Type>,
  pub: string,
) => Answer | Promise<Answer>;

export function known<Type extends ClientType>(handler: KnownHandler<Type>): Handler<Type> {
  return (session, message) =>
    session.pub === null ? refuse('identify-first') : handler(session, message, session.pub);
}
