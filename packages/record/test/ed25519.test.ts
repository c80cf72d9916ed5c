import * as nodeCrypto from 'node:crypto';
import { Point } from '@noble/ed25519';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import type { Backend } from '../src/crypto/backend.ts';
import { generateKey, keyFromSeed, sign, verifySignature, verifyWith } from '../src/crypto/ed25519.ts';
import { nodeBackend } from '../src/crypto/node.ts';
import { pureBackend } from '../src/crypto/pure.ts';
import { GROUP_ORDER, isGoodKey, littleEndian } from '../src/crypto/strict.ts';
import { findWebCrypto, webCryptoBackend } from '../src/crypto/webcrypto.ts';

const backends: Record<string, Backend> = {
  node: nodeBackend(nodeCrypto),
  webcrypto: webCryptoBackend(globalThis.crypto.subtle),
  pure: pureBackend,
};

// RFC 8032, section 7.1: tests 1, 2, 3.
const rfc8032 = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    pub: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    sig: 'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    pub: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    sig: '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    pub: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    sig: '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
];

const FIELD_PRIME = 2n ** 255n - 19n;

function encode(value: bigint, signBit = 0): string {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
  bytes[31]! |= signBit << 7;
  return bytesToHex(bytes);
}

/**
 * Returns the eight points of small order, generated from one of order 8: [L]P for a point P outside the main
 * subgroup.
 */
function smallOrderPoints(): Point[] {
  for (let y = 2n; ; y++) {
    const generator = torsionOf(y);
    if (generator && !generator.double().double().is0()) {
      const points = [Point.ZERO];
      while (points.length < 8) points.push(points.at(-1)!.add(generator));
      return points;
    }
  }
}

function torsionOf(y: bigint): Point | null {
  try {
    const point = Point.fromHex(encode(y));
    return point.multiplyUnsafe(GROUP_ORDER - 1n).add(point);
  } catch {
    return null;
  }
}

const torsion = smallOrderPoints();

describe.each(Object.entries(backends))('back-end %s', (_, backend) => {
  test.each(rfc8032)('agrees with RFC 8032 on message "$message"', async ({ seed, pub, message, sig }) => {
    expect(bytesToHex(await backend.publicKey(hexToBytes(seed)))).toBe(pub);
    expect(bytesToHex(await backend.sign(hexToBytes(seed), hexToBytes(message)))).toBe(sig);
    expect(await verifyWith(backend, pub, hexToBytes(message), sig)).toBe(true);
    expect(await verifyWith(backend, pub, hexToBytes(`${message}00`), sig)).toBe(false);
  });

  test('refuses a signature with any one bit flipped', async () => {
    const { pub, message, sig } = rfc8032[1]!;
    for (let bit = 0; bit < 512; bit += 7) {
      const bytes = hexToBytes(sig);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(await verifyWith(backend, pub, hexToBytes(message), bytesToHex(bytes))).toBe(false);
    }
  });

  test('refuses S at or above the group order', async () => {
    const { pub, message, sig } = rfc8032[1]!;
    const s = littleEndian(hexToBytes(sig.slice(64)));
    for (let k = 1n; s + k * GROUP_ORDER < 2n ** 256n; k++) {
      const other = sig.slice(0, 64) + encode(s + k * GROUP_ORDER);
      expect(await verifyWith(backend, pub, hexToBytes(message), other)).toBe(false);
    }
  });

  test('refuses malformed hex', async () => {
    const { pub, sig } = rfc8032[0]!;
    const none = new Uint8Array();
    for (const bad of ['', sig.slice(2), `${sig}00`, sig.toUpperCase(), `zz${sig.slice(2)}`]) {
      expect(await verifyWith(backend, pub, none, bad)).toBe(false);
    }
    for (const bad of ['', pub.slice(2), pub.toUpperCase(), `zz${pub.slice(2)}`]) {
      expect(await verifyWith(backend, bad, none, sig)).toBe(false);
    }
  });

  // With A = [a]B + T and R = [r]B + U, where T and U are of small order, S = r + ka gives [S]B − [k]A = [r]B
  // − [k]T. So the cofactorless equation holds only if U = −[k]T, while the cofactored one always holds.
  test('verifies crafted signatures with small-order parts without the cofactor', async () => {
    const random = new SeededRandom(8032);
    const verdicts = { right: 0, wrong: 0 };
    for (let i = 0; i < 64; i++) {
      const { pub, message, sig, k } = craft(random, torsion[i & 7]!, torsion[i >> 3]!);
      const expected = torsion[i >> 3]!.equals(multiple(torsion[i & 7]!, k).negate());
      verdicts[expected ? 'right' : 'wrong']++;
      expect(await verifyWith(backend, pub, message, sig)).toBe(expected);
    }
    expect(verdicts.right).toBeGreaterThan(0);
    expect(verdicts.wrong).toBeGreaterThan(verdicts.right);
  });

  test('refuses small-order keys, which have signatures that are valid for every message', async () => {
    const identityKey = encode(1n);
    const sig = encode(1n) + encode(0n);
    expect(await verifyWith(backend, identityKey, hexToBytes('00'), sig)).toBe(false);
  });
});

function craft(random: SeededRandom, keyPart: Point, noncePart: Point) {
  const a = littleEndian(random.bytes(32)) % GROUP_ORDER;
  const r = littleEndian(random.bytes(32)) % GROUP_ORDER;
  const message = random.bytes(20);
  const pub = Point.BASE.multiplyUnsafe(a).add(keyPart).toBytes();
  const nonce = Point.BASE.multiplyUnsafe(r).add(noncePart).toBytes();
  const k =
    littleEndian(
      nodeCrypto
        .createHash('sha512')
        .update(concatBytes(nonce, pub, message))
        .digest(),
    ) % GROUP_ORDER;
  const sig = bytesToHex(nonce) + encode((r + k * a) % GROUP_ORDER);
  return { pub: bytesToHex(pub), message, sig, k };
}

function multiple(point: Point, k: bigint): Point {
  let sum = Point.ZERO;
  for (let i = 0n; i < k % 8n; i++) sum = sum.add(point);
  return sum;
}

describe('valid keys', () => {
  test('include those of RFC 8032 and generated ones', async () => {
    for (const { pub } of rfc8032) expect(isGoodKey(pub)).toBe(true);
    expect(isGoodKey((await generateKey()).pub)).toBe(true);
  });

  test('may have a small-order part, and every back-end gives the same result for their signatures', () => {
    const mixed = Point.BASE.add(torsion[1]!);
    expect(isGoodKey(mixed.toHex())).toBe(true);
  });

  test('are not of small order', () => {
    expect(new Set(torsion.map((point) => point.toHex())).size).toBe(8);
    for (const point of torsion) expect(isGoodKey(point.toHex())).toBe(false);
  });

  test('are canonical: y below the prime, no sign on x = 0', () => {
    for (let y = FIELD_PRIME; y < 2n ** 255n; y++) {
      expect(isGoodKey(encode(y)), `y = p + ${y - FIELD_PRIME}`).toBe(false);
      expect(isGoodKey(encode(y, 1))).toBe(false);
    }
    expect(isGoodKey(encode(1n, 1))).toBe(false);
    expect(isGoodKey(encode(FIELD_PRIME - 1n, 1))).toBe(false);
  });

  test('are on the curve, and are strings', () => {
    expect(isGoodKey(encode(2n))).toBe(false);
    for (const value of [null, 7, {}, [], 'zz'.repeat(32), rfc8032[0]!.pub.toUpperCase()])
      expect(isGoodKey(value)).toBe(false);
  });
});

test('the platform back-end is the default', async () => {
  const key = await keyFromSeed(hexToBytes(rfc8032[2]!.seed));
  expect(key.pub).toBe(rfc8032[2]!.pub);
  expect(await sign(key, hexToBytes('af82'))).toBe(rfc8032[2]!.sig);
  expect(await verifySignature(key.pub, hexToBytes('af82'), rfc8032[2]!.sig)).toBe(true);
});

test('a key does not change if its seed bytes are changed later', async () => {
  const seed = hexToBytes(rfc8032[0]!.seed);
  const key = await keyFromSeed(seed);
  seed.fill(0);
  expect(await sign(key, new Uint8Array())).toBe(rfc8032[0]!.sig);
});

test('WebCrypto is used only where it offers Ed25519', async () => {
  expect((await findWebCrypto())?.name).toBe('webcrypto');
  const without = { importKey: () => Promise.reject(new DOMException('unknown', 'NotSupportedError')) };
  // @ts-expect-error a platform without the algorithm answers nothing else
  expect(await findWebCrypto(without)).toBeUndefined();
});
