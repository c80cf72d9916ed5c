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
  /** Like `sha256Hex`, with a result that may come later. For many messages, which WebCrypto hashes in half the time. */
  sha256HexLater(bytes: Uint8Array<ArrayBuffer>): string | Promise<string>;
  /** Returns HMAC-SHA-256 (RFC 2104), 32 bytes. */
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array;
}

/** Node's OpenSSL. Hex digits from Node, decoded here, take less time than its buffers. */
export function nodeHashes(crypto: NodeCrypto): Hashes {
  const sha256Hex = (bytes: Uint8Array) => crypto.hash('sha256', bytes, 'hex');
  return {
    sha256: (bytes) => fromHex(sha256Hex(bytes)),
    sha256Hex,
    sha256HexLater: sha256Hex,
    hmacSha256: (key, message) => fromHex(crypto.createHmac('sha256', key).update(message).digest('hex')),
  };
}

/** Returns two hex digits for each byte. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes);

const pureSha256Hex = (bytes: Uint8Array) => bytesToHex(nobleSha256(bytes));

/** Plain JavaScript, for platforms without Node's and WebCrypto's hashes. */
export const pureHashes: Hashes = {
  sha256: nobleSha256,
  sha256Hex: pureSha256Hex,
  sha256HexLater: pureSha256Hex,
  hmacSha256: (key, message) => hmac(nobleSha256, key, message),
};

/**
 * Browsers: plain JavaScript where the result is needed at once, because WebCrypto's hashes are asynchronous.
 * WebCrypto hashes many messages in half the time.
 */
export function webHashes(subtle: SubtleCrypto): Hashes {
  return {
    ...pureHashes,
    sha256HexLater: async (bytes) => bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes))),
  };
}

/** The hash functions of this platform. A page without HTTPS has no `subtle`. */
export const { sha256, sha256Hex, sha256HexLater, hmacSha256 } = platformHashes(globalThis.crypto?.subtle);

function platformHashes(subtle: SubtleCrypto | undefined): Hashes {
  if (nodeCrypto) return nodeHashes(nodeCrypto);
  return subtle ? webHashes(subtle) : pureHashes;
}
