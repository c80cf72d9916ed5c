import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { keySeal } from '../src/keys/account-keys.ts';

const jwk = '{"crv":"Ed25519","d":"secret","kty":"OKP","x":"public"}';
const [kek, other] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];
const seal = keySeal(kek);
const plain = keySeal(null);

describe('a sealed key', () => {
  it('KS1 is opened with its KEK, and is a different text each time', async () => {
    const [one, two] = [await seal.seal(jwk), await seal.seal(jwk)];
    expect(one).not.toBe(two);
    expect(one.split('.')).toHaveLength(5);
    expect(one).not.toContain('secret');
    expect(await seal.open(one)).toBe(jwk);
  });

  it('KS2 is not opened with another KEK, after a change, or without any', async () => {
    const sealed = await seal.seal(jwk);
    for (const wrong of [keySeal(other), plain, keySeal(null, other)])
      await expect(wrong.open(sealed)).rejects.toThrow('neither ACCOUNT_KEK nor ACCOUNT_KEK_PREVIOUS');
    await expect(seal.open(`${sealed.slice(0, -4)}AAAA`)).rejects.toThrow();
  });

  it('KS3 may have been stored unencrypted, or with the previous KEK', async () => {
    expect(await seal.open(await plain.seal(jwk))).toBe(jwk);
    for (const changed of [keySeal(other, kek), keySeal(null, kek)])
      expect(await changed.open(await seal.seal(jwk))).toBe(jwk);
  });

  it('KS4 tells if it is sealed with the present KEK', async () => {
    const [sealed, open] = [await seal.seal(jwk), await plain.seal(jwk)];
    expect([seal.isCurrent(sealed), seal.isCurrent(open)]).toEqual([true, false]);
    expect([plain.isCurrent(sealed), plain.isCurrent(open)]).toEqual([false, true]);
    expect(keySeal(other, kek).isCurrent(sealed)).toBe(false);
  });

  it('KS5 need not name its KEK', async () => {
    const header = { alg: 'dir', enc: 'A256GCM' };
    const old = await new CompactEncrypt(new TextEncoder().encode(jwk)).setProtectedHeader(header).encrypt(kek);
    expect(seal.isCurrent(old)).toBe(false);
    expect(await keySeal(other, kek).open(old)).toBe(jwk);
  });
});
