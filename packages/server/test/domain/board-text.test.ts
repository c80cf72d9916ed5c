import { fromOwnView, ownView, startPosition, swapPlayers } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardText } from '../../src/domain/mailing/board-text.ts';

const start = `
+13-14-15-16-17-18-+---+19-20-21-22-23-24-+
| X           O    |   | O              X |
| X           O    |   | O              X |
| X           O    |   | O                |
| X                |   | O                |
| X                |   | O                |
|                  |BAR|                  |  X to play 3-1
| O                |   | X                |
| O                |   | X                |
| O           X    |   | X                |
| O           X    |   | X              O |
| O           X    |   | X              O |
+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+

X (you): 167 pips
O: 167 pips`;

const crowded = `
+13-14-15-16-17-18-+---+19-20-21-22-23-24-+
|                  | X |                O |
|                  | X |                O |
|                  |   |                  |
|                  |   |                  |
|                  |   |                  |
|                  |BAR|                  |  X to roll
|                  |   |               11 |
|                  |   |                X |
|                  |   |                X |
|                  |   |                X |
|                  | O |                X |
+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+

X (you): 61 pips, 2 on the bar, 2 off
O: 27 pips, 1 on the bar, 12 off`;

/** The opening move of a player with eleven checkers on the ace point and two on the bar, against three checkers. */
function crowdedPosition() {
  const view = Array.from({ length: 26 }, () => 0);
  view[0] = -1;
  view[1] = 11;
  view[24] = -2;
  view[25] = 2;
  return fromOwnView(view, 0);
}

describe('a board as text', () => {
  it('TX1 shows the start as books do', () => {
    expect(boardText(startPosition(), 0, [3, 1])).toBe(start.trimStart());
  });

  it('TX2 shows the number of more than five checkers, and names bar and off', () => {
    expect(boardText(crowdedPosition(), 0, null)).toBe(crowded.trimStart());
  });

  it('TX3 is the same for both players when they have the same position', () => {
    expect(boardText(swapPlayers(crowdedPosition()), 1, null)).toBe(crowded.trimStart());
  });

  it('TX4 has lines of equal length and shows every checker on the points', () => {
    const counts = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 26, maxLength: 26 });
    fc.assert(
      fc.property(counts, (view) => {
        const points = view.map((count, place) => (place === 0 || place === 25 ? 0 : count));
        const position = fromOwnView(points, 0);
        const rows = boardText(position, 0, null).split('\n').slice(0, 13);
        const board = rows.map((row) => row.slice(0, 43));
        expect(board.every((row) => row.length === 43)).toBe(true);
        const letters = (letter: string) => board.join('').replaceAll('BAR', '').split(letter).length - 1;
        const sum = (sign: number) => ownView(position, 0).reduce((all, n) => all + Math.max(sign * n, 0), 0);
        expect([letters('X'), letters('O')]).toEqual([sum(1), sum(-1)]);
      }),
    );
  });
});
