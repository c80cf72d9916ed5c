import type { PuzzleAnswer, PuzzlePlay, PuzzleView } from '@anchor/wire';
import { makePlay, startPosition } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareText } from '../src/pages/puzzle/share.ts';

const { points, bar, off } = startPosition();
const puzzle: PuzzleView = {
  date: '2026-11-21',
  position: { points: [...points], bar: [...bar], off: [...off] },
  dice: [3, 1],
  cube: { value: 1, owner: null },
  score: [0, 0],
  length: 0,
  crawford: false,
  jacoby: true,
  beavers: true,
  choices: 16,
};

function answerWith(hops: [number, number][], rank: number): PuzzleAnswer {
  const play: PuzzlePlay = { hops, equity: 0.25, loss: 0.1, chances: [0.5, 0.1, 0, 0.1, 0] };
  return { rank, loss: 0.1, play, best: [play] };
}

describe('the shared text of a puzzle', () => {
  test('has the result and the address', () => {
    expect(shareText(puzzle, answerWith([[8, 5]], 1), 3, 'https://anchor.example')).toBe(
      'Anchor puzzle 21 Nov 2026: solved ✓ · 3 days in a row\nhttps://anchor.example/puzzle/2026-11-21',
    );
    expect(shareText(puzzle, answerWith([[8, 5]], 4), 0, 'https://anchor.example')).toBe(
      'Anchor puzzle 21 Nov 2026: 4th best of 16\nhttps://anchor.example/puzzle/2026-11-21',
    );
  });

  test('does not depend on the play', () => {
    const place = fc.integer({ min: 0, max: 25 });
    const hops = fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(hops, hops, fc.integer({ min: 1, max: 16 }), (one, other, rank) => {
        const text = shareText(puzzle, answerWith(one, rank), 0, 'https://anchor.example');
        expect(text).toBe(shareText(puzzle, answerWith(other, rank), 0, 'https://anchor.example'));
        expect(text).not.toContain(makePlay(one));
      }),
    );
  });
});
