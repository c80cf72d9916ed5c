import { EMPTY_EDGE, hashesOfTile, rootOfEdge, type TreeEdge } from './edge.ts';
import { equalBytes, isSize } from './encoding.ts';
import { HASH_BYTES, hashLeaf, hashNode, largestPowerBelow } from './merkle.ts';
import { attempt, Refusal, type Result, unwrap } from './result.ts';
import { decodeBundle, hashesOnLevel, TILE_WIDTH, widthOfTile } from './tiles.ts';

/**
 * Reads tiles and bundles from wherever they are kept. Nothing that it returns is trusted.
 *
 * `null` means that there is no such file. A log may delete a partial file once the full one exists, so a missing partial
 * file is asked for again with a width of 256. Exceptions pass through to the caller of the tree.
 */
export interface TileReader {
  readTile(level: number, index: number, width: number): Promise<Uint8Array | null>;
  readEntries(index: number, width: number): Promise<Uint8Array | null>;
}

/** Consecutive entries from `start` up to but not including `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** More tiles than a proof needs; about 8 MB of hashes, and as much of the nodes above them. */
const TILES_KEPT = 512;

/** A verified tile: the nodes of each height above its hashes, as far as they are complete. */
type TileNodes = readonly (readonly Uint8Array[])[];

/**
 * A tree of known size and root, read from untrusted tiles. Every tile is verified against the root before a hash of it
 * is used: partial tiles together make the root, and each full tile's root is a hash of the tile above it.
 *
 * Methods return `wrong-tile` if a tile does not belong to the tree, `tile-length` if it has another length than its place
 * requires, `unavailable` if the reader has no such file, and `outside-tree` for an index or size outside the tree.
 */
export class TileTree {
  readonly size: number;
  readonly root: Uint8Array;
  readonly #reader: TileReader;
  readonly #tiles = new Map<string, Promise<TileNodes>>();
  #edge: Promise<TreeEdge> | undefined;

  /** @param size number of entries; `root` is the root at this size, from a verified checkpoint */
  constructor(size: number, root: Uint8Array, reader: TileReader) {
    this.size = size;
    this.root = root;
    this.#reader = reader;
  }

  /** Reads the right edge and verifies that it makes the root. */
  edge(): Promise<Result<TreeEdge>> {
    return attempt(() => this.#readEdge());
  }

  /** Returns the leaf hash of the entry at `index`, from 0. */
  leafHash(index: number): Promise<Result<Uint8Array>> {
    return attempt(() => {
      this.#require(index, 0, this.size - 1, 'entry');
      return this.#node(0, index);
    });
  }

  /** Returns the root that the tree had when it had `size` entries. */
  rootAt(size: number): Promise<Result<Uint8Array>> {
    return attempt(async () => {
      this.#require(size, 0, this.size, 'the tree of size');
      return size === 0 ? rootOfEdge(EMPTY_EDGE) : this.#hashOf({ start: 0, end: size });
    });
  }

  /** Returns the inclusion proof of an entry (RFC 6962, section 2.1.1), sibling of the leaf first. */
  inclusionProof(index: number): Promise<Result<Uint8Array[]>> {
    return attempt(() => {
      this.#require(index, 0, this.size - 1, 'entry');
      return this.#hashesOf(inclusionRanges(index, { start: 0, end: this.size }));
    });
  }

  /** Returns the consistency proof from an older size to this tree (RFC 6962, section 2.1.2). Empty for 0 and `size`. */
  consistencyProof(oldSize: number): Promise<Result<Uint8Array[]>> {
    return attempt(async () => {
      this.#require(oldSize, 0, this.size, 'the tree of size');
      if (oldSize === 0) return [];
      return this.#hashesOf(consistencyRanges(oldSize, { start: 0, end: this.size }, true));
    });
  }

  /** Like `consistencyProof`, with the first hash always explicit, as evidence of a contradiction needs it. */
  boundaryHashes(oldSize: number): Promise<Result<Uint8Array[]>> {
    return attempt(() => {
      this.#require(oldSize, 1, this.size - 1, 'a smaller tree of size');
      return this.#hashesOf(consistencyRanges(oldSize, { start: 0, end: this.size }, false));
    });
  }

  /**
   * Reads the entries of one bundle, the 256 entries from `256 * bundle` or those that exist, and verifies each against
   * its leaf hash.
   * @returns `bundle-form` or `wrong-entry` if the log served something else
   */
  entriesOfBundle(bundle: number): Promise<Result<Uint8Array[]>> {
    return attempt(async () => {
      this.#require(bundle, 0, Math.ceil(this.size / TILE_WIDTH) - 1, 'entry bundle');
      const width = widthOfTile(0, bundle, this.size);
      const [leafHashes] = await this.#tile(0, bundle);
      const [bytes, readWidth] = await this.#fetch(width, (w) => this.#reader.readEntries(bundle, w), 'entry bundle');
      const entries = unwrap(decodeBundle(bytes, readWidth)).slice(0, width);
      const wrong = entries.findIndex((entry, i) => !equalBytes(hashLeaf(entry), leafHashes![i]!));
      if (wrong >= 0)
        throw new Refusal('wrong-entry', `Entry ${bundle * TILE_WIDTH + wrong} does not have the hash in the tree.`);
      return entries;
    });
  }

  /** Reads the entry at `index` and verifies it. To read many entries use `entriesOfBundle`. */
  entry(index: number): Promise<Result<Uint8Array>> {
    return attempt(async () => {
      this.#require(index, 0, this.size - 1, 'entry');
      return unwrap(await this.entriesOfBundle(Math.floor(index / TILE_WIDTH)))[index % TILE_WIDTH]!;
    });
  }

  /** Throws unless `value` is an integer from `from` to `to`. */
  #require(value: number, from: number, to: number, what: string): void {
    if (!isSize(value) || value < from || value > to)
      throw new Refusal('outside-tree', `The tree of ${this.size} entries does not contain ${what} ${value}.`);
  }

  #hashesOf(ranges: readonly Range[]): Promise<Uint8Array[]> {
    return Promise.all(ranges.map((range) => this.#hashOf(range)));
  }

  /** The hash of a range that is a subtree: complete, or at the right edge. */
  async #hashOf({ start, end }: Range): Promise<Uint8Array> {
    const count = end - start;
    if (count === 1) return this.#node(0, start);
    const left = largestPowerBelow(count);
    if (left * 2 === count) return this.#node(Math.log2(count), start / count);
    const [one, other] = await this.#hashesOf([
      { start, end: start + left },
      { start: start + left, end },
    ]);
    return hashNode(one!, other!);
  }

  /** The node over the 2^height entries from `index * 2^height`, which all exist. */
  async #node(height: number, index: number): Promise<Uint8Array> {
    const level = Math.floor(height / 8);
    const above = height % 8;
    const perTile = TILE_WIDTH / 2 ** above;
    const nodes = await this.#tile(level, Math.floor(index / perTile));
    return nodes[above]![index % perTile]!;
  }

  #tile(level: number, index: number): Promise<TileNodes> {
    const key = `${level}/${index}`;
    const known = this.#tiles.get(key);
    if (known) return known;
    const made = this.#readTile(level, index);
    this.#tiles.set(key, made);
    // A failed read is not kept, so that the next call tries again.
    made.catch(() => this.#tiles.delete(key));
    const [oldest] = this.#tiles.keys();
    if (this.#tiles.size > TILES_KEPT && oldest !== undefined) this.#tiles.delete(oldest);
    return made;
  }

  async #readTile(level: number, index: number): Promise<TileNodes> {
    const width = widthOfTile(level, index, this.size);
    const edge = await this.#readEdge();
    if (width < TILE_WIDTH) return nodesOf(edge.levels[level]!);
    const nodes = nodesOf(await this.#hashesOfTile(level, index, TILE_WIDTH));
    const expected = (await this.#tile(level + 1, Math.floor(index / TILE_WIDTH)))[0]![index % TILE_WIDTH]!;
    if (!equalBytes(nodes[8]![0]!, expected))
      throw new Refusal('wrong-tile', `Tile ${index} of level ${level} does not belong to the tree.`);
    return nodes;
  }

  #readEdge(): Promise<TreeEdge> {
    if (this.#edge) return this.#edge;
    const made = this.#verifiedEdge();
    this.#edge = made;
    made.catch(() => {
      this.#edge = undefined;
    });
    return made;
  }

  async #verifiedEdge(): Promise<TreeEdge> {
    const reads: Promise<Uint8Array[]>[] = [];
    for (let level = 0; hashesOnLevel(level, this.size) > 0; level++) {
      const count = hashesOnLevel(level, this.size);
      const width = count % TILE_WIDTH;
      reads.push(width === 0 ? Promise.resolve([]) : this.#hashesOfTile(level, Math.floor(count / TILE_WIDTH), width));
    }
    const edge = { size: this.size, levels: await Promise.all(reads) };
    if (!equalBytes(rootOfEdge(edge), this.root))
      throw new Refusal('wrong-tile', 'The partial tiles do not make the root of the tree.');
    return edge;
  }

  async #hashesOfTile(level: number, index: number, width: number): Promise<Uint8Array[]> {
    const place = `tile ${index} of level ${level}`;
    const [bytes, readWidth] = await this.#fetch(width, (w) => this.#reader.readTile(level, index, w), place);
    if (bytes.length !== readWidth * HASH_BYTES)
      throw new Refusal('tile-length', `The ${place} has ${bytes.length} bytes instead of ${readWidth * HASH_BYTES}.`);
    return hashesOfTile(bytes.subarray(0, width * HASH_BYTES));
  }

  /** Reads a file of the given width, or the full file if there is no partial one. Returns its bytes and its width. */
  async #fetch(
    width: number,
    read: (width: number) => Promise<Uint8Array | null>,
    what: string,
  ): Promise<readonly [Uint8Array, number]> {
    const bytes = await read(width);
    if (bytes) return [bytes, width];
    const full = width < TILE_WIDTH ? await read(TILE_WIDTH) : null;
    if (!full) throw new Refusal('unavailable', `The log has no ${what} of width ${width}.`);
    return [full, TILE_WIDTH];
  }
}

/** Returns all complete nodes above the hashes of a tile: element h holds the roots of subtrees of 2^h hashes. */
function nodesOf(hashes: readonly Uint8Array[]): TileNodes {
  const nodes = [hashes];
  for (let below = hashes; below.length > 1; ) {
    const above: Uint8Array[] = [];
    for (let i = 0; i + 1 < below.length; i += 2) above.push(hashNode(below[i]!, below[i + 1]!));
    nodes.push(above);
    below = above;
  }
  return nodes;
}

/** PATH of RFC 6962, section 2.1.1, as ranges of entries. */
function inclusionRanges(index: number, { start, end }: Range): Range[] {
  if (end - start === 1) return [];
  const middle = start + largestPowerBelow(end - start);
  const [inside, beside] =
    index < middle
      ? [
          { start, end: middle },
          { start: middle, end },
        ]
      : [
          { start: middle, end },
          { start, end: middle },
        ];
  return [...inclusionRanges(index, inside), beside];
}

/** SUBPROOF of RFC 6962, section 2.1.2, as ranges of entries. `isKnown`: the verifier knows the hash of this range. */
function consistencyRanges(oldSize: number, { start, end }: Range, isKnown: boolean): Range[] {
  if (oldSize === end) return isKnown ? [] : [{ start, end }];
  const middle = start + largestPowerBelow(end - start);
  if (oldSize <= middle)
    return [...consistencyRanges(oldSize, { start, end: middle }, isKnown), { start: middle, end }];
  return [...consistencyRanges(oldSize, { start: middle, end }, false), { start, end: middle }];
}
