import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import type { Key } from '../types.ts';
import type { Backend, SignatureVerifier } from './backend.ts';
import { isHex } from './hex.ts';
import { nodeBackend } from './node.ts';
import { nodeCrypto } from './node-crypto.ts';
import { pureBackend } from './pure.ts';
import { SignedHere } from './signed-here.ts';
import { isGoodKey, isScalarInRange } from './strict.ts';
import { findWebCrypto } from './webcrypto.ts';

let chosen: Promise<Backend> | undefined;

/** Returns the fastest back-end of this platform. It is selected once. */
export function backend(): Promise<Backend> {
  chosen ??= choose();
  return chosen;
}

async function choose(): Promise<Backend> {
  return nodeCrypto ? nodeBackend(nodeCrypto) : ((await findWebCrypto()) ?? pureBackend);
}

/** Creates a signing key from the platform's random source. */
export function generateKey(): Promise<Key> {
  return keyFromSeed(randomBytes(32));
}

/** Returns the signing key of a 32-byte Ed25519 seed. The seed is copied. */
export async function keyFromSeed(seed: Uint8Array): Promise<Key> {
  const own = Uint8Array.from(seed);
  return { seed: own, pub: bytesToHex(await (await backend()).publicKey(own)) };
}

/** Signs raw bytes with Ed25519 (RFC 8032). Returns 128 hex digits. */
export async function sign(key: Key, message: Uint8Array): Promise<string> {
  const platform = await backend();
  const sig = bytesToHex(await platform.sign(key.seed, message));
  await signedHere.note(platform, key, message, sig);
  return sig;
}

const signedHere = new SignedHere();

/**
 * Verifies that `sig` (128 hex digits) is `pub`'s signature over `message`, by the strict rule of the record
 * format: a valid key (`isGoodKey`), S below the group order, and [S]B − [k]A encoding to exactly R, without
 * the cofactor. Returns false for malformed hex. Every back-end gives the same result.
 */
export async function verifySignature(pub: string, message: Uint8Array, sig: string): Promise<boolean> {
  return verifyWith(await backend(), pub, message, sig);
}

/** One signature to verify: the arguments of `verifySignature`. */
export interface SignatureCheck {
  readonly pub: string;
  readonly message: Uint8Array;
  readonly sig: string;
}

/**
 * Verifies a signature on a given back-end. If the back-end has threads, one is already working when this
 * returns. Skips a signature that this process made a moment ago.
 */
export function verifyUnlessOwn(on: SignatureVerifier, { pub, message, sig }: SignatureCheck): true | Promise<boolean> {
  return signedHere.take(pub, message, sig) || verifyWith(on, pub, message, sig);
}

/** Like `verifySignature`, on a given back-end. */
export function verifyWith(on: SignatureVerifier, pub: string, message: Uint8Array, sig: string): Promise<boolean> {
  if (!isHex(sig, 64) || !isScalarInRange(sig) || !isGoodKey(pub)) return Promise.resolve(false);
  return on.verify(pub, message, sig);
}
