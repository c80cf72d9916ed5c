import { createRequire } from 'node:module';
import { RFC9162 } from '@transmute/rfc9162';
import { describe, expect, it } from 'vitest';
import { equalBytes, fromBase64, toBase64 } from '../src/encoding.ts';
import { emptyRoot, hashLeaf, hashNode, treeRoot, verifyConsistency, verifyInclusion } from '../src/merkle.ts';
import { TileTree } from '../src/tree.ts';
import { storageSource } from '../src/writer.ts';
import { accept, code, entries, entryAt, logOf, plainRoot, SIZES, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

/** The Merkle check of Sigstore's verifier. It is internal there, so its path may change with its version. */
const { verifyMerkleInclusion }: typeof import('@sigstore/verify/dist/tlog/merkle.js') = createRequire(import.meta.url)(
  '@sigstore/verify/dist/tlog/merkle.js',
);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

async function treeOf(size: number): Promise<TileTree> {
  const { storage, writer } = await logOf(size);
  return new TileTree(size, value(accept(writer.note!)).root, storageSource(storage));
}

// The tree of eight leaves by which implementations of Certificate Transparency (RFC 6962) test themselves.
describe('the reference tree of Certificate Transparency', () => {
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it.each(roots.map((root, size) => ({ size, root })))('has the root $root at size $size', ({ size, root }) => {
    const hashes = leaves.slice(0, size).map((leaf) => hashLeaf(Buffer.from(leaf, 'hex')));
    expect(hex(treeRoot(hashes))).toBe(root);
  });

  it('has the roots of empty tree, empty leaf and an inner node', () => {
    expect(hex(emptyRoot())).toBe(roots[0]);
    expect(hex(hashLeaf(new Uint8Array(0)))).toBe(roots[1]);
    expect(hex(hashNode(Buffer.from('N123'), Buffer.from('N456')))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    );
  });
});

// This library always writes the first hash of a consistency proof. RFC 6962 leaves it out if the older size is a power of
// two. So the library is shown `boundaryHashes`, which are the proof with its first hash explicit.
describe('@transmute/rfc9162', () => {
  it.each(SIZES.filter((size) => size > 0 && size < 1000))('agrees about a tree of %i entries', async (size) => {
    const random = new SeededRandom(size);
    const all = entries(0, size);
    const tree = await treeOf(size);
    expect(toBase64(await RFC9162.treeHead(all))).toBe(toBase64(tree.root));
    for (const index of new Set([0, size - 1, random.below(size), random.below(size)])) {
      const proof = await RFC9162.inclusionProof(entryAt(index), all);
      const ours = value(await tree.inclusionProof(index));
      expect(proof.inclusion_path.map(toBase64)).toEqual(ours.map(toBase64));
      const theirs = { log_id: '', tree_size: size, leaf_index: index, inclusion_path: ours };
      expect(await RFC9162.verifyInclusionProof(tree.root, await RFC9162.leaf(entryAt(index)), theirs)).toBe(true);
    }
    for (const old of new Set(
      [1, Math.ceil(size / 2), size - 1, 1 + random.below(size)].filter((n) => n > 0 && n < size),
    )) {
      const ours = value(await tree.boundaryHashes(old));
      const older = value(await tree.rootAt(old));
      const theirs = { log_id: '', tree_size_1: old, tree_size_2: size, consistency_path: ours };
      expect(await RFC9162.verifyConsistencyProof(older, tree.root, theirs)).toBe(true);
      const wrong = flipBit(older, random);
      expect(await RFC9162.verifyConsistencyProof(wrong, tree.root, theirs)).toBe(false);
    }
  });

  it.each([65_536, 70_000])('accepts our proofs in a tree of %i entries', async (size) => {
    const tree = await treeOf(size);
    for (const index of [0, 255, 256, 65_535, size - 1]) {
      const theirs = {
        log_id: '',
        tree_size: size,
        leaf_index: index,
        inclusion_path: value(await tree.inclusionProof(index)),
      };
      expect(await RFC9162.verifyInclusionProof(tree.root, await RFC9162.leaf(entryAt(index)), theirs)).toBe(true);
    }
    const [old, older] = [65_000, value(await tree.rootAt(65_000))];
    const consistency_path = value(await tree.boundaryHashes(old));
    const theirs = { log_id: '', tree_size_1: old, tree_size_2: size, consistency_path };
    expect(await RFC9162.verifyConsistencyProof(older, tree.root, theirs)).toBe(true);
  });
});

describe('@sigstore/verify', () => {
  it.each(SIZES.filter((size) => size > 0))('accepts our inclusion proofs in a tree of %i entries', async (size) => {
    const random = new SeededRandom(size);
    const tree = await treeOf(size);
    for (const index of new Set([0, size - 1, random.below(size), random.below(size)])) {
      const hashes = value(await tree.inclusionProof(index)).map((hash) => Buffer.from(hash));
      const check = (entry: Uint8Array) =>
        verifyMerkleInclusion(
          {
            canonicalizedBody: Buffer.from(entry),
            inclusionProof: {
              logIndex: String(index),
              hashes,
              treeSize: String(size),
              rootHash: Buffer.from(tree.root),
            },
          } as never,
          { logSize: BigInt(size), logHash: Buffer.from(tree.root) } as never,
        );
      check(entryAt(index));
      expect(() => check(entryAt(index + 1))).toThrow();
    }
  });
});

describe('verification of proofs', () => {
  // All sizes up to 40 and all positions: every shape of a small tree.
  it('accepts the proofs of every position and refuses them for every other position and size', async () => {
    const roots = Array.from({ length: 41 }, (_, size) => plainRoot(size));
    for (let size = 1; size <= 40; size++) {
      const tree = await treeOf(size);
      expect(equalBytes(tree.root, roots[size]!)).toBe(true);
      for (let index = 0; index < size; index++) {
        const proof = value(await tree.inclusionProof(index));
        const leaf = hashLeaf(entryAt(index));
        for (let at = 0; at < size; at++)
          expect(verifyInclusion(at, size, leaf, proof, tree.root).ok).toBe(at === index);
        expect(verifyInclusion(index, size, leaf, [...proof, leaf], tree.root).ok).toBe(false);
        if (proof.length > 0) expect(verifyInclusion(index, size, leaf, proof.slice(1), tree.root).ok).toBe(false);
      }
      for (let old = 0; old <= size; old++) {
        const proof = value(await tree.consistencyProof(old));
        for (let other = 0; other <= size; other++)
          expect(verifyConsistency(old, size, roots[other]!, tree.root, proof).ok).toBe(other === old);
        expect(verifyConsistency(old, size, roots[old]!, tree.root, [...proof, tree.root]).ok).toBe(false);
        if (old > 0) expect(verifyConsistency(old, 2 ** 40, roots[old]!, tree.root, proof).ok).toBe(false);
      }
    }
  });

  it.each([1, 2, 3])('refuses proofs with a flipped bit, at random sizes (seed %i)', async (seed) => {
    const random = new SeededRandom(seed);
    for (let round = 0; round < 12; round++) {
      const size = 2 + random.below(3000);
      const tree = await treeOf(size);
      const index = random.below(size);
      const proof = value(await tree.inclusionProof(index));
      const leaf = hashLeaf(entryAt(index));
      const at = random.below(proof.length);
      const wrong = proof.map((hash, i) => (i === at ? flipBit(hash, random) : hash));
      expect(code(verifyInclusion(index, size, leaf, proof, tree.root))).toBe('accepted');
      expect(code(verifyInclusion(index, size, leaf, wrong, tree.root))).toBe('wrong-proof');
      expect(code(verifyInclusion(index, size, flipBit(leaf, random), proof, tree.root))).toBe('wrong-proof');
      expect(code(verifyInclusion(index, size, leaf, proof, flipBit(tree.root, random)))).toBe('wrong-proof');

      const old = 1 + random.below(size - 1);
      const older = value(await tree.rootAt(old));
      const path = value(await tree.consistencyProof(old));
      const other = path.map((hash, i) => (i === path.length - 1 ? flipBit(hash, random) : hash));
      expect(code(verifyConsistency(old, size, older, tree.root, path))).toBe('accepted');
      expect(code(verifyConsistency(old, size, older, tree.root, other))).toBe('wrong-proof');
      expect(code(verifyConsistency(old, size, flipBit(older, random), tree.root, path))).toBe('wrong-proof');
    }
  });

  it('refuses positions and sizes that are not integers of a tree', () => {
    const root = plainRoot(3);
    for (const index of [3, -1, 0.5, Number.NaN, 2 ** 53])
      expect(code(verifyInclusion(index, 3, root, [], root))).toBe('outside-tree');
    for (const old of [4, -1, 0.5, Number.NaN])
      expect(code(verifyConsistency(old, 3, root, root, []))).toBe('outside-tree');
    expect(code(verifyInclusion(0, 2 ** 52, root, Array(64).fill(root), root))).toBe('wrong-proof');
    expect(code(verifyInclusion(0, 2, root, [new Uint8Array(31)], root))).toBe('wrong-proof');
  });

  it('handles sizes near 2^53', () => {
    const size = 2 ** 52 + 1;
    const left = hashLeaf(entryAt(0));
    const right = hashLeaf(entryAt(1));
    // The last entry of such a tree is the right child of the root.
    value(verifyInclusion(size - 1, size, right, [left], hashNode(left, right)));
    value(verifyConsistency(size - 1, size, left, hashNode(left, right), [right]));
  });
});

it('decodes base64 in one form only', () => {
  expect(fromBase64('AQI=')).toEqual(Uint8Array.of(1, 2));
  for (const text of ['AQJ=', 'AQI', 'AQI= ', 'AQI=\n', 'AQ-_', 'A===', '=']) expect(fromBase64(text), text).toBe(null);
  const long = new SeededRandom(1).bytes(70_001);
  expect(fromBase64(toBase64(long))).toEqual(long);
});
