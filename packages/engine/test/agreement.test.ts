import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WEIGHTS, WEIGHTS_SHA256 } from '../src/generated/net-weights.ts';
import { makeNets, readRealNets } from '../src/net.ts';
import { PlainSearcher } from '../src/search.ts';
import { packed, type Vector, vectors } from './vectors.ts';

const COMMITTED = new URL('../../../training/weights/anchor-net-2.bin', import.meta.url);
/** The C program computes the same net in real numbers. */
const LARGEST_DIFFERENCE = 0.01;
const MEAN_DIFFERENCE = 0.001;

const searcher = new PlainSearcher(makeNets(readRealNets(Uint8Array.from(Buffer.from(WEIGHTS, 'base64')).buffer)));

function evaluated(vector: Vector): number[] {
  searcher.look(packed(vector), 0, 0);
  return [...searcher.tree.subarray(1, 6)];
}

const isHome = (counts: readonly number[]) => counts.slice(7).every((count) => count === 0);
const isBearOff = ({ own, other }: Vector) => isHome(own) && isHome(other);

describe('the trainer’s evaluation', () => {
  it('agrees on 10,000 positions, except bear-offs, which are exact here', () => {
    expect(vectors.length).toBe(10_000);
    const byNet = vectors.filter((vector) => !isBearOff(vector));
    expect(byNet.length).toBeGreaterThan(9_000);
    const off = byNet.flatMap((vector) => evaluated(vector).map((chance, n) => Math.abs(chance - vector.chances[n]!)));
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
const FINGERPRINT = '47d8480a2599aae136250455189db95cd9495071e389b251981521eb66c0076a';
