import type { Backend } from './backend.ts';
import { pkcs8, spki, unshared } from './der.ts';
import { fromHex } from './hex.ts';
import { pureBackend } from './pure.ts';
import { Recent } from './recent.ts';

const KEYS_KEPT = 256;
const ED25519 = { name: 'Ed25519' };

/** WebCrypto, in browsers and other runtimes that support Ed25519. */
export function webCryptoBackend(subtle: SubtleCrypto): Backend {
  const publicKeys = new Recent<Promise<CryptoKey>>(KEYS_KEPT);
  const privateKeys = new WeakMap<Uint8Array, Promise<CryptoKey>>();

  const privateKey = (seed: Uint8Array): Promise<CryptoKey> => {
    const known = privateKeys.get(seed);
    if (known) return known;
    const made = subtle.importKey('pkcs8', pkcs8(seed), ED25519, false, ['sign']);
    privateKeys.set(seed, made);
    return made;
  };

  return {
    name: 'webcrypto',
    // WebCrypto cannot derive a public key from a seed unless the private key is extractable.
    publicKey: (seed) => pureBackend.publicKey(seed),
    async sign(seed, message) {
      return new Uint8Array(await subtle.sign(ED25519, await privateKey(seed), unshared(message)));
    },
    async verify(pub, message, sig) {
      const key = publicKeys.getOrMake(pub, () => subtle.importKey('spki', spki(pub), ED25519, false, ['verify']));
      return subtle.verify(ED25519, await key, fromHex(sig), unshared(message));
    },
  };
}

/** Returns the back-end if this platform supports Ed25519 in WebCrypto (only in a secure context), else undefined. */
export async function findWebCrypto(subtle = globalThis.crypto?.subtle): Promise<Backend | undefined> {
  if (!subtle) return undefined;
  try {
    const seed = new Uint8Array(32);
    const backend = webCryptoBackend(subtle);
    await backend.sign(seed, seed);
    return backend;
  } catch {
    return undefined;
  }
}
