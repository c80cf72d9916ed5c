import { describe, expect, it } from 'vitest';
import { formatCheckpoint } from '../src/checkpoint.ts';
import { utf8 } from '../src/encoding.ts';
import { cosigner, ed25519Signer, formatVkey, type NoteSigner } from '../src/key.ts';
import { hashLeaf } from '../src/merkle.ts';
import { formatSignatureLine, signNote } from '../src/note.ts';
import { checkPolicy, MAX_POLICY_PARTS, type Policy, parsePolicy } from '../src/policy.ts';
import { formatProof, parseProof, type TlogProof, verifyProof } from '../src/proof.ts';
import { LogReader, proveEntry } from '../src/reader.ts';
import { storageSource } from '../src/writer.ts';
import { accept, code, entryAt, makeLog, ORIGIN, signer, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

const TIME = 1_700_000_000;
const witness = (n: number) => cosigner(`w${n}.example/w`, new Uint8Array(32).fill(100 + n), () => TIME + n);
const witnesses = [0, 1, 2, 3, 4, 5].map(witness);
const vkeys = witnesses.map(({ key }) => formatVkey(key));
const LOG = formatVkey(signer.key);

// The example of the specification, with keys.
const EXAMPLE = `log ${LOG}

witness X1 ${vkeys[0]}
witness X2 ${vkeys[1]}
witness X3 ${vkeys[2]}
group X-witnesses 2 X1 X2 X3

witness Y1 ${vkeys[3]}
witness Y2 ${vkeys[4]}
witness Y3 ${vkeys[5]}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

const text = formatCheckpoint({ origin: ORIGIN, size: 1, root: hashLeaf(entryAt(0)), extensions: [] });
const noteOf = (...signers: NoteSigner[]) => signNote(text, [signer, ...signers]);

describe('the quorum of the example', () => {
  // Every subset of six witnesses: at least two of the first three, and one of the others.
  it('accepts exactly the subsets that satisfy it', async () => {
    const policy = value(parsePolicy(EXAMPLE));
    for (let set = 0; set < 64; set++) {
      const present = witnesses.filter((_, i) => (set >> i) & 1);
      const first = [0, 1, 2].filter((i) => (set >> i) & 1).length;
      const isEnough = first >= 2 && set >> 3 > 0;
      const checked = checkPolicy(await noteOf(...present), policy);
      expect(code(checked)).toBe(isEnough ? 'accepted' : 'no-quorum');
      if (checked.ok) {
        expect(checked.value.cosigned.map(({ witness: { name }, time }) => `${name} ${time - TIME}`)).toEqual(
          ['X1 0', 'X2 1', 'X3 2', 'Y1 3', 'Y2 4', 'Y3 5'].filter((_, i) => (set >> i) & 1),
        );
      }
    }
  });

  it('counts a witness once, however often it cosigned', async () => {
    const again = cosigner('w0.example/w', new Uint8Array(32).fill(100), () => TIME + 60);
    const policy = value(parsePolicy(EXAMPLE));
    expect(code(checkPolicy(await noteOf(witnesses[0]!, again, witnesses[3]!), policy))).toBe('no-quorum');
    const enough = await noteOf(witnesses[0]!, again, witnesses[1]!, witnesses[3]!);
    expect(value(checkPolicy(enough, policy)).cosigned[0]).toMatchObject({ time: TIME + 60 });
  });
});

describe('policies', () => {
  it('may have comments, tabs, leading space, URLs, and any order of logs and witnesses', async () => {
    const policy = value(
      parsePolicy(
        `# comment\n \t# another\n\twitness  W \t${vkeys[0]} https://w.example/ \nquorum W\nlog ${LOG} https://log.example\n \n`,
      ),
    );
    expect(policy.logs[0]!.url).toBe('https://log.example');
    expect(policy.witnesses[0]).toMatchObject({ name: 'W', url: 'https://w.example/' });
    value(checkPolicy(await noteOf(witnesses[0]!), policy));
    expect(code(checkPolicy(await noteOf(), policy))).toBe('no-quorum');
  });

  it('without witnesses need the signature of a log only', async () => {
    const policy = value(parsePolicy(`log ${LOG}\nquorum none\n`));
    value(checkPolicy(await noteOf(), policy));
    expect(code(checkPolicy(await signNote(text, [witnesses[0]!]), policy))).toBe('unknown-log');
  });

  it('without logs need the logs of the caller', async () => {
    const policy = value(parsePolicy('quorum none\n'));
    expect(code(checkPolicy(await noteOf(), policy))).toBe('unknown-log');
    value(checkPolicy(await noteOf(), policy, [{ key: signer.key, url: null }]));
  });

  it('accept a log only for the origin that is the name of its key', async () => {
    const other = ed25519Signer('example.com/other', new Uint8Array(32).fill(77));
    const policy = value(parsePolicy(`log ${LOG}\nlog ${formatVkey(other.key)}\nquorum none\n`));
    value(checkPolicy(await noteOf(), policy));
    expect(code(checkPolicy(await signNote(text, [other]), policy))).toBe('unknown-log');
  });

  it('refuse a note in which a known witness has a signature that is not valid', async () => {
    const { name, id } = witnesses[5]!.key;
    const note = await noteOf(...witnesses.slice(0, 5));
    const broken = note + formatSignatureLine({ name, id, signature: new Uint8Array(72) });
    expect(code(checkPolicy(broken, value(parsePolicy(EXAMPLE))))).toBe('bad-signature');
  });

  it('tell names apart byte by byte', () => {
    const names = [utf8('K'), utf8('\u212a'), Uint8Array.of(0xff), Uint8Array.of(0xfe)];
    const lines = names.flatMap((name, i) => [...utf8('witness '), ...name, ...utf8(` ${vkeys[i]}\n`)]);
    const policy = value(parsePolicy(Uint8Array.of(...lines, ...utf8('quorum '), ...names[2]!, 10)));
    expect(policy.witnesses).toHaveLength(4);
    expect(policy.quorum).toMatchObject({ kind: 'witness', witness: policy.witnesses[2] });
  });

  const w = (n: number) => `witness W${n} ${vkeys[n]}\n`;
  it.each([
    ['', 'no quorum line'],
    [`${w(0)}quorum W0`, 'newline'],
    [`${w(0)}quorum W0\r\n`, 'control character'],
    [`${w(0)}quorum\n`, 'exactly one name'],
    [`${w(0)}quorum W0 W0\n`, 'exactly one name'],
    [`${w(0)}quorum W0\nquorum none\n`, 'second quorum'],
    [`quorum W0\n${w(0)}`, 'not defined'],
    [`${w(0)}${w(0)}quorum W0\n`, 'defined already'],
    [`${w(0)}witness V ${vkeys[0]}\nquorum W0\n`, 'listed twice'],
    [`log ${LOG}\nlog ${LOG}\nquorum none\n`, 'listed twice'],
    [`witness none ${vkeys[0]}\nquorum none\n`, 'predefined'],
    [`${w(0)}group none any W0\nquorum none\n`, 'predefined'],
    [`${w(0)}group G any none\nquorum G\n`, 'not defined'],
    [`${w(0)}group G any\nquorum G\n`, 'at least one member'],
    [`${w(0)}group G 0 W0\nquorum G\n`, 'threshold'],
    [`${w(0)}group G 01 W0\nquorum G\n`, 'threshold'],
    [`${w(0)}group G 2 W0\nquorum G\n`, 'threshold'],
    [`${w(0)}group G two W0\nquorum G\n`, 'threshold'],
    [`${w(0)}group G any G\nquorum G\n`, 'not defined'],
    [`${w(0)}group G any W0 W0\nquorum G\n`, 'member of a group already'],
    [`${w(0)}group G any W0\ngroup H any W0\nquorum H\n`, 'member of a group already'],
    [`${w(0)}group W0 any W0\nquorum W0\n`, 'defined already'],
    [`log\nquorum none\n`, 'has a key'],
    [`log ${LOG} a b\nquorum none\n`, 'at most one URL'],
    [`witness W0\nquorum none\n`, 'has a name'],
    ['Quorum none\n', 'not a keyword'],
  ])('refuse %j', (policy, reason) => {
    expect(parsePolicy(policy)).toMatchObject({ code: 'policy-form', message: expect.stringContaining(reason) });
  });

  it('refuse keys of another type or form with the code of the key', () => {
    expect(code(parsePolicy(`witness W ${LOG}\nquorum W\n`))).toBe('key-type');
    expect(code(parsePolicy('log name+1+2\nquorum none\n'))).toBe('key-form');
    expect(parsePolicy(`\n\nlog x\nquorum none\n`)).toMatchObject({ message: expect.stringContaining('Line 3') });
  });

  it('accept 32 parties of each kind, and refuse too many', () => {
    const keyOf = (n: number) =>
      formatVkey(
        cosigner(
          'n',
          Uint8Array.from({ length: 32 }, (_, i) => (n >> (i & 7)) + i),
          () => 0,
        ).key,
      );
    const lines = Array.from({ length: 32 }, (_, n) => `witness W${n} ${keyOf(n)}\ngroup G${n} any W${n}\n`);
    value(parsePolicy(`${lines.join('')}quorum none\n`));
    const groups = Array.from(
      { length: MAX_POLICY_PARTS + 1 },
      (_, n) => `group G${n} any ${n === 0 ? 'W0' : `G${n - 1}`}\n`,
    );
    expect(code(parsePolicy(`${w(0)}${groups.join('')}quorum none\n`))).toBe('policy-limit');
    expect(code(parsePolicy('#'.repeat(300_000)))).toBe('policy-limit');
  });
});

describe('proofs', () => {
  const SIZE = 1000;
  const INDEX = 777;

  async function made(extra: Uint8Array | null = null): Promise<{ proof: TlogProof; policy: Policy }> {
    const { storage } = await makeLog(SIZE);
    const reader = value(LogReader.resume({ origin: ORIGIN, accept, source: storageSource(storage) }, null));
    const updated = await reader.update();
    const { view } = value(updated);
    const proof = value(await proveEntry(view, INDEX, extra));
    return { proof, policy: value(parsePolicy(`log ${LOG}\nquorum none\n`)) };
  }

  it('are written, parsed and verified offline', async () => {
    for (const extra of [null, new Uint8Array(0), utf8('context')]) {
      const { proof, policy } = await made(extra);
      const written = formatProof(proof);
      expect(written.split('\n')[extra ? 2 : 1]).toBe(`index ${INDEX}`);
      expect(value(parseProof(written))).toEqual(proof);
      expect(value(parseProof(utf8(written)))).toEqual(proof);
      expect(value(verifyProof(proof, hashLeaf(entryAt(INDEX)), policy)).size).toBe(SIZE);
    }
  });

  it('are refused for another entry, another position, another log, and without a quorum', async () => {
    const { proof, policy } = await made();
    const leaf = hashLeaf(entryAt(INDEX));
    expect(code(verifyProof(proof, hashLeaf(entryAt(1)), policy))).toBe('wrong-proof');
    expect(code(verifyProof({ ...proof, index: INDEX + 1 }, leaf, policy))).toBe('wrong-proof');
    expect(code(verifyProof({ ...proof, index: SIZE }, leaf, policy))).toBe('outside-tree');
    expect(code(verifyProof(proof, leaf, value(parsePolicy(EXAMPLE))))).toBe('no-quorum');
    const other = formatVkey(ed25519Signer(ORIGIN, new Uint8Array(32).fill(8)).key);
    expect(code(verifyProof(proof, leaf, value(parsePolicy(`log ${other}\nquorum none\n`))))).toBe('unknown-log');
  });

  it('are refused with every flipped bit outside their extra data (seed 1)', async () => {
    const random = new SeededRandom(1);
    const { proof, policy } = await made();
    const bytes = utf8(formatProof(proof));
    const codes = new Set<string>();
    for (let i = 0; i < 200; i++) {
      const parsed = parseProof(flipBit(bytes, random));
      codes.add(code(parsed.ok ? verifyProof(parsed.value, hashLeaf(entryAt(INDEX)), policy) : parsed));
    }
    expect(codes).not.toContain('accepted');
    expect([...codes]).toEqual(expect.arrayContaining(['proof-form', 'wrong-proof', 'bad-signature', 'unknown-log']));
  });

  it.each([
    ['proof-form', ''],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nindex 1\n'],
    ['proof-form', 'c2sp.org/tlog-proof@v2\nindex 1\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nindex 01\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nindex -1\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nindex  1\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nindex 9007199254740992\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nextra ?\nindex 1\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nindex 1\nextra AA==\n\nnote'],
    ['proof-form', 'c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\nnote'],
    ['proof-form', `c2sp.org/tlog-proof@v1\nindex 1\n${`${'A'.repeat(43)}=\n`.repeat(64)}\nnote`],
    ['proof-too-large', 'x'.repeat(400_000)],
  ])('are refused with %s: %j', (expected, proof) => {
    expect(code(parseProof(proof))).toBe(expected);
  });
});
