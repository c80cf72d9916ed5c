import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Board } from '../src/board.ts';

// Written by the trainer's own C program: see training/make-vectors.mjs.
const VECTORS = new URL('../../../vectors/engine/evaluations.txt.gz', import.meta.url);

export interface Vector {
  /** Counts by place: off, points 1 to 24, the bar. */
  readonly own: readonly number[];
  readonly other: readonly number[];
  readonly chances: readonly number[];
}

/** What the trainer says of 10,000 positions. */
export const vectors: readonly Vector[] = gunzipSync(readFileSync(VECTORS))
  .toString()
  .split('\n')
  .map((line) => line.split(' ').map(Number))
  .map((numbers) => ({ own: numbers.slice(0, 26), other: numbers.slice(26, 52), chances: numbers.slice(52) }));

export function setUp(board: Board, { own, other }: Vector): void {
  board.own.counts.set(own);
  board.other.counts.set(other);
}
