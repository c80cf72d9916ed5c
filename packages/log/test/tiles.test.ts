import { describe, expect, it } from 'vitest';
import { appendLeaves, EMPTY_EDGE, rootOfEdge } from '../src/edge.ts';
import { equalBytes, toBase64 } from '../src/encoding.ts';
import { hashLeaf } from '../src/merkle.ts';
import {
  decodeBundle,
  encodeBundle,
  MAX_ENTRY_BYTES,
  parseTilePath,
  type TilePlace,
  tilePath,
  tilesOfSize,
  widthOfTile,
} from '../src/tiles.ts';
import { type TileReader, TileTree } from '../src/tree.ts';
import { storageSource } from '../src/writer.ts';
import { accept, code, entries, entryAt, leafHashes, logOf, makeLog, plainRoot, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

describe('tile paths', () => {
  it.each<[TilePlace, string]>([
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 0, index: 0, width: 8 }, 'tile/0/000.p/8'],
    [{ level: 63, index: 999, width: 255 }, 'tile/63/999.p/255'],
    [{ level: 'entries', index: 1000, width: 256 }, 'tile/entries/x001/000'],
    [{ level: 2, index: Number.MAX_SAFE_INTEGER, width: 1 }, 'tile/2/x009/x007/x199/x254/x740/991.p/1'],
  ])('writes and parses %o', (place, path) => {
    expect(tilePath(place)).toBe(path);
    expect(value(parseTilePath(path))).toEqual(place);
  });

  it.each([
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/0',
    'tile/0/x000/000',
    'tile/0/001/000',
    'tile/0/x001/x000',
    'tile/0/1000',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/300',
    'tile/0/000.p/',
    'tile/0/000/',
    '/tile/0/000',
    'tile/entry/000',
    'tile/0/x999/x999/x999/x999/x999/999',
    'tile/0/x001/x001/x001/x001/x001/x001/001',
    'tile/0/../000',
    'tile/0/000\n',
  ])('refuses %j', (path) => {
    expect(code(parseTilePath(path))).toBe('path-form');
  });

  it('are inverted by the parser at random places (seed 1)', () => {
    const random = new SeededRandom(1);
    for (let i = 0; i < 500; i++) {
      const level = random.pick([0, 1, 9, 10, 63, 'entries'] as const);
      const place = { level, index: Math.floor(2 ** (random.next() * 53)), width: 1 + random.below(256) };
      expect(value(parseTilePath(tilePath(place)))).toEqual(place);
    }
  });

  it('throw for places outside the limits', () => {
    for (const place of [
      { level: 64, index: 0, width: 1 },
      { level: 0, index: -1, width: 1 },
      { level: 0, index: 0, width: 0 },
      { level: 0, index: 0, width: 257 },
    ])
      expect(() => tilePath(place)).toThrow(RangeError);
  });
});

// The example of the specification: 273 full and one partial tile, one full and one partial, one partial.
it('a tree of 70,000 entries has 277 tiles', () => {
  const tiles = [...tilesOfSize(70_000)];
  const on = (level: number) => tiles.filter((tile) => tile.level === level);
  expect(tiles).toHaveLength(277);
  expect(on(0)).toHaveLength(274);
  expect(on(0).at(-1)).toEqual({ level: 0, index: 273, width: 112 });
  expect(on(1).map(({ width }) => width)).toEqual([256, 17]);
  expect(on(2)).toEqual([{ level: 2, index: 0, width: 1 }]);
  expect([...tilesOfSize(256)]).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 1, index: 0, width: 1 },
  ]);
  expect(widthOfTile(0, 274, 70_000)).toBe(0);
});

describe('entry bundles', () => {
  it('are length-prefixed entries', () => {
    const bundle = encodeBundle([Uint8Array.of(7), new Uint8Array(0), new Uint8Array(258).fill(1)]);
    expect([...bundle.subarray(0, 8)]).toEqual([0, 1, 7, 0, 0, 1, 2, 1]);
    expect(value(decodeBundle(bundle, 3)).map(({ length }) => length)).toEqual([1, 0, 258]);
  });

  it('refuse another number of entries, and bytes that are cut or too many', () => {
    const bundle = encodeBundle(entries(0, 3));
    for (const [bytes, width] of [
      [bundle, 2],
      [bundle, 4],
      [bundle.subarray(0, -1), 3],
      [Uint8Array.of(...bundle, 0), 3],
      [new Uint8Array(0), 1],
    ] as const)
      expect(code(decodeBundle(bytes, width))).toBe('bundle-form');
  });

  it('refuse entries above 65,535 bytes and more than 256 entries', () => {
    expect(encodeBundle([new Uint8Array(MAX_ENTRY_BYTES)])).toHaveLength(MAX_ENTRY_BYTES + 2);
    expect(() => encodeBundle([new Uint8Array(MAX_ENTRY_BYTES + 1)])).toThrow(RangeError);
    expect(() => encodeBundle(Array(257).fill(new Uint8Array(0)))).toThrow(RangeError);
  });
});

describe('appending', () => {
  it.each([1, 2, 3, 4])('in random batches makes the tree of one batch, tile by tile (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    const size = random.below(70_000);
    const all = leafHashes(size);
    const files = new Map<string, string>();
    let edge = EMPTY_EDGE;
    while (edge.size < size) {
      const batch = all.slice(edge.size, edge.size + 1 + random.below(random.pick([3, 300, 9000])));
      const grown = appendLeaves(edge, batch);
      expect(toBase64(rootOfEdge(grown.edge))).toBe(toBase64(grown.root));
      for (const tile of grown.tiles) {
        const path = tilePath(tile);
        // A path is written once, because its content never changes.
        expect(files.has(path)).toBe(false);
        files.set(path, toBase64(tile.bytes));
      }
      edge = grown.edge;
    }
    expect(toBase64(rootOfEdge(edge))).toBe(toBase64(plainRoot(size)));
    const whole = appendLeaves(EMPTY_EDGE, all);
    for (const tile of whole.tiles) expect(files.get(tilePath(tile))).toBe(toBase64(tile.bytes));
    expect(whole.tiles.map(tilePath).sort()).toEqual([...tilesOfSize(size)].map(tilePath).sort());
  });

  it('leaves the old edge as it was', () => {
    const { edge } = appendLeaves(EMPTY_EDGE, leafHashes(255));
    const before = toBase64(rootOfEdge(edge));
    appendLeaves(edge, leafHashes(10));
    expect(toBase64(rootOfEdge(edge))).toBe(before);
  });
});

describe('a tree of untrusted tiles', () => {
  const SIZE = 66_000;

  /** A reader of a log that lets `change` alter each file. */
  async function altered(
    size: number,
    change: (path: string, bytes: Uint8Array | null) => Uint8Array | null,
  ): Promise<TileTree> {
    const { storage, writer } = await logOf(size);
    const read = async (place: TilePlace) => change(tilePath(place), await storage.read(tilePath(place)));
    const reader: TileReader = {
      readTile: (level, index, width) => read({ level, index, width }),
      readEntries: (index, width) => read({ level: 'entries', index, width }),
    };
    return new TileTree(size, value(accept(writer.note!)).root, reader);
  }

  it('reads entries, leaf hashes and roots of smaller trees', async () => {
    const { storage, writer } = await logOf(SIZE);
    const tree = new TileTree(SIZE, value(accept(writer.note!)).root, storageSource(storage));
    for (const index of [0, 255, 256, 65_535, 65_536, SIZE - 1]) {
      expect(value(await tree.entry(index))).toEqual(entryAt(index));
      expect(value(await tree.leafHash(index))).toEqual(hashLeaf(entryAt(index)));
    }
    for (const size of [0, 1, 255, 256, 257, 65_535, 65_536, 65_537, SIZE])
      expect(equalBytes(value(await tree.rootAt(size)), plainRoot(size))).toBe(true);
  });

  it('refuses positions outside the tree', async () => {
    const tree = await altered(300, (_, bytes) => bytes);
    for (const index of [300, -1, 0.5, Number.NaN]) {
      expect(code(await tree.entry(index))).toBe('outside-tree');
      expect(code(await tree.leafHash(index))).toBe('outside-tree');
      expect(code(await tree.inclusionProof(index))).toBe('outside-tree');
    }
    for (const size of [301, -1, 1.5]) {
      expect(code(await tree.rootAt(size))).toBe('outside-tree');
      expect(code(await tree.consistencyProof(size))).toBe('outside-tree');
    }
    expect(code(await tree.entriesOfBundle(2))).toBe('outside-tree');
    const empty = await altered(0, (_, bytes) => bytes);
    expect(code(await empty.entry(0))).toBe('outside-tree');
    expect(value(await empty.edge()).size).toBe(0);
  });

  it.each(['tile/0/000', 'tile/0/255', 'tile/0/x000/257.p/208', 'tile/1/000', 'tile/1/001.p/1', 'tile/2/000.p/1'])(
    'refuses a flipped bit in %s, wherever it is',
    async (name) => {
      const path = name.replace('x000/257', '257');
      const random = new SeededRandom(path.length);
      let flipped = 0;
      const tree = await altered(SIZE, (each, bytes) => {
        if (each !== path || !bytes) return bytes;
        flipped++;
        return flipBit(bytes, random);
      });
      const index = path === 'tile/0/255' ? 255 * 256 : path.startsWith('tile/0/257') ? SIZE - 1 : 0;
      for (let i = 0; i < 5; i++) {
        expect(code(await tree.inclusionProof(index))).toBe('wrong-tile');
        expect(code(await tree.entry(index))).toBe('wrong-tile');
      }
      expect(flipped).toBeGreaterThan(4);
    },
  );

  it('refuses entries with a flipped bit', async () => {
    const random = new SeededRandom(4);
    for (const index of [0, SIZE - 1]) {
      const codes = new Set<string>();
      for (let i = 0; i < 30; i++) {
        const tree = await altered(600, (path, bytes) =>
          bytes && path.startsWith('tile/entries') ? flipBit(bytes, random) : bytes,
        );
        codes.add(code(await tree.entry(Math.min(index, 599))));
      }
      // A bit of a length makes another number of entries; a bit of an entry makes another hash.
      expect([...codes].sort()).toEqual(['bundle-form', 'wrong-entry']);
    }
  });

  it('refuses tiles of another length, and says which file is missing', async () => {
    const short = await altered(300, (path, bytes) => (path === 'tile/0/000' ? bytes!.subarray(32) : bytes));
    expect(code(await short.inclusionProof(0))).toBe('tile-length');
    const missing = await altered(300, (path, bytes) => (path.startsWith('tile/0/001') ? null : bytes));
    expect(await missing.inclusionProof(0)).toMatchObject({ code: 'unavailable' });
  });

  it('reads the full tile when the partial one was deleted', async () => {
    const { storage, writer } = await makeLog(300);
    const { root } = value(accept(writer.note!));
    value(await writer.append(entries(300, 600)));
    storage.files.delete('tile/0/001.p/44');
    storage.files.delete('tile/entries/001.p/44');
    const tree = new TileTree(300, root, storageSource(storage));
    expect(value(await tree.entry(299))).toEqual(entryAt(299));
    expect(value(await tree.edge()).size).toBe(300);
  });

  it('reads again after a failure of the reader', async () => {
    let isDown = true;
    const tree = await altered(300, (_, bytes) => {
      if (isDown) throw new Error('the disk is gone');
      return bytes;
    });
    await expect(tree.entry(0)).rejects.toThrow('the disk is gone');
    isDown = false;
    expect(value(await tree.entry(0))).toEqual(entryAt(0));
  });

  it('reads few tiles for a proof', async () => {
    const paths = new Set<string>();
    const tree = await altered(SIZE, (path, bytes) => {
      paths.add(path);
      return bytes;
    });
    value(await tree.inclusionProof(1000));
    expect(paths.size).toBeLessThan(7);
  });
});
