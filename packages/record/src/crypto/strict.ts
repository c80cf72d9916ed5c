import { Point } from '@noble/ed25519';
import { fromHex, isHex } from './hex.ts';
import { Recent } from './recent.ts';

/** L, the order of Ed25519's base point (RFC 8032, section 5.1). */
export const GROUP_ORDER = Point.CURVE().n;

/** More keys than a server has players at a time. Checking a key costs more than verifying a signature. */
const KEYS_KEPT = 16_384;
const judged = new Recent<boolean>(KEYS_KEPT);

export function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i] ?? 0);
  return value;
}

/**
 * Returns true if a public key (64 hex digits) is valid: a point on the curve, canonically encoded (y < p),
 * not of small order. Platforms treat other keys differently, and a small-order key has signatures that are
 * valid for many messages.
 */
export function isGoodKey(pub: unknown): pub is string {
  return (
    typeof pub === 'string' && pub.length === 64 && judged.getOrMake(pub, () => isHex(pub, 32) && isGoodPoint(pub))
  );
}

/**
 * Returns true if S, the second half of a signature, is below the group order. Otherwise one signature would
 * have several forms.
 */
export function isScalarInRange(sig: string): boolean {
  // L is slightly above 2^252, so the highest byte of S alone nearly always decides.
  return sig.slice(126) < '10' || littleEndian(fromHex(sig.slice(64))) < GROUP_ORDER;
}

function isGoodPoint(pub: string): boolean {
  try {
    return !Point.fromHex(pub, false).isSmallOrder();
  } catch {
    return false;
  }
}
