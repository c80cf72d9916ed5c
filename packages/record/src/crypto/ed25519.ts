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

/** The fastest back-end that this platform has; found once. */
export function backend(): Promise<Backend> {
  chosen ??= choose();
  return chosen;
}

async function choose(): Promise<Backend> {
  return nodeCrypto ? nodeBackend(nodeCrypto) : ((await findWebCrypto()) ?? pureBackend);
}

/** A new signing key from the platform's random source. */
export function generateKey(): Promise<Key> {
  return keyFromSeed(randomBytes(32));
}

/** The signing key of a 32-byte Ed25519 seed; the seed is copied. */
export async function keyFromSeed(seed: Uint8Array): Promise<Key> {
  const own = Uint8Array.from(seed);
  return { seed: own, pub: bytesToHex(await (await backend()).publicKey(own)) };
}

/** The Ed25519 signature (RFC 8032) over raw bytes, 128 hex digits. */
export async function sign(key: Key, message: Uint8Array): Promise<string> {
  const platform = await backend();
  const sig = bytesToHex(await platform.sign(key.seed, message));
  await signedHere.note(platform, key, message, sig);
  return sig;
}

const signedHere = new SignedHere();

/**
 * Whether `sig` (128 hex digits) is `pub`'s signature over `message`, by the strict rule of the record: a good key
 * (`isGoodKey`), S below the group order, and [S]B − [k]A encoding to exactly R, without the cofactor. Malformed hex is
 * simply not a signature. Every back-end gives the same answer.
 */
export async function verifySignature(pub: string, message: Uint8Array, sig: string): Promise<boolean> {
  return verifyWith(await backend(), pub, message, sig);
}

/** One signature to check: what `verifySignature` takes. */
export interface SignatureCheck {
  readonly pub: string;
  readonly message: Uint8Array;
  readonly sig: string;
}

/**
 * `verifySignature` of each on a given back-end; where that has threads of its own, they are at it when this returns. What was signed
 * here a moment ago is known to be right.
 */
export function verifyAll(on: SignatureVerifier, checks: readonly SignatureCheck[]): Promise<boolean[]> {
  return Promise.all(
    checks.map(({ pub, message, sig }) => signedHere.take(pub, message, sig) || verifyWith(on, pub, message, sig)),
  );
}

/** `verifySignature` on a given back-end. */
export function verifyWith(on: SignatureVerifier, pub: string, message: Uint8Array, sig: string): Promise<boolean> {
  if (!isHex(sig, 64) || !isScalarInRange(sig) || !isGoodKey(pub)) return Promise.resolve(false);
  return on.verify(pub, message, sig);
}
