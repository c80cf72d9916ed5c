import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { PuzzleBank } from '../domain/puzzle/puzzles.ts';

const bank = z.object({
  format: z.literal('anchor-puzzles/1'),
  puzzles: z.array(z.looseObject({})).check(z.minLength(1)),
});

/** A puzzle bank in a file, read on first use. After a failure the next call tries again. */
export function puzzleBank(file: string): PuzzleBank {
  let reading: Promise<readonly string[]> | null = null;
  return () => {
    reading ??= readBank(file).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

async function readBank(file: string): Promise<readonly string[]> {
  const text = await promisify(gunzip)(await readFile(file));
  return z.parse(bank, JSON.parse(text.toString())).puzzles.map((puzzle) => JSON.stringify(puzzle));
}
