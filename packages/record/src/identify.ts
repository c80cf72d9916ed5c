import { taggedBytes } from './canonical.ts';
import { sign, verifySignature } from './crypto/ed25519.ts';
import { isGoodKey } from './crypto/strict.ts';
import type { Key } from './types.ts';

/** What a key is proved against: the connection's fresh challenge (16 bytes) and the server's key, both hex. */
export interface Challenge {
  readonly challenge: string;
  readonly server: string;
}

/** The bytes that a client signs to show that it holds a key. The server's key keeps one server from using the proof at another. */
export function identifyMessage({ challenge, server }: Challenge, pub: string): Uint8Array {
  return taggedBytes('bg-identify/1', { challenge, pub, server });
}

/** The proof that this connection holds the key, 128 hex digits. */
export function signIdentify(key: Key, challenge: Challenge): Promise<string> {
  return sign(key, identifyMessage(challenge, key.pub));
}

/** Whether `sig` proves that the connection with this challenge holds `pub`; never for a bad key. */
export async function verifyIdentify(pub: string, challenge: Challenge, sig: string): Promise<boolean> {
  return isGoodKey(pub) && verifySignature(pub, identifyMessage(challenge, pub), sig);
}
