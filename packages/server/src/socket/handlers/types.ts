import type { ClientMessageOf, ClientType, ServerMessage } from '@anchor/wire';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { Session } from '../session.ts';

/** What goes back to the sender: a message, a refusal, or nothing because it has been said otherwise. */
export type Answer = ServerMessage | Refusal | null;

export type Handler<Type extends ClientType> = (
  session: Session,
  message: ClientMessageOf<Type>,
) => Answer | Promise<Answer>;

/** A handler for those who have proved a key. */
export type KnownHandler<Type extends ClientType> = (
  session: Session,
  message: ClientMessageOf<Type>,
  pub: string,
) => Answer | Promise<Answer>;

export function known<Type extends ClientType>(handler: KnownHandler<Type>): Handler<Type> {
  return (session, message) =>
    session.pub === null ? refuse('identify-first') : handler(session, message, session.pub);
}
