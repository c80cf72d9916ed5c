import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type SuccessionVector, successionText } from '../scripts/vectors/succession.ts';
import { generateKey } from '../src/crypto/ed25519.ts';
import { followSuccession, SUCCESSION_CODES, signSuccession } from '../src/succession.ts';

const text = readFileSync(new URL('../../../vectors/server-keys.json', import.meta.url), 'utf8');
const vectors: readonly SuccessionVector[] = JSON.parse(text);
const document = readFileSync(new URL('../../../docs/record-format.md', import.meta.url), 'utf8');

describe('a line of keys', () => {
  it.each(vectors)('$note: $ok $code', async ({ line, known, shown, ok, code }) => {
    expect(await followSuccession(line, known, shown)).toMatchObject(ok ? { ok } : { ok, code });
  });

  it('has vectors that match their generator byte for byte and cover every code', async () => {
    expect(await successionText()).toBe(text);
    expect(new Set(vectors.flatMap(({ code }) => code ?? []))).toEqual(new Set(SUCCESSION_CODES));
    const listed = [...document.matchAll(/^\| `(succession-[a-z]+)` +\|/gm)].map(([, code]) => code);
    expect(listed).toEqual([...SUCCESSION_CODES]);
  });

  it('is refused if any digit of any field is changed', async () => {
    const [a, b] = await Promise.all([generateKey(), generateKey()]);
    const statement = await signSuccession(a, b.pub);
    expect(await followSuccession([statement], a.pub, b.pub)).toEqual({ ok: true, value: [statement] });
    for (const field of ['previous', 'next', 'sig'] as const) {
      for (let place = 0; place < statement[field].length; place++) {
        const digit = statement[field][place] === '0' ? '1' : '0';
        const changed = {
          ...statement,
          [field]: statement[field].slice(0, place) + digit + statement[field].slice(place + 1),
        };
        expect(await followSuccession([changed], a.pub, b.pub), `${field} ${place}`).toMatchObject({ ok: false });
        // Not even a reader who trusts the changed keys accepts it.
        expect(await followSuccession([changed], changed.previous, changed.next)).toMatchObject({ ok: false });
      }
    }
  });

  it('is checked without an exception, whatever the input is', async () => {
    for (const line of [null, 0, '', [null], [[]], [{}], [{ previous: 1, next: 2, sig: 3 }], Array(1e5).fill({})])
      expect(await followSuccession(line, 'a', 'b')).toMatchObject({ ok: false, code: 'succession-form' });
  });
});
