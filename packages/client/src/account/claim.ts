import { type LoginClaim, loginClaim } from '@anchor/wire';
import * as z from 'zod/mini';

/** What came of a sign-in link: the account; used or too old; or no answer, so that the link may be tried again. */
export type Claimed = LoginClaim | 'expired' | 'offline';

/** Uses a sign-in link up. */
export async function claimAccount(token: string): Promise<Claimed> {
  const body = JSON.stringify({ token });
  const response = await fetch('/api/login-claim', { method: 'POST', body }).catch(() => null);
  if (response?.status === 400) return 'expired';
  if (!response?.ok) return 'offline';
  const read = z.safeParse(loginClaim, await response.json().catch(() => null));
  return read.success ? read.data : 'expired';
}
