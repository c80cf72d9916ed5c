import { describe, expect, it } from 'vitest';
import { keyFromSeed, sign, verifyUnlessOwn } from '../src/crypto/ed25519.ts';
import { pureBackend } from '../src/crypto/pure.ts';
import { SignedHere } from '../src/crypto/signed-here.ts';
import type { Key } from '../src/types.ts';

const seedOf = (fill: number) => new Uint8Array(32).fill(fill);
const bytes = (...values: number[]) => Uint8Array.from(values);
const key = await keyFromSeed(seedOf(1));
const other = await keyFromSeed(seedOf(2));

/** Counts the calls of the platform's verifier. */
function counting() {
  const asked: string[] = [];
  const backend: typeof pureBackend = {
    ...pureBackend,
    verify: (pub, message, sig) => {
      asked.push(sig);
      return pureBackend.verify(pub, message, sig);
    },
  };
  return { asked, backend };
}

describe('a signature made here', () => {
  it('is trusted without verification, but only once', async () => {
    const { asked, backend } = counting();
    const message = bytes(1, 2, 3);
    const check = { pub: key.pub, message, sig: await sign(key, message) };
    expect(await verifyUnlessOwn(backend, check)).toBe(true);
    expect(asked).toEqual([]);
    expect(await verifyUnlessOwn(backend, check)).toBe(true);
    expect(asked).toEqual([check.sig]);
  });

  it.each([
    ['other bytes', { message: bytes(1, 2, 4) }],
    ['fewer bytes', { message: bytes(1, 2) }],
    ['another key', { pub: other.pub }],
  ])('is verified like any other with %s', async (_, changed) => {
    const { asked, backend } = counting();
    const message = bytes(1, 2, 3);
    const check = { pub: key.pub, message, sig: await sign(key, message), ...changed };
    expect(await verifyUnlessOwn(backend, check)).toBe(false);
    expect(asked).toEqual([check.sig]);
  });

  it('is verified like any other if the bytes were changed after signing', async () => {
    const { backend } = counting();
    const message = bytes(1, 2, 3);
    const sig = await sign(key, message);
    message[0] = 9;
    expect(await verifyUnlessOwn(backend, { pub: key.pub, message, sig })).toBe(false);
  });

  it('is not trusted if the key’s seed and public key do not match', async () => {
    const { backend } = counting();
    const mixed: Key = { seed: key.seed, pub: other.pub };
    const message = bytes(1, 2, 3);
    const sig = await sign(mixed, message);
    expect(await verifyUnlessOwn(backend, { pub: other.pub, message, sig })).toBe(false);
  });

  it('is evicted after too many newer signatures', async () => {
    const signed = new SignedHere();
    const count = 1_500;
    for (let n = 0; n < count; n++) await signed.note(pureBackend, key, bytes(n & 255, n >> 8), `sig ${n}`);
    expect(signed.size).toBeLessThan(count);
    expect(signed.take(key.pub, bytes(0, 0), 'sig 0')).toBe(false);
    expect(signed.take(key.pub, bytes((count - 1) & 255, (count - 1) >> 8), `sig ${count - 1}`)).toBe(true);
  });
});
