import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fromHex } from './hex.ts';
import { type NodeCrypto, nodeCrypto } from './node-crypto.ts';

/** The hash functions of the record format, from one platform. */
export interface Hashes {
  /** Returns the SHA-256 of raw bytes, 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
  /** Returns the SHA-256 of raw bytes as 64 hex digits. */
  sha256Hex(bytes: Uint8Array): string;
  /** Returns HMAC-SHA-256 (RFC 2104), 32 bytes. */
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array;
}

/** Node's OpenSSL. Hex digits from Node, decoded here, take less time than its buffers. */
export function nodeHashes(crypto: NodeCrypto): Hashes {
  const sha256Hex = (bytes: Uint8Array) => crypto.hash('sha256', bytes, 'hex');
  return {
    sha256: (bytes) => fromHex(sha256Hex(bytes)),
    sha256Hex,
    hmacSha256: (key, message) => fromHex(crypto.createHmac('sha256', key).update(message).digest('hex')),
  };
}

/** Plain JavaScript, for browsers: the hashes of WebCrypto are asynchronous. */
export const pureHashes: Hashes = {
  sha256: nobleSha256,
  sha256Hex: (bytes) => bytesToHex(nobleSha256(bytes)),
  hmacSha256: (key, message) => hmac(nobleSha256, key, message),
};

/** The hash functions of this platform. */
export const { sha256, sha256Hex, hmacSha256 } = nodeCrypto ? nodeHashes(nodeCrypto) : pureHashes;
