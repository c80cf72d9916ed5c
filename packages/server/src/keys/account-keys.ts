import type { Result } from 'bg-rules';
import { resealKeys } from '../domain/accounts/reseal.ts';
import type { AccountStore, KeySeal, Log } from '../domain/ports.ts';

/** Seals stored account keys with the present ACCOUNT_KEK. Fails if some cannot be read, because their owners could not sign in. */
export async function bringKeysUpToDate(
  store: Pick<AccountStore, 'keysAfter' | 'rewrap'>,
  seal: KeySeal,
  log: Log,
): Promise<Result<null, 'unreadable-account-keys'>> {
  const { resealed, unreadable } = await resealKeys(store, seal);
  if (resealed > 0) log.info({ resealed }, 're-encrypted account keys with the present ACCOUNT_KEK');
  if (unreadable === 0) return { ok: true, value: null };
  const message = `The keys of ${unreadable} accounts cannot be read: set ACCOUNT_KEK, or ACCOUNT_KEK_PREVIOUS after a change, to the key that encrypted them.`;
  return { ok: false, code: 'unreadable-account-keys', message };
}
