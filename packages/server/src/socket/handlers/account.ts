import { verifyDeletion } from 'bg-record';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { SocketService } from '../service.ts';
import type { Answer, Handler, KnownHandler } from './types.ts';

export const register: KnownHandler<'register'> = async ({ service, network }, { username, email, jwk }, pub) =>
  mailed(service, await service.accounts.register({ pub, network }, { username, email, jwk }));

export const registration: Handler<'registration'> = async ({ service }, { token }) => {
  const found = await service.accounts.registration(token);
  return found ? { type: 'registration', ...found } : refuse('link-expired');
};

export const confirmAccount: KnownHandler<'confirm-account'> = async ({ service }, { token }, pub) => {
  const confirmed = await service.accounts.confirm(pub, token);
  if (!confirmed.ok) return confirmed;
  const { username, email } = confirmed.value;
  return { type: 'confirmed', username, email };
};

export const signInLink: KnownHandler<'sign-in-link'> = async ({ service, network }, { email }, pub) =>
  mailed(service, await service.accounts.signInLink({ pub, network }, email));

export const subscribe: KnownHandler<'subscribe'> = async ({ service, network }, { email }, pub) =>
  mailed(service, await service.subscriptions.ask({ pub, network }, email));

export const deleteAccount: KnownHandler<'delete-account'> = async ({ service, proof }, { sig }, pub) => {
  if (proof === null || !(await verifyDeletion(pub, proof, sig))) return refuse('bad-deletion');
  await service.accounts.remove(pub);
  return { type: 'deleted' };
};

/** The same answer whether the account exists or not. */
function mailed({ mailDelivers }: SocketService, refusal: Refusal | null): Answer {
  return refusal ?? (mailDelivers ? { type: 'mailed' } : { type: 'mailed', logged: true });
}
