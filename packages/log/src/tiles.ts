import { isDecimal, isSize } from './encoding.ts';
import { HASH_BYTES } from './merkle.ts';
import { type Result, refuse, succeed } from './result.ts';

/** Hashes in a full tile, and entries in a full bundle. */
export const TILE_WIDTH = 256;
/** Length of a full tile in bytes. */
export const TILE_BYTES = TILE_WIDTH * HASH_BYTES;
/** The highest level that a tile path may name. Trees of up to 2^53 − 1 entries use levels 0 to 6. */
export const MAX_LEVEL = 63;
/** The largest entry: its length is written in 16 bits. */
export const MAX_ENTRY_BYTES = 65_535;
/** The largest entry bundle: 256 entries with their lengths. */
export const MAX_BUNDLE_BYTES = TILE_WIDTH * (2 + MAX_ENTRY_BYTES);

/** The place of a tile, or of an entry bundle: `level` is then 'entries'. */
export interface TilePlace {
  /** 0 for leaf hashes; the hashes of level L + 1 are the roots of full tiles of level L. */
  readonly level: number | 'entries';
  /** Position within the level, from 0. */
  readonly index: number;
  /** Number of hashes or entries: 256 if full, 1 to 255 if partial. */
  readonly width: number;
}

/** A tile or bundle with its bytes. */
export interface TileFile extends TilePlace {
  readonly bytes: Uint8Array;
}

/**
 * Returns the path of a tile or bundle below the prefix of a log (tlog-tiles, "Merkle Tree"), for example
 * `tile/0/x001/x234/067.p/8` or `tile/entries/000`.
 * @throws RangeError if the place is outside the limits of the specification
 */
export function tilePath({ level, index, width }: TilePlace): string {
  if (level !== 'entries' && !(Number.isInteger(level) && level >= 0 && level <= MAX_LEVEL))
    throw new RangeError(`no tile level: ${level}`);
  if (!isSize(index)) throw new RangeError(`no tile index: ${index}`);
  if (!Number.isInteger(width) || width < 1 || width > TILE_WIDTH) throw new RangeError(`no tile width: ${width}`);
  const groups = [index % 1000];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) groups.unshift(rest % 1000);
  const elements = groups.map((group, i) => (i < groups.length - 1 ? 'x' : '') + String(group).padStart(3, '0'));
  return `tile/${level}/${elements.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Parses what `tilePath` writes. Returns `path-form` for every other text, also for another form of the same number. */
export function parseTilePath(path: string): Result<TilePlace> {
  const bad = refuse('path-form', 'The text is not the path of a tile or entry bundle.');
  // The longest path of an index below 2^53 has 6 groups.
  const match = /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path);
  if (!match) return bad;
  const [, level = '', groups = '', width] = match;
  if (level !== 'entries' && (!isDecimal(level) || Number(level) > MAX_LEVEL)) return bad;
  const place: TilePlace = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  if (!isSize(place.index) || place.width < 1 || place.width > TILE_WIDTH) return bad;
  return tilePath(place) === path ? succeed(place) : bad;
}

/** Returns the number of hashes on a tile level of a tree: floor(size / 256^level). */
export function hashesOnLevel(level: number, size: number): number {
  let count = size;
  for (let i = 0; i < level && count > 0; i++) count = Math.floor(count / TILE_WIDTH);
  return count;
}

/** Returns the width of a tile in a tree of `size` entries: 256, that of a partial tile, or 0 if there is no such tile. */
export function widthOfTile(level: number, index: number, size: number): number {
  const count = hashesOnLevel(level, size);
  const full = Math.floor(count / TILE_WIDTH);
  if (index < full) return TILE_WIDTH;
  return index === full ? count % TILE_WIDTH : 0;
}

/** Yields the places of all tiles of a tree, without bundles, level by level. For 70,000 entries they are 277. */
export function* tilesOfSize(size: number): Generator<TilePlace> {
  for (let level = 0; hashesOnLevel(level, size) > 0; level++) {
    const tiles = Math.ceil(hashesOnLevel(level, size) / TILE_WIDTH);
    for (let index = 0; index < tiles; index++) yield { level, index, width: widthOfTile(level, index, size) };
  }
}

/**
 * Encodes up to 256 entries as a bundle: each with its length as a big-endian 16-bit number before it (tlog-tiles, "Log
 * entries").
 * @throws RangeError if there are too many entries or one is longer than 65,535 bytes
 */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length > TILE_WIDTH) throw new RangeError(`a bundle holds 256 entries, not ${entries.length}`);
  const long = entries.find((entry) => entry.length > MAX_ENTRY_BYTES);
  if (long) throw new RangeError(`an entry has ${long.length} bytes; the limit is 65,535`);
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    bytes[at] = entry.length >> 8;
    bytes[at + 1] = entry.length & 255;
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/**
 * Decodes a bundle of exactly `width` entries. The entries share the memory of `bytes`.
 * @returns `bundle-form` if the bytes hold fewer or more entries
 */
export function decodeBundle(bytes: Uint8Array, width: number): Result<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (entries.length < width && at + 2 <= bytes.length) {
    const end = at + 2 + ((bytes[at]! << 8) | bytes[at + 1]!);
    if (end > bytes.length) break;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  if (entries.length !== width || at !== bytes.length)
    return refuse('bundle-form', `The entry bundle does not consist of exactly ${width} entries.`);
  return succeed(entries);
}
