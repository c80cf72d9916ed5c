import { bytesToHex } from '@noble/hashes/utils.js';
import type { Dice } from 'bg-rules';
import { utf8 } from './canonical.ts';
import { hmacSha256, sha256 } from './crypto/hash.ts';
import { fromHex } from './crypto/hex.ts';
import { PROTOCOL } from './types.ts';

/**
 * Bytes from 252 up are skipped: 252 is the largest multiple of 6 that fits in a byte, so every face is
 * equally likely.
 */
export const FIRST_SKIPPED_BYTE = 252;

/** Length of a chain link in bytes. */
const LINK_BYTES = 32;

/** A chain link: 32 bytes, raw or as 64 hex digits. */
export type Link = Uint8Array | string;

export interface RollInputs {
  readonly serverReveal: Link;
  /** The reveals of player 0 and player 1. */
  readonly reveals: readonly [Link, Link];
  /** The id of the match. */
  readonly id: string;
  /** Number of the roll in the match, from 1. Ties count; new games and new commits do not reset it. */
  readonly roll: number;
}

/**
 * Returns a hash chain c[0] … c[length]. The last element is the seed; every other is the SHA-256 of its
 * successor. c[0] is the anchor, and c[k] is the k-th reveal.
 */
export function makeChain(seed: Uint8Array, length: number): Uint8Array[] {
  const links = hashChain(seed, length);
  return Array.from({ length: length + 1 }, (_, index) => linkOf(links, index));
}

/** Like `makeChain`, but returns all links concatenated in one array, which needs less memory. */
export function hashChain(seed: Uint8Array, length: number): Uint8Array {
  const links = new Uint8Array((length + 1) * LINK_BYTES);
  let link = seed;
  links.set(link, length * LINK_BYTES);
  for (let index = length - 1; index >= 0; index--) {
    link = sha256(link);
    links.set(link, index * LINK_BYTES);
  }
  return links;
}

export function linkOf(links: Uint8Array, index: number): Uint8Array {
  return links.subarray(index * LINK_BYTES, (index + 1) * LINK_BYTES);
}

/**
 * Returns the seed of a party's chain, derived from the key and public values. Any device that has the key
 * can therefore continue the match.
 *
 * @param keySeed the 32-byte Ed25519 seed
 * @param id the match's id
 * @param nonce the nonce of the `commit` event, 32 hex digits
 */
export function playerSeed(keySeed: Uint8Array, id: string, nonce: string): Uint8Array {
  return hmacSha256(keySeed, utf8(`bg-chain/1\n${id}\n${nonce}`));
}

/**
 * Derives the dice from three reveals: reads HMAC-SHA-256 blocks, counter from 0, until two bytes below 252
 * are found.
 */
export function deriveDice({ serverReveal, reveals, id, roll }: RollInputs): Dice {
  const key = fromHex([serverReveal, ...reveals].map(digits).join(''));
  const found: number[] = [];
  for (let counter = 0; ; counter++) {
    for (const byte of hmacSha256(key, utf8(`${PROTOCOL}\n${id}\n${roll}\n${counter}`))) {
      if (byte < FIRST_SKIPPED_BYTE) found.push((byte % 6) + 1);
    }
    const [first, second] = found;
    if (first !== undefined && second !== undefined) return [first, second];
  }
}

function digits(link: Link): string {
  return typeof link === 'string' ? link : bytesToHex(link);
}
