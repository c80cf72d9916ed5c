import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { PacedBody } from '../../src/http/raw-answers.ts';

const PIECE_BYTES = 64 * 1024;

it.each([0, 1, PIECE_BYTES, PIECE_BYTES + 1, 5 * PIECE_BYTES])(
  'SR7 a body of %i bytes arrives complete, at most one piece of 64 KB per turn of the event loop',
  async (length) => {
    const bytes = randomBytes(length);
    const body = new PacedBody(bytes);
    const pieces: Buffer[] = [];
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turns: number[] = [];
    const quick = new Writable({
      highWaterMark: 1024 * 1024,
      write(piece: Buffer, _, done) {
        pieces.push(piece);
        turns.push(turn);
        done();
      },
    });
    await pipeline(body, quick);
    isOver = true;
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(Math.max(0, ...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(PIECE_BYTES);
    expect(new Set(turns).size).toBe(pieces.length);
    expect(body.unsentBytes).toBe(0);
  },
);

it('SR8 the unread part of a body stays counted until the body is destroyed', async () => {
  const body = new PacedBody(randomBytes(10 * PIECE_BYTES));
  expect(body.unsentBytes).toBe(10 * PIECE_BYTES);
  await new Promise<void>((resolve) => body.once('readable', resolve));
  expect(body.read()).not.toBeNull();
  expect(body.unsentBytes).toBeGreaterThan(7 * PIECE_BYTES);
  body.destroy();
  expect(body.unsentBytes).toBeLessThanOrEqual(body.readableLength);
});
