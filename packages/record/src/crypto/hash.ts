import { bytesToHex } from '@noble/hashes/utils.js';
import { nodeCrypto } from './node-crypto.ts';
import { sha256 } from './sha256.ts';

/** For inputs of at least this length, Node's own SHA-256 is faster, including the cost of the call. */
const LONG_BYTES = 128;

/** Returns the SHA-256 of raw bytes as 64 hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return nodeCrypto && bytes.length >= LONG_BYTES ? nodeCrypto.hash('sha256', bytes, 'hex') : bytesToHex(sha256(bytes));
}
