// @vitest-environment happy-dom
import { startPosition } from 'bg-rules';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { Board } from '../../src/board/board.tsx';
import { Frame } from '../../src/board/frame.tsx';
import type { Orientation } from '../../src/board/geometry.ts';
import { MaterialFrame } from '../../src/board/material-frame.tsx';
import { isTextured } from '../../src/ui/textured.ts';

const ORIENTATIONS: readonly Orientation[] = ([0, 1] as const).flatMap((viewer) =>
  [true, false].flatMap((mirrored) => [true, false].map((flipped) => ({ viewer, mirrored, flipped }))),
);

afterEach(() => {
  isTextured.value = false;
  render(null, document.body);
});

/** The outlines of the points of one look, and the numbers with their places. */
function shown(Part: typeof Frame, orientation: Orientation) {
  render(
    <svg aria-hidden="true">
      <Part orientation={orientation} />
    </svg>,
    document.body,
  );
  const outlines = (look: string) =>
    [...document.querySelectorAll('path')]
      .filter((path) => path.getAttribute('class') === `point ${look}`)
      .flatMap((path) => (path.getAttribute('d') ?? '').split(/(?<=Z) /))
      .toSorted();
  const looks = ['point-odd is-low', 'point-odd is-high', 'point-even is-low', 'point-even is-high'];
  const numbers = [...document.querySelectorAll('text')].map((text) =>
    [text.textContent, text.getAttribute('x'), text.getAttribute('y')].join(' '),
  );
  return { points: looks.map(outlines), numbers };
}

describe('the board of wood and felt', () => {
  test('WD5 has the points and numbers of the flat boards, in every orientation', () => {
    for (const orientation of ORIENTATIONS) {
      const flat = shown(Frame, orientation);
      expect(flat.points.map(({ length }) => length)).toEqual([6, 6, 6, 6]);
      expect(shown(MaterialFrame, orientation), JSON.stringify(orientation)).toEqual(flat);
    }
  });

  test('WD6 replaces the flat board once it is loaded, and gives way to it when another board is chosen', async () => {
    const board = (
      <Board
        position={startPosition()}
        orientation={{ viewer: 0, mirrored: false, flipped: false }}
        cube={null}
        dice={[]}
        lastPlay={null}
        interaction={null}
        durationMs={0}
      />
    );
    const isMade = () => document.querySelector('.board')?.classList.contains('is-made');
    await act(() => render(board, document.body));
    expect(isMade()).toBe(false);
    isTextured.value = true;
    await expect.poll(isMade).toBe(true);
    expect(document.querySelectorAll('.checkers .checker')).toHaveLength(30);
    isTextured.value = false;
    await expect.poll(isMade).toBe(false);
  });
});
