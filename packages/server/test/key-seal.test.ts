import { describe, expect, it } from 'vitest';
import { encryptingSeal, plainSeal } from '../src/key-seal.ts';

const jwk = '{"crv":"Ed25519","d":"secret","kty":"OKP","x":"public"}';
const seal = encryptingSeal(new Uint8Array(32).fill(7));

describe('a sealed key', () => {
  it('KS1 is read by who has the key, and is another text each time', async () => {
    const [one, other] = [await seal.seal(jwk), await seal.seal(jwk)];
    expect(one).not.toBe(other);
    expect(one.split('.')).toHaveLength(5);
    expect(one).not.toContain('secret');
    expect(await seal.open(one)).toBe(jwk);
  });

  it('KS2 is not read with another key, changed, or without any', async () => {
    const sealed = await seal.seal(jwk);
    await expect(encryptingSeal(new Uint8Array(32).fill(8)).open(sealed)).rejects.toThrow();
    await expect(seal.open(`${sealed.slice(0, -4)}AAAA`)).rejects.toThrow();
    await expect(plainSeal.open(sealed)).rejects.toThrow('ACCOUNT_KEK is not set');
  });

  it('KS3 may have been stored before there was a key to seal with', async () => {
    expect(await seal.open(await plainSeal.seal(jwk))).toBe(jwk);
  });
});
