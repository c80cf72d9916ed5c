import { bytesToHex } from '@noble/hashes/utils.js';
import { nodeCrypto } from './node-crypto.ts';
import { sha256 } from './sha256.ts';

/** From this length on Node's own hash is quicker, the call included. */
const LONG_BYTES = 128;

/** SHA-256 of raw bytes as 64 hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return nodeCrypto && bytes.length >= LONG_BYTES ? nodeCrypto.hash('sha256', bytes, 'hex') : bytesToHex(sha256(bytes));
}
