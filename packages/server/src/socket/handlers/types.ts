import type { AnonymousType, ClientMessageOf, ClientType, ServerMessage } from '@anchor/wire';
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

/** A handler that refuses connections without a proved key. Only `known` makes one. */
export type GuardedHandler<Type extends ClientType> = Handler<Type> & { readonly needsKey: true };

export function known<Type extends ClientType>(handler: KnownHandler<Type>): GuardedHandler<Type> {
  const guarded: Handler<Type> = (session, message) =>
    session.pub === null ? refuse('identify-first') : handler(session, message, session.pub);
  return Object.assign(guarded, { needsKey: true } as const);
}

/** One handler for each type. The compiler refuses a type outside wire's `anonymousTypes` whose handler is not guarded. */
export type Handlers = {
  readonly [Type in ClientType]: Type extends AnonymousType
    ? Handler<Type> & { readonly needsKey?: never }
    : GuardedHandler<Type>;
};
