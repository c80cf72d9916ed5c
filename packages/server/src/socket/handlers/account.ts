import type { Refusal } from '../../domain/refusal.ts';
import type { Answer, KnownHandler } from './types.ts';

export const register: KnownHandler<'register'> = async ({ service, network }, { username, email, jwk }, pub) =>
  mailed(await service.accounts.register({ pub, network }, { username, email, jwk }));

export const signInLink: KnownHandler<'sign-in-link'> = async ({ service, network }, { email }, pub) =>
  mailed(await service.accounts.signInLink({ pub, network }, email));

export const subscribe: KnownHandler<'subscribe'> = async ({ service, network }, { email }, pub) =>
  mailed(await service.subscriptions.ask({ pub, network }, email));

export const deleteAccount: KnownHandler<'delete-account'> = async ({ service }, _message, pub) => {
  await service.accounts.remove(pub);
  return { type: 'deleted' };
};

/** The same whether there is such an account or not. */
function mailed(refusal: Refusal | null): Answer {
  return refusal ?? { type: 'mailed' };
}
