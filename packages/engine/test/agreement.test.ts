import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { winInEnd, worthInEnd } from '../src/bearoff-ends.ts';
import { boardsUpTo } from '../src/bearoff-index.ts';
import { WEIGHTS, WEIGHTS_SHA256 } from '../src/generated/net-weights.ts';
import { makeNets, readRealNets } from '../src/net.ts';
import { PlainSearcher } from '../src/search.ts';
import { MONEY, stakesOf } from '../src/stakes.ts';
import { packed, type Vector, vectors } from './vectors.ts';

const COMMITTED = new URL('../training/weights/anchor-net-3.bin', import.meta.url);
/** The C program computes the same net in real numbers. */
const LARGEST_DIFFERENCE = 0.01;
const MEAN_DIFFERENCE = 0.001;

const searcher = new PlainSearcher(makeNets(readRealNets(Uint8Array.from(Buffer.from(WEIGHTS, 'base64')).buffer)));

function evaluated(vector: Vector): number[] {
  searcher.look(packed(vector), 0, 0);
  return [...searcher.tree.subarray(1, 6)];
}

describe('the trainer’s evaluation', () => {
  it('agrees on 10,000 positions', () => {
    expect(vectors.length).toBe(10_000);
    const off = vectors.flatMap((vector) =>
      evaluated(vector).map((chance, n) => Math.abs(chance - vector.chances[n]!)),
    );
    expect(off.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(LARGEST_DIFFERENCE);
    expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(MEAN_DIFFERENCE);
  });

  it('uses the committed weights, whose SHA-256 the module exports', () => {
    const committed = readFileSync(COMMITTED);
    expect(createHash('sha256').update(committed).digest('hex')).toBe(WEIGHTS_SHA256);
    expect(WEIGHTS).toBe(committed.toString('base64'));
  });

  it('refuses weights that its integers cannot hold', () => {
    const real = readRealNets(Uint8Array.from(Buffer.from(WEIGHTS, 'base64')).buffer);
    for (const name of ['inputWeights', 'outputWeights'] as const) {
      const weights = real.contact[name].map((weight) => 10 * weight);
      expect(() => makeNets({ ...real, contact: { ...real.contact, [name]: weights } })).toThrow('too large');
    }
  });
});

describe('fixed answers', () => {
  it('BE7 of the ends of bear-offs are bit-identical on every JavaScript engine', () => {
    const digest = createHash('sha256');
    const match = { ...MONEY, length: 7, score: [2, 4] as const };
    for (const stakes of [stakesOf(MONEY), stakesOf(match)])
      for (let own = 1; own < boardsUpTo(3); own++)
        for (let other = 1; other < boardsUpTo(3); other++) {
          const end = { own, other };
          const worths = [1, 2].map((value) => worthInEnd(end, 0, { value, owner: value > 1 ? 0 : null }, stakes));
          digest.update(Float64Array.from([winInEnd(end), ...worths]));
        }
    expect(digest.digest('hex')).toBe(FINGERPRINT_OF_ENDS);
  });

  it('are bit-identical on every JavaScript engine', () => {
    const digest = createHash('sha256');
    for (const vector of vectors) digest.update(Float64Array.from(evaluated(vector)));
    expect(digest.digest('hex')).toBe(FINGERPRINT);
  });
});

/**
 * SHA-256 of all answers as doubles. It changes with the weights and with any change of an answer, which
 * needs a new ENGINE_ID.
 */
const FINGERPRINT = 'bd79026d37b841c2ac1e9d9e3b1b41c64e1442fb754d7d3bf8926d7fcf32a852';

/** SHA-256 of the values at the end of a bear-off, with up to three checkers a side. */
const FINGERPRINT_OF_ENDS = '65f677cdaa3a2cbac4df0522d9f496d41281dd6e0bd30d59d0d86210af778497';
