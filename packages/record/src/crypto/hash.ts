import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as pureSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { nodeCrypto } from './node-crypto.ts';

/** SHA-256 of raw bytes, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return nodeCrypto ? nodeCrypto.hash('sha256', bytes, 'buffer') : pureSha256(bytes);
}

/** SHA-256 of raw bytes as 64 hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return nodeCrypto ? nodeCrypto.hash('sha256', bytes, 'hex') : bytesToHex(pureSha256(bytes));
}

/** `sha256Hex` of each by the quickest means of this platform: where it has no synchronous one, by WebCrypto. */
export async function sha256HexAll(messages: readonly Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  const subtle = nodeCrypto ? undefined : globalThis.crypto?.subtle;
  if (!subtle) return messages.map(sha256Hex);
  const digests = await Promise.all(messages.map((bytes) => subtle.digest('SHA-256', bytes)));
  return digests.map((digest) => bytesToHex(new Uint8Array(digest)));
}

/** HMAC-SHA-256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return nodeCrypto ? nodeCrypto.createHmac('sha256', key).update(message).digest() : hmac(pureSha256, key, message);
}
