import { createHash } from 'node:crypto';
import type { Result } from 'bg-rules';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { resealKeys } from '../domain/accounts/private-key.ts';
import type { AccountStore } from '../domain/ports/accounts.ts';
import type { KeySeal } from '../domain/ports/keys.ts';
import type { Log } from '../domain/ports/world.ts';

/**
 * Encrypts account keys at rest. With a KEK of 32 bytes, keys are stored as JWE (RFC 7516) with direct AES-256-GCM. Without one, they are
 * stored as plain text. Both forms, and those of the previous KEK, can be opened.
 */
export function keySeal(kek: Uint8Array | null, previous: Uint8Array | null = null): KeySeal {
  const keks = new Map([kek, previous].flatMap((one) => (one === null ? [] : [[kidOf(one), one]])));
  const kid = kek && kidOf(kek);
  return {
    isCurrent: (sealed) => (kid === null ? isPlain(sealed) : !isPlain(sealed) && kidIn(sealed) === kid),
    async seal(text) {
      if (kek === null || kid === null) return text;
      const header = { alg: 'dir', enc: 'A256GCM', kid };
      return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(kek);
    },
    open: async (sealed) => (isPlain(sealed) ? sealed : openWith(candidates(keks, kidIn(sealed)), sealed)),
  };
}

/** The KEKs to try. Texts of older versions do not name theirs. */
function candidates(keks: ReadonlyMap<string, Uint8Array>, kid: string | null): readonly Uint8Array[] {
  if (kid === null) return [...keks.values()];
  const known = keks.get(kid);
  return known ? [known] : [];
}

async function openWith(keks: readonly Uint8Array[], sealed: string): Promise<string> {
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
  for (const kek of keks) {
    try {
      return new TextDecoder().decode((await compactDecrypt(sealed, kek, options)).plaintext);
    } catch {
      // Try the next one.
    }
  }
  throw new Error('an account key is encrypted with neither ACCOUNT_KEK nor ACCOUNT_KEK_PREVIOUS');
}

/** Identifies a KEK without revealing anything about it, because KEKs are random. */
function kidOf(kek: Uint8Array): string {
  return createHash('sha256').update(kek).digest('hex').slice(0, 16);
}

function kidIn(sealed: string): string | null {
  const { kid } = decodeProtectedHeader(sealed);
  return typeof kid === 'string' ? kid : null;
}

function isPlain(stored: string): boolean {
  return stored.startsWith('{');
}

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
