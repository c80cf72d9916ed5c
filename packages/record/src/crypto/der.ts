import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex } from './hex.ts';

// RFC 8410: the fixed DER prefix of an Ed25519 public key (SubjectPublicKeyInfo) and of a seed (PKCS #8).
const SPKI_PREFIX = fromHex('302a300506032b6570032100');
const PKCS8_PREFIX = fromHex('302e020100300506032b657004220420');

export function spki(pub: string): Uint8Array<ArrayBuffer> {
  return unshared(concatBytes(SPKI_PREFIX, fromHex(pub)));
}

export function pkcs8(seed: Uint8Array): Uint8Array<ArrayBuffer> {
  return unshared(concatBytes(PKCS8_PREFIX, seed));
}

/** Extracts the key from a SubjectPublicKeyInfo. */
export function pubFromSpki(der: Uint8Array): Uint8Array {
  return Uint8Array.from(der.subarray(SPKI_PREFIX.length));
}

/** Returns the bytes, copied if their memory is shared with other threads: WebCrypto does not accept shared memory. */
export function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isUnshared(bytes) ? bytes : Uint8Array.from(bytes);
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}
