import type { PrivateJwk } from '@anchor/wire';
import type { Key } from 'bg-record';

/** A private key as a browser exports it. */
export function jwkOf({ seed, pub }: Key): PrivateJwk {
  const x = Buffer.from(pub, 'hex').toString('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, d: Buffer.from(seed).toString('base64url') };
}
