import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, isSize } from './encoding.ts';
import { type Result, refuse, succeed } from './result.ts';

/** Length of a SHA-256 hash in bytes. */
export const HASH_BYTES = 32;

/** More hashes than a proof in a tree of 2^63 − 1 entries has. The specifications name this limit. */
export const MAX_PROOF_HASHES = 63;

/** The root of the empty tree: SHA-256 of the empty string (RFC 6962, section 2.1). Returns a new array. */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** Returns the leaf hash of an entry: SHA-256(0x00 || entry) (RFC 6962, section 2.1). */
export function hashLeaf(entry: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + entry.length);
  input.set(entry, 1);
  return sha256(input);
}

/** Returns the hash of an inner node: SHA-256(0x01 || left || right) (RFC 6962, section 2.1). */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + left.length + right.length);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + left.length);
  return sha256(input);
}

/** Returns the root of the tree over leaf hashes (MTH of RFC 6962, section 2.1). */
export function treeRoot(leafHashes: readonly Uint8Array[]): Uint8Array {
  if (leafHashes.length === 0) return emptyRoot();
  // Pairs are joined level by level; a last hash without a partner moves up unchanged.
  let level = [...leafHashes];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i + 1 < level.length; i += 2) above.push(hashNode(level[i]!, level[i + 1]!));
    if (level.length % 2 === 1) above.push(level[level.length - 1]!);
    level = above;
  }
  return level[0]!;
}

/** Returns the largest power of two that is smaller than `n`, for n > 1. */
export function largestPowerBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/**
 * Returns the root that follows from an inclusion proof (RFC 9162, section 2.1.3.2), or null if the proof has the wrong
 * number of hashes for this index and size.
 */
function rootFromInclusion(
  index: number,
  size: number,
  leafHash: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  let node = index;
  let last = size - 1;
  let root = leafHash;
  for (const hash of proof) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      root = hashNode(hash, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      root = hashNode(root, hash);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/**
 * Returns the roots of both trees that follow from a consistency proof (RFC 9162, section 2.1.4.2) whose first hash is
 * always explicit, or null if the number of hashes is wrong. Requires 0 < oldSize < newSize.
 */
export function rootsFromConsistency(
  oldSize: number,
  newSize: number,
  hashes: readonly Uint8Array[],
): { readonly older: Uint8Array; readonly newer: Uint8Array } | null {
  const [seed, ...rest] = hashes;
  if (!seed) return null;
  let node = oldSize - 1;
  let last = newSize - 1;
  while (node % 2 === 1) [node, last] = [(node - 1) / 2, Math.floor(last / 2)];
  let older = seed;
  let newer = seed;
  for (const hash of rest) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      older = hashNode(hash, older);
      newer = hashNode(hash, newer);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      newer = hashNode(newer, hash);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? { older, newer } : null;
}

const badProof = (what: string) => refuse('wrong-proof', what);

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.length <= MAX_PROOF_HASHES && hashes.every((hash) => hash.length === HASH_BYTES);
}

/**
 * Verifies that a tree contains a leaf (RFC 6962, section 2.1.1).
 * @param index position of the leaf, from 0
 * @param size number of leaves of the tree
 * @param leafHash see `hashLeaf`
 * @param proof hashes from the leaf's sibling up to the child of the root
 * @returns `outside-tree` if the index is not below the size, `wrong-proof` if the proof does not lead to the root
 */
export function verifyInclusion(
  index: number,
  size: number,
  leafHash: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): Result<void> {
  if (!isSize(index) || !isSize(size) || index >= size)
    return refuse('outside-tree', `Entry ${index} is not in a tree of ${size} entries.`);
  if (!areHashes([leafHash, ...proof.slice(0, MAX_PROOF_HASHES)]) || proof.length > MAX_PROOF_HASHES)
    return badProof('The inclusion proof has too many hashes, or one that is not 32 bytes long.');
  const found = rootFromInclusion(index, size, leafHash, proof);
  if (!found) return badProof('The inclusion proof has the wrong number of hashes.');
  if (!equalBytes(found, root)) return badProof('The inclusion proof leads to another root.');
  return succeed(undefined);
}

/**
 * Verifies that the first `oldSize` leaves of a tree are the leaves of an older tree (RFC 6962, section 2.1.2).
 * @returns `wrong-proof` if they are not, or if the proof has the wrong number of hashes. Equal sizes and an old size of
 * 0 need an empty proof; the root of an old size of 0 must be `emptyRoot()`.
 */
export function verifyConsistency(
  oldSize: number,
  newSize: number,
  oldRoot: Uint8Array,
  newRoot: Uint8Array,
  proof: readonly Uint8Array[],
): Result<void> {
  if (!isSize(oldSize) || !isSize(newSize) || oldSize > newSize)
    return refuse('outside-tree', `A tree of ${newSize} entries does not contain one of ${oldSize}.`);
  if (!areHashes([oldRoot, newRoot, ...proof.slice(0, MAX_PROOF_HASHES)]) || proof.length > MAX_PROOF_HASHES)
    return badProof('The consistency proof has too many hashes, or one that is not 32 bytes long.');
  if (oldSize === newSize || oldSize === 0) {
    if (proof.length > 0) return badProof('The consistency proof must be empty for these sizes.');
    if (oldSize === 0 && !equalBytes(oldRoot, emptyRoot())) return badProof('The root of the empty tree is wrong.');
    if (oldSize === newSize && !equalBytes(oldRoot, newRoot)) return badProof('The roots of equal sizes differ.');
    return succeed(undefined);
  }
  // A tree whose size is a power of two is one node of the newer tree, so proofs leave its root out.
  const isPower = largestPowerBelow(oldSize + 1) === oldSize;
  const roots = rootsFromConsistency(oldSize, newSize, isPower ? [oldRoot, ...proof] : proof);
  if (!roots) return badProof('The consistency proof has the wrong number of hashes.');
  if (!equalBytes(roots.older, oldRoot)) return badProof('The consistency proof leads to another older root.');
  if (!equalBytes(roots.newer, newRoot)) return badProof('The consistency proof leads to another newer root.');
  return succeed(undefined);
}
