import { concat, MAX_SIZE } from './encoding.ts';
import { emptyRoot, HASH_BYTES, hashNode } from './merkle.ts';
import { TILE_WIDTH, type TileFile } from './tiles.ts';

/**
 * The right edge of a tree: all that is needed to append to it. Holds the hashes of the partial tile of each level, at
 * most 255 a level.
 */
export interface TreeEdge {
  /** Number of entries. */
  readonly size: number;
  /** The hashes of the partial tile of each level, from level 0. A level without a partial tile has none. */
  readonly levels: readonly (readonly Uint8Array[])[];
}

export const EMPTY_EDGE: TreeEdge = { size: 0, levels: [] };

/** The changes to a tree by appended entries. */
export interface Growth {
  readonly edge: TreeEdge;
  /** The new tiles: every tile that became full, then the partial tiles that changed. */
  readonly tiles: readonly TileFile[];
  /** The root of the larger tree. */
  readonly root: Uint8Array;
}

/** The root of a complete subtree of 2^height leaves. */
interface Peak {
  readonly height: number;
  readonly hash: Uint8Array;
}

/**
 * Appends leaf hashes to a tree. Every node of the tree is hashed once in its life, so the work grows with the number of
 * leaves and not with the size of the tree.
 * @throws RangeError if the tree would have more than 2^53 − 1 entries
 */
export function appendLeaves(edge: TreeEdge, leafHashes: readonly Uint8Array[]): Growth {
  if (edge.size + leafHashes.length > MAX_SIZE) throw new RangeError('the tree would be too large');
  const levels = edge.levels.map((hashes) => [...hashes]);
  const changed = new Set<number>();
  const full: TileFile[] = [];
  const peaks = peaksOf(edge);
  let size = edge.size;

  const put = (level: number, hash: Uint8Array) => {
    levels[level] ??= [];
    const hashes = levels[level];
    hashes.push(hash);
    changed.add(level);
    if (hashes.length < TILE_WIDTH) return;
    full.push({ level, index: tileIndex(level, size - 1), width: TILE_WIDTH, bytes: concat(...hashes) });
    levels[level] = [];
  };
  for (const leaf of leafHashes) {
    size++;
    put(0, leaf);
    let peak: Peak = { height: 0, hash: leaf };
    for (let left = peaks.at(-1); left?.height === peak.height; left = peaks.at(-1)) {
      peaks.pop();
      peak = { height: peak.height + 1, hash: hashNode(left.hash, peak.hash) };
      // A node of height 8, 16, … is the root of a full tile, so it is a hash of the tile level above.
      if (peak.height % 8 === 0) put(peak.height / 8, peak.hash);
    }
    peaks.push(peak);
  }
  const partial = [...changed]
    .sort((a, b) => a - b)
    .flatMap((level): TileFile[] => {
      const hashes = levels[level]!;
      if (hashes.length === 0) return [];
      return [{ level, index: tileIndex(level, size - 1), width: hashes.length, bytes: concat(...hashes) }];
    });
  return { edge: { size, levels }, tiles: [...full, ...partial], root: foldPeaks(peaks) };
}

/** Returns the root of the tree that has this edge. */
export function rootOfEdge(edge: TreeEdge): Uint8Array {
  return foldPeaks(peaksOf(edge));
}

/** Reads the hashes of a tile. */
export function hashesOfTile(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, i) => bytes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES));
}

/** The index of the tile on `level` that covers an entry. */
function tileIndex(level: number, entry: number): number {
  return Math.floor(entry / TILE_WIDTH ** (level + 1));
}

/** Returns the complete subtrees of the tree from left to right. Their heights fall. */
function peaksOf({ levels }: TreeEdge): Peak[] {
  return levels.flatMap((_, i) => {
    const level = levels.length - 1 - i;
    return peaksOfTile(levels[level]!).map(({ height, hash }) => ({ height: 8 * level + height, hash }));
  });
}

function peaksOfTile(hashes: readonly Uint8Array[]): Peak[] {
  const peaks: Peak[] = [];
  for (const leaf of hashes) {
    let peak: Peak = { height: 0, hash: leaf };
    for (let left = peaks.at(-1); left?.height === peak.height; left = peaks.at(-1)) {
      peaks.pop();
      peak = { height: peak.height + 1, hash: hashNode(left.hash, peak.hash) };
    }
    peaks.push(peak);
  }
  return peaks;
}

function foldPeaks(peaks: readonly Peak[]): Uint8Array {
  if (peaks.length === 0) return emptyRoot();
  return peaks.map(({ hash }) => hash).reduceRight((right, left) => hashNode(left, right));
}
