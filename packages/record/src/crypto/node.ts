import type { KeyObject } from 'node:crypto';
import type { Backend } from './backend.ts';
import { pkcs8, pubFromSpki, spki } from './der.ts';
import type { NodeCrypto } from './node-crypto.ts';
import { Recent } from './recent.ts';

/** More keys than a server has players at a time. */
const KEYS_KEPT = 16_384;

/** Node's OpenSSL. Verification runs on the thread pool, so it does not block the event loop and uses every core. */
export function nodeBackend(crypto: NodeCrypto): Backend {
  const publicKeys = new Recent<KeyObject>(KEYS_KEPT);
  const privateKeys = new WeakMap<Uint8Array, KeyObject>();

  const importPublic = (pub: string) =>
    crypto.createPublicKey({ key: Buffer.from(spki(pub)), format: 'der', type: 'spki' });
  const privateKey = (seed: Uint8Array): KeyObject => {
    const known = privateKeys.get(seed);
    if (known) return known;
    const made = crypto.createPrivateKey({ key: Buffer.from(pkcs8(seed)), format: 'der', type: 'pkcs8' });
    privateKeys.set(seed, made);
    return made;
  };

  return {
    name: 'node',
    async publicKey(seed) {
      return pubFromSpki(crypto.createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }));
    },
    async sign(seed, message) {
      return Uint8Array.from(crypto.sign(null, message, privateKey(seed)));
    },
    verify(pub, message, sig) {
      const key = publicKeys.getOrMake(pub, () => importPublic(pub));
      return new Promise((resolve, reject) => {
        crypto.verify(null, message, key, Buffer.from(sig, 'hex'), (error, right) =>
          error ? reject(error) : resolve(right),
        );
      });
    },
  };
}
