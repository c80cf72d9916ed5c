import { expect, test } from 'vitest';
import { facesBefore } from '../../src/board/dice.tsx';

test('a tumbling die turns over an edge to its last face: each face lies beside the next one', () => {
  for (const last of [1, 2, 3, 4, 5, 6])
    for (let seed = 0; seed < 40; seed++) {
      const faces = [...facesBefore(last, seed), last];
      for (const [turn, face] of faces.slice(1).entries()) {
        expect(face).not.toBe(faces[turn]);
        expect(face + faces[turn]!).not.toBe(7);
        expect(face).toBeGreaterThanOrEqual(1);
        expect(face).toBeLessThanOrEqual(6);
      }
    }
});
