import { fromBase64Url, type PrivateJwk, toBase64Url } from '@anchor/wire';
import { type Key, keyFromSeed } from 'bg-record';

/** Returns a key as JSON Web Key (RFC 8037). */
export function makeJwk({ seed, pub }: Key): PrivateJwk {
  const bytes = Uint8Array.from(pub.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(bytes), d: toBase64Url(seed) };
}

/** Returns the key of a JWK, or null if it does not match this public key. */
export async function readJwk({ d }: PrivateJwk, pub: string): Promise<Key | null> {
  const key = await keyFromSeed(fromBase64Url(d));
  return key.pub === pub ? key : null;
}
