import { createHash } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import type { KeySeal } from './domain/ports.ts';

/**
 * How account keys are stored. With a key to encrypt with, 32 bytes: as JWE (RFC 7516), encrypted directly by AES-256-GCM. Without:
 * as readable as the database. What was stored before, plainly or with the previous key, is still read.
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

/** Those that may fit: what was sealed by older versions does not say with which. */
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
      // not with this one
    }
  }
  throw new Error('an account key is encrypted with something else than ACCOUNT_KEK or ACCOUNT_KEK_PREVIOUS');
}

/** Tells keys apart without telling anything about them: they are random. */
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
