import { CompactEncrypt, compactDecrypt } from 'jose';
import type { KeySeal } from './domain/ports.ts';

/** Keys as they are: the column is as readable as the database. */
export const plainSeal: KeySeal = {
  seal: async (text) => text,
  async open(sealed) {
    if (!isPlain(sealed)) throw new Error('an account key is encrypted, but ACCOUNT_KEK is not set');
    return sealed;
  },
};

/**
 * Keys as JWE (RFC 7516), encrypted directly with the given 32 bytes by AES-256-GCM. What was stored before there was such a key is
 * still read.
 */
export function encryptingSeal(kek: Uint8Array): KeySeal {
  return {
    seal: (text) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(kek),
    async open(sealed) {
      if (isPlain(sealed)) return sealed;
      const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
      return new TextDecoder().decode((await compactDecrypt(sealed, kek, options)).plaintext);
    },
  };
}

function isPlain(stored: string): boolean {
  return stored.startsWith('{');
}
