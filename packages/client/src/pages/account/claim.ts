import { type LoginClaim, loginClaim } from '@anchor/wire';
import * as z from 'zod/mini';

/**
 * The result of a sign-in link: the account, `expired` if the link is used or too old, or `offline`, after which the
 * link can be tried again.
 */
export type Claimed = LoginClaim | 'expired' | 'offline';

/** Redeems a sign-in link. */
export async function claimAccount(token: string): Promise<Claimed> {
  const body = JSON.stringify({ token });
  const response = await fetch('/api/login-claim', { method: 'POST', body }).catch(() => null);
  if (response?.status === 400) return 'expired';
  if (!response?.ok) return 'offline';
  const read = z.safeParse(loginClaim, await response.json().catch(() => null));
  return read.success ? read.data : 'expired';
}
