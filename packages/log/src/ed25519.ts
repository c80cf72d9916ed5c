import * as ed25519 from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { equalBytes } from './encoding.ts';

const { Point } = ed25519;
/** The order of the base point (RFC 8032, section 5.1). */
const GROUP_ORDER = Point.CURVE().n;

/** Returns the public key, 32 bytes, of a 32-byte seed. */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  return withSha512().getPublicKey(seed);
}

/** Signs a message with Ed25519 (RFC 8032). Returns 64 bytes. Signing the same message again gives the same bytes. */
export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return withSha512().sign(message, seed);
}

/**
 * Verifies an Ed25519 signature by the strict rule: S is below the group order, and [S]B − [k]A encodes to exactly R.
 * The library's own `verify` also multiplies by the cofactor, and so accepts crafted signatures that Go and OpenSSL
 * refuse. Verifiers that disagree about a signature could be shown different logs.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (s >= GROUP_ORDER) return false;
  const k = littleEndian(sha512(concatBytes(r, publicKey, message))) % GROUP_ORDER;
  const key = Point.fromBytes(publicKey);
  return equalBytes(Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k)).toBytes(), r);
}

/** Returns true if the bytes are a canonical point of the curve that is not of small order. */
export function isGoodKey(publicKey: Uint8Array): boolean {
  try {
    return publicKey.length === 32 && !Point.fromBytes(publicKey, false).isSmallOrder();
  } catch {
    return false;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

// The library needs a synchronous SHA-512 from its caller.
function withSha512(): typeof ed25519 {
  ed25519.hashes.sha512 ??= sha512;
  return ed25519;
}
