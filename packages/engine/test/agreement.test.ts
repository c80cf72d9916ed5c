import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeBoard } from '../src/board.ts';
import { type Chances, newOutputs, toChances, writeChances } from '../src/chances.ts';
import { WEIGHTS, WEIGHTS_SHA256 } from '../src/generated/net-weights.ts';
import { setUp, type Vector, vectors } from './vectors.ts';

const COMMITTED = new URL('../../../training/weights/anchor-net-1.int8.bin', import.meta.url);
/** The C program adds single-precision numbers in another order. */
const TOLERANCE = 3e-6;

const board = makeBoard();
const outputs = newOutputs();

function evaluated(vector: Vector): Chances {
  setUp(board, vector);
  writeChances(board, outputs);
  return toChances(outputs);
}

const isHome = (counts: readonly number[]) => counts.slice(7).every((count) => count === 0);
const isBearOff = ({ own, other }: Vector) => isHome(own) && isHome(other);

describe('the trainer’s evaluation', () => {
  it('agrees on 10,000 positions, except bear-offs, which are exact here', () => {
    expect(vectors.length).toBe(10_000);
    const byNet = vectors.filter((vector) => !isBearOff(vector));
    expect(byNet.length).toBeGreaterThan(9_000);
    const off = byNet.map((vector) =>
      Math.max(...evaluated(vector).map((chance, n) => Math.abs(chance - vector.chances[n]!))),
    );
    expect(Math.max(...off)).toBeLessThan(TOLERANCE);
  });

  it('uses the committed weights, whose SHA-256 the module exports', () => {
    const committed = readFileSync(COMMITTED);
    expect(createHash('sha256').update(committed).digest('hex')).toBe(WEIGHTS_SHA256);
    expect(WEIGHTS).toBe(committed.toString('base64'));
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
const FINGERPRINT = '8a295a7f875abcbd00d3087abcc28f313485c61ca938ff39a23e7f8fb9f20a99';
