import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import {
  type Hashes,
  hmacSha256,
  nodeHashes,
  pureHashes,
  sha256,
  sha256Hex,
  sha256HexLater,
  webHashes,
} from '../src/crypto/hash.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const native = (bytes: Uint8Array) => nodeCrypto.createHash('sha256').update(bytes).digest('hex');
const ascii = (text: string) => new TextEncoder().encode(text);

const platforms: Record<string, Hashes> = {
  chosen: { sha256, sha256Hex, sha256HexLater, hmacSha256 },
  node: nodeHashes(nodeCrypto),
  web: webHashes(globalThis.crypto.subtle),
  pure: pureHashes,
};

describe.each(Object.entries(platforms))('%s', (_name, { sha256, sha256Hex, sha256HexLater, hmacSha256 }) => {
  test.each([
    // The examples of FIPS 180-4 and the first of NIST's short messages.
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('SHA-256 of the published message %#', (text, digest) => {
    expect(hex(sha256(ascii(text)))).toBe(digest);
    expect(sha256Hex(ascii(text))).toBe(digest);
  });

  test.each([
    // RFC 4231: a key shorter than a digest, one longer than a block, and a key and a message both longer than a block.
    ['Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [
      '\xaa'.repeat(131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      '\xaa'.repeat(131),
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('HMAC-SHA-256 of the published case %#', (key, message, digest) => {
    expect(hex(hmacSha256(Buffer.from(key, 'latin1'), ascii(message)))).toBe(digest);
  });

  test('every length up to five blocks gives the platform’s result', () => {
    const random = new SeededRandom(180);
    for (let length = 0; length <= 320; length++) {
      const bytes = random.bytes(length);
      expect(hex(sha256(bytes)), `${length} bytes`).toBe(native(bytes));
      expect(sha256Hex(bytes), `${length} bytes`).toBe(native(bytes));
      const key = random.bytes(320 - length);
      const expected = nodeCrypto.createHmac('sha256', key).update(bytes).digest('hex');
      expect(hex(hmacSha256(key, bytes)), `key of ${key.length}`).toBe(expected);
    }
  });

  test('arbitrary bytes and keys, in views at any offset, give the platform’s result', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat({ max: 70 }), (bytes, from) => {
        const view = bytes.subarray(from);
        expect(hex(sha256(view))).toBe(native(view));
      }),
      { seed: 180 },
    );
  });

  test('many messages at once, parts of one buffer, give the platform’s results in order', async () => {
    const random = new SeededRandom(181);
    const whole = Uint8Array.from(random.bytes(5_000));
    const parts = Array.from({ length: 64 }, (_, i) => whole.subarray(i * 7, i * 70));
    expect(await Promise.all(parts.map(sha256HexLater))).toEqual(parts.map(native));
  });

  test('later calls do not change a returned value', () => {
    const first = sha256(ascii('abc'));
    sha256(ascii('another'));
    hmacSha256(ascii('key'), ascii('message'));
    expect(hex(first)).toBe(native(ascii('abc')));
  });
});
