import type { PrivateJwk } from '@anchor/wire';
import { canonicalJson, keyFromSeed } from 'bg-record';

const SEED_BYTES = 32;

/** The private key as a canonical JSON Web Key (RFC 8037) with kty, crv, x and d. Returns null when it does not belong to `pub`. */
export async function makeKeyText(jwk: PrivateJwk, pub: string): Promise<string | null> {
  const { kty, crv, x, d } = jwk;
  const seed = Buffer.from(d, 'base64url');
  if (seed.length !== SEED_BYTES || Buffer.from(x, 'base64url').toString('hex') !== pub) return null;
  const key = await keyFromSeed(seed);
  return key.pub === pub ? canonicalJson({ kty, crv, x, d }) : null;
}

/** Parses a text made by `keptText`. */
export function parseKeyText(text: string): PrivateJwk {
  return JSON.parse(text);
}
