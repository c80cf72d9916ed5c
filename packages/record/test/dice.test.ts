import { createHash, createHmac } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { deriveDice, makeChain, playerSeed } from '../src/dice.ts';
import { SparseChain } from '../src/sparse-chain.ts';

/** An independent implementation of the derivation in the format document. */
function independentDice(reveals: readonly Uint8Array[], id: string, roll: number): number[] {
  const dice: number[] = [];
  for (let counter = 0; dice.length < 2; counter++) {
    const message = ['hmac-sha256/hashchain-reveal-v2', id, roll, counter].join('\n');
    const digest = createHmac('sha256', Buffer.concat(reveals)).update(message, 'utf8').digest();
    dice.push(...[...digest].filter((byte) => byte < 252).map((byte) => 1 + (byte % 6)));
  }
  return dice.slice(0, 2);
}

test('a chain ends in its seed, each link is the SHA-256 of the next', () => {
  const seed = new SeededRandom(1).bytes(32);
  for (const length of [1, 2, 100]) {
    const chain = makeChain(seed, length);
    expect(chain).toHaveLength(length + 1);
    expect(chain[length]).toEqual(seed);
    for (let i = 0; i < length; i++) {
      const hash = createHash('sha256')
        .update(chain[i + 1]!)
        .digest('hex');
      expect(bytesToHex(chain[i]!)).toBe(hash);
    }
  }
});

test('a sparse chain returns the same links as the complete one, in any order', () => {
  const seed = new SeededRandom(4).bytes(32);
  for (const length of [1, 31, 32, 33, 64, 100]) {
    const whole = makeChain(seed, length).map((link) => bytesToHex(link));
    const sparse = new SparseChain(seed, length);
    expect(sparse.anchor).toBe(whole[0]);
    expect(whole.map((_, index) => sparse.link(index))).toEqual(whole);
    expect(whole.toReversed().map((_, index) => sparse.link(length - index))).toEqual(whole.toReversed());
    expect(() => sparse.link(length + 32)).toThrow(RangeError);
  }
});

test("a player's seed is the HMAC of id and nonce under their key", () => {
  const keySeed = new SeededRandom(2).bytes(32);
  const nonce = '000102030405060708090a0b0c0d0e0f';
  const expected = createHmac('sha256', keySeed).update(`bg-chain/1\nmatch-id-000001\n${nonce}`).digest('hex');
  expect(bytesToHex(playerSeed(keySeed, 'match-id-000001', nonce))).toBe(expected);
});

test('dice agree with an independent derivation, from bytes and from hex', () => {
  const random = new SeededRandom(3);
  for (let roll = 1; roll <= 500; roll++) {
    const [serverReveal, first, second] = [random.bytes(32), random.bytes(32), random.bytes(32)];
    const id = `match-${bytesToHex(random.bytes(8))}`;
    const expected = independentDice([serverReveal, first, second], id, roll);
    expect(deriveDice({ serverReveal, reveals: [first, second], id, roll })).toEqual(expected);
    const hex = { serverReveal: bytesToHex(serverReveal), reveals: [bytesToHex(first), bytesToHex(second)] as const };
    expect(deriveDice({ ...hex, id, roll })).toEqual(expected);
  }
});

test('every input changes the dice', () => {
  const base = {
    serverReveal: 'aa'.repeat(32),
    reveals: ['bb'.repeat(32), 'cc'.repeat(32)],
    id: 'match-id-000001',
    roll: 1,
  } as const;
  const changed = [
    { serverReveal: 'ab'.repeat(32) },
    { reveals: ['ab'.repeat(32), base.reveals[1]] },
    { reveals: [base.reveals[0], 'ab'.repeat(32)] },
    { reveals: [base.reveals[1], base.reveals[0]] },
    { id: 'match-id-000002' },
  ] as const;
  for (const change of changed) {
    // One roll may be equal by chance; ten in a row cannot be.
    const rolls = Array.from({ length: 10 }, (_, i) => i + 1);
    const differs = rolls.some((roll) => {
      return deriveDice({ ...base, roll }).join() !== deriveDice({ ...base, ...change, roll }).join();
    });
    expect(differs).toBe(true);
  }
});

test('all 36 ordered rolls are equally likely (χ², 35 degrees of freedom, seed 4)', () => {
  const random = new SeededRandom(4);
  const counts = new Map<string, number>();
  const rolls = 36_000;
  const reveals = [random.bytes(32), random.bytes(32)] as const;
  const serverReveal = random.bytes(32);
  for (let roll = 1; roll <= rolls; roll++) {
    const dice = deriveDice({ serverReveal, reveals, id: 'chi-square-match', roll }).join('-');
    counts.set(dice, (counts.get(dice) ?? 0) + 1);
  }
  const expected = rolls / 36;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(counts.size).toBe(36);
  // 66.6 is the 99.9 % quantile, 14.7 the 0.1 % quantile; below it the dice would be suspiciously even.
  expect(chiSquare).toBeLessThan(66.6);
  expect(chiSquare).toBeGreaterThan(14.7);
});
