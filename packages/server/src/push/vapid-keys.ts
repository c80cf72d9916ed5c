import { createECDH, hkdfSync } from 'node:crypto';

/** A P-256 key pair that names the service to push services (RFC 8292), base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Changing this text ends all subscriptions. */
const PURPOSE = 'anchor web push 1';
const SEED_BYTES = 32;

/**
 * Derives the key pair from a server key's seed (64 hex digits) with HKDF-SHA-256, so that all processes have the same one and the operator
 * has no further secret to keep.
 */
export function vapidKeysFrom(seed: string): VapidKeys {
  const ecdh = createECDH('prime256v1');
  // A random value is a valid private key of P-256 except with probability 2^-32.
  for (let round = 0; ; round++) {
    const secret = Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'hex'), '', `${PURPOSE}/${round}`, SEED_BYTES));
    try {
      ecdh.setPrivateKey(secret);
    } catch {
      continue;
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  }
}
