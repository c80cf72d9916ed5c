import { expect, test, vi } from 'vitest';
import { deriveDice } from '../src/dice.ts';

const blocks = vi.hoisted(() => ({ given: [] as number[][], messages: [] as string[] }));

// No reveal is known whose digest has 31 bytes above 251, so the test supplies the digests.
vi.mock('../src/crypto/hash.ts', () => ({
  hmacSha256: (_key: Uint8Array, message: Uint8Array) => {
    blocks.messages.push(new TextDecoder().decode(message));
    return Uint8Array.from(blocks.given.shift() ?? []);
  },
}));

function diceOf(...given: number[][]) {
  blocks.given = given;
  blocks.messages = [];
  const link = new Uint8Array(32);
  return deriveDice({ serverReveal: link, reveals: [link, link], id: 'made-up-digests', roll: 9 });
}

test('bytes from 252 up are skipped', () => {
  expect(diceOf([252, 255, 251, 253, 254, 0])).toEqual([6, 1]);
  expect(blocks.messages).toHaveLength(1);
});

test('the first two dice of a digest are used, in order', () => {
  expect(diceOf([0, 1, 2, 3])).toEqual([1, 2]);
  expect(diceOf([6, 251])).toEqual([1, 6]);
});

test('another digest is computed only if one did not give two dice, and its one die is kept', () => {
  expect(diceOf(Array(32).fill(255), [...Array(31).fill(252), 4], [2, 3])).toEqual([5, 3]);
  expect(blocks.messages).toEqual([0, 1, 2].map((n) => `hmac-sha256/hashchain-reveal-v2\nmade-up-digests\n9\n${n}`));
});
