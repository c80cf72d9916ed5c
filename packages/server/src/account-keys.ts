import type { Result } from 'bg-rules';
import { resealKeys } from './domain/accounts/reseal.ts';
import type { AccountStore, KeySeal, Log } from './domain/ports.ts';

/** Brings stored account keys under the present ACCOUNT_KEK. Refused when some cannot be read: their owners could not sign in. */
export async function bringKeysUpToDate(
  store: Pick<AccountStore, 'keysAfter' | 'rewrap'>,
  seal: KeySeal,
  log: Log,
): Promise<Result<null, 'unreadable-account-keys'>> {
  const { resealed, unreadable } = await resealKeys(store, seal);
  if (resealed > 0) log.info({ resealed }, 'account keys were brought under the present ACCOUNT_KEK');
  if (unreadable === 0) return { ok: true, value: null };
  const message = `The keys of ${unreadable} accounts cannot be read: set ACCOUNT_KEK, or ACCOUNT_KEK_PREVIOUS when it was changed, to what they were encrypted with.`;
  return { ok: false, code: 'unreadable-account-keys', message };
}
