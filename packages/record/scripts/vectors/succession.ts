import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../src/canonical.ts';
import { keyFromSeed } from '../../src/crypto/ed25519.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { fromHex } from '../../src/crypto/hex.ts';
import { GROUP_ORDER, littleEndian } from '../../src/crypto/strict.ts';
import { MAX_SUCCESSION, type Succession, type SuccessionCode, signSuccession } from '../../src/succession.ts';
import type { Key } from '../../src/types.ts';

/** Statements, and the expected result for a reader who knows `known` when the server shows `shown`. */
export interface SuccessionVector {
  readonly note: string;
  readonly known: string;
  readonly shown: string;
  readonly line: unknown;
  readonly ok: boolean;
  readonly code?: SuccessionCode;
}

/** The encoding of the point of order 1, which has signatures that are valid for any message. */
const SMALL_ORDER = `01${'00'.repeat(31)}`;

const serverKey = (n: number): Promise<Key> =>
  keyFromSeed(sha256(new TextEncoder().encode(`bg-record vectors: server${n === 0 ? '' : ` ${n}`}`)));

async function makeKeys(count: number): Promise<readonly Key[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => serverKey(n)));
}

/** Returns statements in which each key names the next one. */
function lineOf(keys: readonly Key[]): Promise<Succession[]> {
  return Promise.all(keys.slice(1).map(({ pub }, i) => signSuccession(keys[i]!, pub)));
}

const other = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

/** Returns the same signature with S + L in place of S. */
function unreduced(sig: string): string {
  let rest = littleEndian(fromHex(sig.slice(64))) + GROUP_ORDER;
  const bytes = Uint8Array.from({ length: 32 }, () => {
    const byte = Number(rest & 0xffn);
    rest >>= 8n;
    return byte;
  });
  return sig.slice(0, 64) + bytesToHex(bytes);
}

async function successionVectors(): Promise<readonly SuccessionVector[]> {
  const keys = await makeKeys(MAX_SUCCESSION + 2);
  const [a, b, c, d] = await Promise.all([serverKey(0), serverKey(1), serverKey(2), serverKey(3)]);
  const [ab, bc] = await Promise.all([signSuccession(a, b.pub), signSuccession(b, c.pub)]);
  const line = [ab, bc];
  const longest = await lineOf(keys.slice(0, MAX_SUCCESSION + 1));
  const ends = { known: a.pub, shown: c.pub };
  const right = (note: string, changes: Partial<SuccessionVector> = {}): SuccessionVector => ({
    note,
    ...ends,
    line,
    ok: true,
    ...changes,
  });
  const wrong = (code: SuccessionCode, note: string, changes: Partial<SuccessionVector>): SuccessionVector => ({
    note,
    ...ends,
    line,
    ok: false,
    code,
    ...changes,
  });
  const changed = (change: Partial<Record<keyof Succession | 'at', unknown>>) => ({ line: [{ ...ab, ...change }, bc] });
  const sealed = { previous: a.pub, next: b.pub, sig: (await signSuccession(c, b.pub)).sig };
  const last = keys[MAX_SUCCESSION]!;
  return [
    right('one step', { line: [ab], shown: b.pub }),
    right('two steps'),
    right('the known key is in the middle', { known: b.pub }),
    right('a bad signature before the known key is not checked', {
      known: b.pub,
      line: [{ ...ab, sig: bc.sig }, bc],
    }),
    right('the longest line', { line: longest, shown: last.pub }),
    wrong('succession-form', 'no list', { line: ab }),
    wrong('succession-form', 'no statement', { line: [] }),
    wrong('succession-form', 'one statement too many', { line: await lineOf(keys), shown: keys.at(-1)!.pub }),
    wrong('succession-form', 'an unknown member', changed({ at: 1 })),
    wrong('succession-form', 'a member is missing', { line: [{ previous: a.pub, next: b.pub }, bc] }),
    wrong('succession-form', 'hex in capital letters', changed({ sig: ab.sig.toUpperCase() })),
    wrong('succession-form', 'a key of small order', {
      line: [await signSuccession(a, SMALL_ORDER), { ...bc, previous: SMALL_ORDER }],
    }),
    wrong('succession-order', 'the statements are exchanged', { line: [bc, ab] }),
    wrong('succession-order', 'a statement is missing', { line: await skipped([a, b, c, d]), shown: d.pub }),
    wrong('succession-order', 'it leads to another key than the one shown', { shown: d.pub }),
    wrong('succession-order', 'it returns to its first key', {
      line: await lineOf([a, b, a, c]),
    }),
    wrong('succession-order', 'a key names itself', { line: [await signSuccession(a, a.pub)], shown: a.pub }),
    wrong('succession-unknown', 'the known key is not in it', { known: d.pub }),
    wrong('succession-unknown', 'the known key is the one shown', { known: c.pub }),
    wrong('succession-signature', 'signed by another key', { line: [sealed, bc] }),
    wrong('succession-signature', 'signed over another key', changed({ sig: (await signSuccession(a, d.pub)).sig })),
    wrong('succession-signature', 'the last signature is another', { line: [ab, { ...bc, sig: ab.sig }] }),
    wrong('succession-signature', 'a digit of the signature is another', changed({ sig: other(ab.sig) })),
    wrong('succession-signature', 'S is not below the group order', changed({ sig: unreduced(ab.sig) })),
  ];
}

async function skipped(keys: readonly Key[]): Promise<Succession[]> {
  return (await lineOf(keys)).toSpliced(1, 1);
}

/** Returns vectors/server-keys.json, with one vector per line. */
export async function successionText(): Promise<string> {
  const lines = (await successionVectors()).map((vector) => `  ${JSON.stringify(vector)}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Returns a statement with the bytes that it signs, as Markdown. */
export async function successionSection(): Promise<string> {
  const [a, b] = await Promise.all([serverKey(0), serverKey(1)]);
  const { sig, ...keys } = await signSuccession(a, b.pub);
  const block = (text: string) => `\`\`\`\n${text}\n\`\`\`\n`;
  return `The key of the record below names the one whose seed is the SHA-256 of \`bg-record vectors: server 1\`. Signed, the line feed shown as one:

${block(`bg-server-key/1\n${canonicalJson(keys)}`)}
The statement:

${block(JSON.stringify({ ...keys, sig }))}`;
}
