import type { PrivateJwk } from '@anchor/wire';
import { type Key, keyFromSeed } from 'bg-record';

/** Returns a key as JSON Web Key (RFC 8037). */
export function makeJwk({ seed, pub }: Key): PrivateJwk {
  const bytes = Uint8Array.from(pub.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { kty: 'OKP', crv: 'Ed25519', x: makeBase64url(bytes), d: makeBase64url(seed) };
}

/** Returns the key of a JWK, or null if it does not match this public key. */
export async function readJwk({ d }: PrivateJwk, pub: string): Promise<Key | null> {
  const key = await keyFromSeed(parseBase64url(d));
  return key.pub === pub ? key : null;
}

function makeBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function parseBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
