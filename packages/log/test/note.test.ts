import { createHash } from 'node:crypto';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { describe, expect, it } from 'vitest';
import { formatCheckpoint, parseCheckpoint } from '../src/checkpoint.ts';
import { concat, fromBase64, toBase64, utf8 } from '../src/encoding.ts';
import {
  COSIGNATURE_V1,
  cosigner,
  ed25519Signer,
  formatVkey,
  keyId,
  mlDsaCosigner,
  parseVkey,
  verifierKey,
} from '../src/key.ts';
import { emptyRoot } from '../src/merkle.ts';
import {
  addSignatures,
  formatNote,
  formatSignatureLine,
  MAX_NOTE_BYTES,
  MAX_SIGNATURES,
  openNote,
  parseNote,
  parseSignatureLines,
  signNote,
} from '../src/note.ts';
import { openCheckpoint } from '../src/open-checkpoint.ts';
import { checkPolicy, parsePolicy } from '../src/policy.ts';
import { code, ORIGIN, signer, value } from './support/log.ts';
import { flipBit, SeededRandom } from './support/random.ts';

// The documentation of golang.org/x/mod/sumdb/note.
const NEUMANN = {
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  seed: 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};
// The public key of Go's checksum database.
const SUMDB = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
// The example of the specification tlog-cosignature.
const COSIGNED = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

describe('published examples', () => {
  it('opens a note of Go', () => {
    const key = value(parseVkey(NEUMANN.vkey));
    const opened = value(openNote(`${NEUMANN.text}\n${NEUMANN.line}`, [key]));
    expect(opened).toEqual({ text: NEUMANN.text, signatures: [{ key, time: null, line: NEUMANN.line }] });
  });

  it('signs that note as Go does', async () => {
    const signerOfGo = ed25519Signer('PeterNeumann', fromBase64(NEUMANN.seed)!.subarray(1));
    expect(formatVkey(signerOfGo.key)).toBe(NEUMANN.vkey);
    expect(await signNote(NEUMANN.text, [signerOfGo])).toBe(`${NEUMANN.text}\n${NEUMANN.line}`);
  });

  it('parses the verifier key of the checksum database', () => {
    const key = value(parseVkey(SUMDB));
    expect(key).toMatchObject({ name: 'sum.golang.org', id: 0x033de0ae, type: 1 });
    expect(formatVkey(key)).toBe(SUMDB);
  });

  it('parses and writes the cosigned checkpoint of the specification', () => {
    const note = value(parseNote(COSIGNED));
    expect(formatNote(note)).toBe(COSIGNED);
    expect(note.signatures.map(({ name, id, signature }) => [name, id, signature.length])).toEqual([
      ['example.com/behind-the-sofa', 0x033de0ae, 64],
      ['witness.example.com/w1', 0x8d66cf3f, 72],
    ]);
    // The first eight bytes of a cosignature are its time.
    expect(new DataView(note.signatures[1]!.signature.slice().buffer).getBigUint64(0)).toBe(1_679_315_147n);
    const checkpoint = value(parseCheckpoint(note.text));
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] });
    expect(formatCheckpoint(checkpoint)).toBe(note.text);
  });
});

describe('keys', () => {
  it.each([
    ['key-form', ''],
    ['key-form', 'a+b'],
    ['key-form', `a b+${SUMDB.slice(15)}`],
    ['key-form', `+033de0ae+${SUMDB.slice(24)}`],
    ['key-form', SUMDB.replace('033de0ae', '33de0ae')],
    ['key-form', SUMDB.replace('033de0ae', '033DE0AE')],
    ['key-form', `${SUMDB}\n`],
    ['key-form', SUMDB.slice(0, -4)],
    ['key-id', SUMDB.replace('033de0ae', '033de0af')],
    ['key-id', SUMDB.replace('sum.golang.org', 'sum.golang.com')],
    ['key-type', `name+00000000+${toBase64(concat(Uint8Array.of(2), new Uint8Array(91)))}`],
    ['key-type', `name+00000000+${toBase64(concat(Uint8Array.of(5), new Uint8Array(1312)))}`],
  ])('refuses with %s: %s', (expected, text) => {
    expect(code(parseVkey(text))).toBe(expected);
  });

  it('refuses points of small order and bytes that are no point', () => {
    const identity = Uint8Array.of(1, ...new Uint8Array(31));
    for (const bytes of [
      identity,
      new Uint8Array(32),
      new Uint8Array(32).fill(255),
      Uint8Array.of(2, ...new Uint8Array(31)),
    ])
      expect(code(verifierKey('name', 1, bytes))).toBe('key-weak');
    expect(code(verifierKey('name', 1, new Uint8Array(31)))).toBe('key-form');
    expect(() => ed25519Signer('name', new Uint8Array(31))).toThrow(TypeError);
    expect(() => ed25519Signer('a name', new Uint8Array(32))).toThrow(TypeError);
  });

  it('refuses every Unicode space in a name', () => {
    for (const space of [' ', '\t', '\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u205f', '\u3000'])
      expect(code(verifierKey(`a${space}b`, 1, signer.key.publicKey))).toBe('key-form');
    value(verifierKey('bücher.example/\ufeff本', 1, signer.key.publicKey));
  });

  it('have another id for another type', () => {
    const { name, publicKey, id } = signer.key;
    expect(keyId(name, COSIGNATURE_V1, publicKey)).not.toBe(id);
  });
});

describe('notes', () => {
  const text = 'A text.\n';
  const line = formatSignatureLine({ name: 'other', id: 7, signature: new Uint8Array(64) });

  it.each([
    ['note-form', ''],
    ['note-form', 'A text.\n'],
    ['note-form', `A text.\n${line}`],
    ['note-form', `${text}\n${line.slice(0, -1)}`],
    ['note-form', `${text}\n`],
    ['note-form', `${text}\n${line}\nmore\n`],
    ['note-form', `${text}\n${line.replace('—', '-')}`],
    ['note-form', `${text}\n${line.replace('other', 'ot+er')}`],
    ['note-form', `${text}\n${line.replace('other ', 'other  ')}`],
    ['note-form', `${text}\n${line.replace('other', 'o\u2003r')}`],
    ['note-form', `${text}\n— other AAAAAA==\n`],
    ['note-form', `${text}\n— other AAAAAAA\n`],
    ['note-encoding', `${text}\r\n\n${line}`],
    ['note-encoding', `A\ttext.\n\n${line}`],
    ['note-encoding', `\u0000\n\n${line}`],
    ['note-encoding', `\ud800\n\n${line}`],
    ['note-encoding', concat(Uint8Array.of(0xff, 10, 10), utf8(line))],
    ['note-signatures', `${text}\n${line.repeat(MAX_SIGNATURES + 1)}`],
    ['note-too-large', `${'x'.repeat(MAX_NOTE_BYTES)}\n\n${line}`],
  ])('refuses with %s: %j', (expected, note) => {
    expect(code(parseNote(note))).toBe(expected);
  });

  it('accepts empty lines in the text, and as many signatures as the limit', () => {
    for (const each of ['\n', 'a\n\n\n', '\n\nb\n', '— looks like one\n', '\ufeffmark\n']) {
      const note = formatNote({ text: each, signatures: [{ name: 'other', id: 7, signature: new Uint8Array(1) }] });
      expect(value(parseNote(note)).text).toBe(each);
      expect(value(parseNote(utf8(note))).text).toBe(each);
    }
    expect(value(parseNote(`${text}\n${line.repeat(MAX_SIGNATURES)}`)).signatures).toHaveLength(MAX_SIGNATURES);
  });

  it('throw if they cannot be written', () => {
    const signatures = [{ name: 'other', id: 7, signature: new Uint8Array(1) }];
    for (const each of ['', 'a', 'a\tb\n', '\ud800\n'])
      expect(() => formatNote({ text: each, signatures })).toThrow(TypeError);
    expect(() => formatNote({ text, signatures: [] })).toThrow(TypeError);
  });

  it('ignores signatures of unknown keys, also with a known name or a known id', async () => {
    const note = await signNote(text, [signer]);
    const { name, id } = signer.key;
    const strangers = [
      { name: 'stranger', id, signature: new Uint8Array(64) },
      { name, id: id ^ 1, signature: new Uint8Array(64) },
      { name: 'stranger', id: 3, signature: new Uint8Array(2420) },
    ].map(formatSignatureLine);
    expect(value(openNote(addSignatures(note, strangers), [signer.key])).signatures).toHaveLength(1);
    expect(code(openNote(`${text}\n${strangers.join('')}`, [signer.key]))).toBe('unknown-signers');
    expect(code(openNote(note, []))).toBe('unknown-signers');
  });

  it('refuses the whole note if one signature of a known key is not valid', async () => {
    const { name, id } = signer.key;
    const wrong = formatSignatureLine({ name, id, signature: new Uint8Array(64) });
    const note = await signNote(text, [signer]);
    expect(code(openNote(addSignatures(note, [wrong]), [signer.key]))).toBe('bad-signature');
    const short = formatSignatureLine({ name, id, signature: new Uint8Array(63) });
    expect(code(openNote(`${text}\n${short}`, [signer.key]))).toBe('bad-signature');
  });

  it('tries all known keys with the same name and id', async () => {
    const other = { ...signer.key, publicKey: ed25519Signer(ORIGIN, new Uint8Array(32).fill(9)).key.publicKey };
    value(openNote(await signNote(text, [signer]), [other, signer.key]));
  });

  it('refuses every flipped bit of text and signature (seed 1)', async () => {
    const random = new SeededRandom(1);
    const note = await signNote('Some longer text,\nof two lines.\n', [signer]);
    const codes = new Set<string>();
    for (let i = 0; i < 150; i++) codes.add(code(openNote(flipBit(utf8(note), random), [signer.key])));
    expect([...codes].sort()).toEqual(['bad-signature', 'note-encoding', 'note-form', 'unknown-signers']);
  });

  it('refuses the second form of a signature, with S above the group order', async () => {
    const note = value(parseNote(await signNote(text, [signer])));
    const signature = Uint8Array.from(note.signatures[0]!.signature);
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    let s = signature.slice(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + order;
    for (let i = 32; i < 64; i++, s >>= 8n) signature[i] = Number(s & 255n);
    const forged = formatNote({ text, signatures: [{ ...note.signatures[0]!, signature }] });
    expect(code(openNote(forged, [signer.key]))).toBe('bad-signature');
  });
});

describe('cosignatures', () => {
  const text = formatCheckpoint({ origin: ORIGIN, size: 0, root: emptyRoot(), extensions: ['extension'] });
  const witness = cosigner('witness.example/w1', new Uint8Array(32).fill(2), () => 1_679_315_147);

  it('carry their time and cover it, the name of the format, and the whole text', async () => {
    const note = await signNote(text, [signer, witness]);
    const opened = value(openNote(note, [signer.key, witness.key]));
    expect(opened.signatures.map(({ time }) => time)).toEqual([null, 1_679_315_147]);
    const [, cosigned] = value(parseNote(note)).signatures;
    const later = Uint8Array.from(cosigned!.signature);
    later[7]! ^= 1;
    const shifted = formatNote({ text, signatures: [{ ...cosigned!, signature: later }] });
    expect(code(openNote(shifted, [witness.key]))).toBe('bad-signature');
    const other = formatNote({ text: text.replace('extension', 'Extension'), signatures: [cosigned!] });
    expect(code(openNote(other, [witness.key]))).toBe('bad-signature');
  });

  it('are no plain signatures of the same key', async () => {
    const plain = ed25519Signer('witness.example/w1', new Uint8Array(32).fill(2));
    const [signature] = value(parseNote(await signNote(text, [plain]))).signatures;
    const moved = formatNote({ text, signatures: [{ ...signature!, id: witness.key.id }] });
    expect(code(openNote(moved, [witness.key]))).toBe('bad-signature');
  });

  it('with a time above 2^63 − 1 are refused', async () => {
    const [cosigned] = value(parseNote(await signNote(text, [witness]))).signatures;
    const signature = Uint8Array.from(cosigned!.signature).fill(255, 0, 8);
    expect(code(openNote(formatNote({ text, signatures: [{ ...cosigned!, signature }] }), [witness.key]))).toBe(
      'bad-signature',
    );
  });
});

describe('ML-DSA-44 cosignatures', () => {
  const TIME = 1_679_315_147;
  const name = 'witness.example/pq';
  const seed = new Uint8Array(32).fill(3);
  const witness = mlDsaCosigner(name, seed, () => TIME);
  const checkpoint = { origin: ORIGIN, size: 300, root: new Uint8Array(32).fill(5), extensions: [] };
  const text = formatCheckpoint(checkpoint);

  it('sign the structure of the specification, built here byte by byte', async () => {
    const big = (value: number) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64BE(BigInt(value));
      return bytes;
    };
    const message = Buffer.concat([
      Buffer.from('737562747265652f76310a00', 'hex'),
      Buffer.from([name.length]),
      Buffer.from(name),
      big(TIME),
      Buffer.from([ORIGIN.length]),
      Buffer.from(ORIGIN),
      big(0),
      big(300),
      Buffer.alloc(32, 5),
    ]);
    const [signature] = value(parseNote(await signNote(text, [witness]))).signatures;
    expect(signature!.signature).toHaveLength(8 + 2420);
    expect(Buffer.from(signature!.signature.subarray(0, 8))).toEqual(big(TIME));
    expect(ml_dsa44.verify(signature!.signature.subarray(8), message, witness.key.publicKey)).toBe(true);
    expect(witness.key.publicKey).toEqual(ml_dsa44.keygen(seed).publicKey);
    const id = createHash('sha256').update(`${name}\n\u0006`).update(witness.key.publicKey).digest().readUInt32BE(0);
    expect(witness.key.id).toBe(id);
  });

  it('are verified with their key, which has a text form', async () => {
    const key = value(parseVkey(formatVkey(witness.key)));
    expect(key).toEqual(witness.key);
    const note = await signNote(text, [signer, witness]);
    expect(value(openNote(note, [key])).signatures.map(({ time }) => time)).toEqual([TIME]);
    for (const other of [text.replace('300', '301'), text.replace(ORIGIN, 'example.com/lag'), 'no checkpoint\n']) {
      const [, signature] = value(parseNote(note)).signatures;
      expect(code(openNote(formatNote({ text: other, signatures: [signature!] }), [key]))).toBe('bad-signature');
    }
    const renamed = value(verifierKey('witness.example/qp', 6, key.publicKey));
    const [, signature] = value(parseNote(note)).signatures;
    const moved = formatNote({ text, signatures: [{ ...signature!, name: renamed.name, id: renamed.id }] });
    expect(code(openNote(moved, [renamed]))).toBe('bad-signature');
    expect(code(verifierKey(name, 6, new Uint8Array(32)))).toBe('key-form');
  });

  it('of a log do not vouch for extension lines', async () => {
    const log = mlDsaCosigner(ORIGIN, seed, () => 0);
    const extended = formatCheckpoint({ ...checkpoint, extensions: ['extension'] });
    expect(value(openCheckpoint(await signNote(text, [log]), ORIGIN, [log.key])).size).toBe(300);
    expect(code(openCheckpoint(await signNote(extended, [log]), ORIGIN, [log.key]))).toBe('unknown-signers');
    value(openCheckpoint(await signNote(extended, [log, signer]), ORIGIN, [log.key, signer.key]));
    const policy = value(parsePolicy(`log ${formatVkey(log.key)}\nwitness W ${formatVkey(witness.key)}\nquorum W\n`));
    value(checkPolicy(await signNote(text, [log, witness]), policy));
    expect(code(checkPolicy(await signNote(text, [log]), policy))).toBe('no-quorum');
    expect(code(checkPolicy(await signNote(extended, [log, witness]), policy))).toBe('unknown-log');
  });

  it('throw for a text that is no checkpoint', async () => {
    await expect(signNote('A text.\n', [witness])).rejects.toThrow(TypeError);
  });
});

describe('checkpoints', () => {
  const root = toBase64(new Uint8Array(32).fill(5));

  it.each([
    ['checkpoint-form', ''],
    ['checkpoint-form', `o\n1\n${root}`],
    ['checkpoint-form', `o\n1\n`],
    ['checkpoint-form', `\n1\n${root}\n`],
    ['checkpoint-form', `o\n01\n${root}\n`],
    ['checkpoint-form', `o\n+1\n${root}\n`],
    ['checkpoint-form', `o\n-1\n${root}\n`],
    ['checkpoint-form', `o\n1e3\n${root}\n`],
    ['checkpoint-form', `o\n\n${root}\n`],
    ['checkpoint-form', `o\n1\n${root.slice(4)}\n`],
    ['checkpoint-form', `o\n1\n${root.slice(0, -1)}\n`],
    ['checkpoint-form', `o\n1\n${root}\n\n`],
    ['checkpoint-form', `o\n1\n${root}\n\nextension\n`],
    ['size-too-large', `o\n9007199254740992\n${root}\n`],
    ['size-too-large', `o\n9223372036854775807\n${root}\n`],
  ])('refuses with %s: %j', (expected, text) => {
    expect(code(parseCheckpoint(text))).toBe(expected);
  });

  it('keeps extension lines, and what it parses it writes', () => {
    for (const text of [`o\n0\n${root}\n`, `an origin with + and space\n9007199254740991\n${root}\none\ntwo\n`])
      expect(formatCheckpoint(value(parseCheckpoint(text)))).toBe(text);
  });

  it('throws for members that cannot be written', () => {
    const good = { origin: 'o', size: 1, root: new Uint8Array(32), extensions: [] };
    for (const wrong of [
      { origin: '' },
      { origin: 'a\nb' },
      { size: -1 },
      { size: 2 ** 53 },
      { root: new Uint8Array(31) },
      { extensions: [''] },
    ])
      expect(() => formatCheckpoint({ ...good, ...wrong })).toThrow(TypeError);
  });

  it('opens the checkpoint of one log only', async () => {
    const text = `${ORIGIN}\n1\n${root}\n`;
    const note = await signNote(text, [signer]);
    expect(value(openCheckpoint(utf8(note), ORIGIN, [signer.key]))).toMatchObject({ note, text, size: 1 });
    expect(code(openCheckpoint(note, 'example.com/other', [signer.key]))).toBe('wrong-origin');
    expect(code(openCheckpoint(note, ORIGIN, [signer.key], () => false))).toBe('unknown-signers');
    expect(code(openCheckpoint(await signNote('No checkpoint.\n', [signer]), ORIGIN, [signer.key]))).toBe(
      'checkpoint-form',
    );
  });
});

it('parses signature lines alone', () => {
  const lines = COSIGNED.split('\n\n')[1]!;
  expect(value(parseSignatureLines(lines)).map(formatSignatureLine).join('')).toBe(lines);
  expect(code(parseSignatureLines(''))).toBe('note-form');
});
