import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { concat, toBase64, utf8 } from '../src/encoding.ts';
import { ed25519Signer, formatVkey } from '../src/key.ts';
import { hashLeaf, verifyConsistency, verifyInclusion } from '../src/merkle.ts';
import { openNote, signNote } from '../src/note.ts';
import { tilePath } from '../src/tiles.ts';
import { TileTree } from '../src/tree.ts';
import { storageSource } from '../src/writer.ts';
import { askGo, type GoRequest, hasGo } from './support/go.ts';
import { accept, entryAt, makeLog, ORIGIN, plainRoot, SIZES, signer, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'tlog-kit-go-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds Go and golang.org/x/mod on CI', () => {
  expect(hasGo || process.env.CI !== 'true', 'golang-go or golang-golang-x-mod-dev is missing').toBe(true);
});

const decode = (hashes: readonly string[] | null) =>
  (hashes ?? []).map((hash) => Uint8Array.from(Buffer.from(hash, 'base64')));

/** Positions near the edges of tiles, and some random ones. */
function positions(limit: number, random: SeededRandom): number[] {
  const near = [0, 1, 254, 255, 256, 257, 65_535, 65_536, limit - 2, limit - 1];
  const all = [...near, ...Array.from({ length: 10 }, () => random.below(limit))];
  return [...new Set(all.filter((at) => at >= 0 && at < limit))];
}

describe.runIf(hasGo)('golang.org/x/mod', () => {
  it.each(SIZES)('agrees about roots, proofs, tiles and checkpoints of a log of %i entries', async (size) => {
    const random = new SeededRandom(size);
    const { storage, writer } = await makeLog(size);
    const { root } = value(accept(writer.note!));
    const place = join(folder, String(size));
    for (const [path, bytes] of storage.files) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), bytes);
    }
    const tree = new TileTree(size, root, storageSource(storage));
    const records = positions(size, random);
    const olds = [...positions(size, random).filter((old) => old > 0), ...(size > 0 ? [size] : [])];
    const ours = {
      records: await Promise.all(records.map(async (index) => value(await tree.inclusionProof(index)))),
      trees: await Promise.all(olds.map(async (old) => value(await tree.consistencyProof(old)))),
      olders: await Promise.all(olds.map(async (old) => value(await tree.rootAt(old)))),
    };
    const at = { Size: size, Root: root };
    const requests: GoRequest[] = [
      { Do: 'root', Size: size },
      { Do: 'open', Note: writer.note!, Vkey: formatVkey(signer.key) },
      ...records.flatMap((Index, i): GoRequest[] => [
        // Go proves from its own tree, and from our tiles, which it verifies against our root.
        { Do: 'prove-record', Index, ...at },
        { Do: 'prove-record', Index, ...at, Folder: place },
        { Do: 'check-record', Index, ...at, Leaf: hashLeaf(entryAt(Index)), Proof: ours.records[i]! },
      ]),
      ...olds.flatMap((Old, i): GoRequest[] => [
        { Do: 'prove-tree', Old, ...at },
        { Do: 'prove-tree', Old, ...at, Folder: place },
        { Do: 'check-tree', Old, ...at, Older: ours.olders[i]!, Proof: ours.trees[i]! },
      ]),
    ];
    const answers = askGo(requests);
    expect(answers.filter(({ Fault }) => Fault !== '')).toEqual([]);
    // Go's tlog has no root for the empty tree.
    if (size > 0) expect(answers[0]!.Root).toBe(toBase64(root));
    expect(answers[1]!.Text).toBe(`${ORIGIN}\n${size}\n${toBase64(root)}\n`);
    const proofs = answers.slice(2).map(({ Proof }) => Proof ?? []);
    for (const [i, index] of records.entries()) {
      expect(proofs[3 * i]).toEqual(ours.records[i]!.map(toBase64));
      expect(proofs[3 * i + 1]).toEqual(proofs[3 * i]);
      value(verifyInclusion(index, size, hashLeaf(entryAt(index)), decode(proofs[3 * i]!), root));
    }
    for (const [i, old] of olds.entries()) {
      const theirs = proofs.slice(3 * records.length)[3 * i]!;
      expect(theirs).toEqual(ours.trees[i]!.map(toBase64));
      value(verifyConsistency(old, size, ours.olders[i]!, root, decode(theirs)));
    }
  });

  it('refuses what we refuse: wrong proofs of records and trees', () => {
    const random = new SeededRandom(7);
    const size = 300;
    const cases = Array.from({ length: 40 }, (): { request: GoRequest; isAccepted: boolean } => {
      const index = random.below(size);
      const proof = Array.from({ length: random.below(12) }, () => random.bytes(32));
      const root = plainRoot(size);
      const leaf = hashLeaf(entryAt(index));
      return {
        request: { Do: 'check-record', Size: size, Index: index, Root: root, Leaf: leaf, Proof: proof },
        isAccepted: verifyInclusion(index, size, leaf, proof, root).ok,
      };
    });
    const answers = askGo(cases.map(({ request }) => request));
    expect(answers.map(({ Fault }) => Fault === '')).toEqual(cases.map(({ isAccepted }) => isAccepted));
  });

  it('opens notes that we sign, and refuses each with a flipped bit, as we do', async () => {
    const random = new SeededRandom(3);
    const text = 'Ognuno sta solo sul cuor della terra\n\ned è subito sera.\n';
    const note = await signNote(text, [signer]);
    const altered = Array.from({ length: 60 }, () => flipBit(utf8(note), random)).map((bytes) =>
      // JSON carries only valid UTF-8 to Go.
      new TextDecoder().decode(bytes),
    );
    const Vkey = formatVkey(signer.key);
    const answers = askGo([note, ...altered].map((Note) => ({ Do: 'open', Note, Vkey })));
    expect(answers[0]).toMatchObject({ Fault: '', Text: text });
    expect(answers.slice(1).map(({ Fault }) => Fault === '')).toEqual(
      altered.map((each) => openNote(each, [signer.key]).ok),
    );
    expect(answers.slice(1).filter(({ Fault }) => Fault === '')).toEqual([]);
  });

  it('signs notes that we open, with the same signature', async () => {
    const name = 'example.com/both';
    const seed = new SeededRandom(5).bytes(32);
    const own = ed25519Signer(name, seed);
    const id = own.key.id.toString(16).padStart(8, '0');
    const Skey = `PRIVATE+KEY+${name}+${id}+${toBase64(concat(Uint8Array.of(1), seed))}`;
    const [signed] = askGo([{ Do: 'sign', Skey, Text: 'A text.\n' }]);
    expect(signed).toMatchObject({ Fault: '' });
    expect(signed!.Text).toBe(await signNote('A text.\n', [own]));
    expect(value(openNote(signed!.Text, [own.key])).text).toBe('A text.\n');
  });

  it('writes the same tile paths', () => {
    const random = new SeededRandom(9);
    const places = Array.from({ length: 200 }, () => ({
      level: random.below(7),
      index: Math.floor(10 ** (random.next() * 15)),
      width: 1 + random.below(256),
    }));
    const answers = askGo(places.map(({ level, index, width }) => ({ Do: 'tile-path', Tile: [level, index, width] })));
    expect(answers.map(({ Text }) => Text)).toEqual(places.map(tilePath));
  });
});
