import * as ed25519 from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Backend } from './backend.ts';
import { GROUP_ORDER, littleEndian } from './strict.ts';

/**
 * Plain JavaScript, for platforms without Ed25519. The `verify` of the noble library multiplies by the
 * cofactor and so accepts crafted signatures that the platforms refuse. Verification therefore uses only its
 * point arithmetic.
 */
export const pureBackend: Backend = {
  name: 'pure',
  async publicKey(seed) {
    return withSha512().getPublicKey(seed);
  },
  async sign(seed, message) {
    return withSha512().sign(message, seed);
  },
  async verify(pub, message, sig) {
    const bytes = hexToBytes(sig);
    const k = littleEndian(sha512(concatBytes(bytes.subarray(0, 32), hexToBytes(pub), message))) % GROUP_ORDER;
    const s = littleEndian(bytes.subarray(32));
    const expected = ed25519.Point.BASE.multiplyUnsafe(s).subtract(ed25519.Point.fromHex(pub).multiplyUnsafe(k));
    return expected.toHex() === bytesToHex(bytes.subarray(0, 32));
  },
};

// The library needs a synchronous SHA-512 from its caller; its asynchronous default needs a secure context.
function withSha512(): typeof ed25519 {
  ed25519.hashes.sha512 ??= sha512;
  return ed25519;
}
