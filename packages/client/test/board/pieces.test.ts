import { BAR, checkersAt, type Hop, legalPlays, type Player, type Position, startPosition } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrowsOf } from '../../src/board/arrows.ts';
import { describePlace, describePlay, describePosition } from '../../src/board/describe.ts';
import { arrange, type Piece, topPiece } from '../../src/board/pieces.ts';

function counts(pieces: readonly Piece[], player: Player): number[] {
  return Array.from(
    { length: BAR + 1 },
    (_, place) => pieces.filter((piece) => piece.player === player && piece.place === place).length,
  );
}

function expectShows(pieces: readonly Piece[], position: Position): void {
  for (const player of [0, 1] as const) {
    const wanted = Array.from({ length: BAR + 1 }, (_, place) => checkersAt(position, player, place));
    expect(counts(pieces, player)).toEqual(wanted);
  }
  expect(new Set(pieces.map(({ id }) => id)).size).toBe(30);
  const spots = pieces.map(({ player, place, index }) => `${player} ${place} ${index}`);
  expect(new Set(spots).size).toBe(30);
}

describe('checkers', () => {
  it('keep their identity: only the one that moves changes', () => {
    const before = arrange(startPosition());
    const [play] = legalPlays(startPosition(), 0, [6, 6]).filter(({ hops }) => hops.every(([from]) => from === 13));
    const after = arrange(play!.position, before);
    const moved = after.filter((piece) => !before.some((old) => old.id === piece.id && old.place === piece.place));
    expect(moved.map(({ place }) => place)).toEqual([7, 7, 7, 7]);
    expect(after.slice(-4)).toEqual(moved);
  });

  it('leave a stack from its top', () => {
    const before = arrange(startPosition());
    const top = topPiece(before, 0, 13)!;
    expect(top.index).toBe(4);
    const play = legalPlays(startPosition(), 0, [2, 1]).find(({ hops }) => hops[0]![0] === 13 && hops[1]![0] === 6)!;
    expect(arrange(play.position, before).find(({ id }) => id === top.id)!.place).toBe(11);
  });

  it('show any position after any other', () => {
    const roll = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.nat());
    fc.assert(
      fc.property(fc.array(roll, { maxLength: 80 }), (rolls) => {
        let now = startPosition();
        let player: Player = 0;
        let pieces = arrange(now);
        for (const [a, b, choice] of rolls) {
          const plays = legalPlays(now, player, [a, b]);
          now = plays[choice % plays.length]?.position ?? now;
          pieces = arrange(now, pieces);
          expectShows(pieces, now);
          if (now.off[player] === 15) now = startPosition();
          player = player === 0 ? 1 : 0;
        }
        expectShows(arrange(startPosition(), pieces), startPosition());
      }),
      { numRuns: 40 },
    );
  });

  it('have none on top of an empty place', () => {
    expect(topPiece(arrange(startPosition()), 0, 5)).toBeNull();
  });
});

describe('arrows', () => {
  it.each<[string, Hop[], unknown]>([
    [
      'one checker by both dice',
      [
        [24, 18],
        [18, 13],
      ],
      [{ from: 24, to: 13, count: 1 }],
    ],
    [
      'two checkers alike',
      [
        [8, 5],
        [8, 5],
      ],
      [{ from: 8, to: 5, count: 2 }],
    ],
    [
      'two that meet',
      [
        [8, 5],
        [6, 5],
      ],
      [
        { from: 8, to: 5, count: 1 },
        { from: 6, to: 5, count: 1 },
      ],
    ],
    [
      'entering and going on',
      [
        [25, 22],
        [22, 16],
      ],
      [{ from: 25, to: 16, count: 1 }],
    ],
    [
      'four of a double',
      [
        [13, 7],
        [7, 1],
        [13, 7],
        [7, 1],
      ],
      [{ from: 13, to: 1, count: 2 }],
    ],
    [
      'bearing off twice',
      [
        [6, 0],
        [6, 0],
      ],
      [{ from: 6, to: 0, count: 2 }],
    ],
  ])('join the hops of %s', (_, hops, arrows) => {
    expect(arrowsOf(hops)).toEqual(arrows);
  });
});

describe('words', () => {
  it('describe the checkers on a place and where they can go', () => {
    expect(describePlace(startPosition(), 0, 6, [3, 5])).toBe('6 point, 5 of yours, can move to 3 point and 5 point');
    expect(describePlace(startPosition(), 0, 24, [])).toBe('24 point, 2 of yours');
    expect(describePlace(startPosition(), 1, 1, [])).toBe('1 point, 2 of the opponent’s');
    expect(describePlace(startPosition(), 0, BAR, [])).toBe('Bar, empty');
    expect(describePlace(startPosition(), 0, 6, [], ['Ann', 'Bob'])).toBe('6 point, Ann has 5');
    expect(describePlace(startPosition(), 0, 24, [], ['Ann', 'Bob'])).toBe('24 point, Ann has 2');
    expect(describePlace(startPosition(), 0, 19, [], ['Ann', 'Bob'])).toBe('19 point, Bob has 5');
  });

  it('describe the whole position in the viewer’s numbers', () => {
    const text = describePosition(startPosition(), 1, ['Ann', 'You'], { value: 2, owner: 0 });
    expect(text).toContain('You: 2 on 24 point, 5 on 13 point, 3 on 8 point, 5 on 6 point. 167 pips to go.');
    expect(text).toContain('Ann: 2 on 1 point, 5 on 12 point, 3 on 17 point, 5 on 19 point.');
    expect(text).toContain('Ann holds the cube at 2.');
  });

  it('describe a play with its hits, and a roll without a legal move', () => {
    const before = { position: startPosition(), player: 0 as const };
    const play: Hop[] = [
      [13, 8],
      [24, 22],
    ];
    expect(describePlay('Ann', play, before)).toBe('Ann played 13 point to 8 point, 24 point to 22 point.');
    expect(describePlay('Ann', [], before)).toBe('Ann can’t move.');
    // Bob's checkers on Ann's 5 and 4 points are alone; the first is hit on the way.
    const points = [...before.position.points];
    points[4] = -1;
    points[3] = -1;
    const exposed = { position: { ...before.position, points }, player: 0 as const };
    const hitting: Hop[] = [
      [6, 5],
      [5, 4],
    ];
    expect(describePlay('Ann', hitting, exposed)).toBe(
      'Ann played 6 point to 4 point, hitting on 5 point and 4 point.',
    );
  });
});
