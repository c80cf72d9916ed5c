import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import {
  checkersAt,
  checkPosition,
  fromOwnView,
  ownView,
  type PositionFault,
  pipCount,
  samePosition,
  startPosition,
  swapPlayers,
} from '../src/position.ts';
import type { Player, Position } from '../src/types.ts';
import { randomView, seenBy } from './support/views.ts';

const PLAYERS: Player[] = [0, 1];
const randomPosition = fc.integer().map((seed) => seenBy(randomView(new SeededRandom(seed)), seed % 2 === 0 ? 0 : 1));

describe('the start', () => {
  it.each(PLAYERS)(
    'gives player %i two checkers on the 24-point, five on 13 and 6, three on 8, and 167 pips',
    (player) => {
      const held = [24, 13, 8, 6].map((point) => checkersAt(startPosition(), player, point));
      expect(held).toEqual([2, 5, 3, 5]);
      expect(pipCount(startPosition(), player)).toBe(167);
    },
  );

  it('is a new value each time', () => {
    expect(startPosition()).toEqual(startPosition());
    expect(startPosition().points).not.toBe(startPosition().points);
  });

  it('is symmetric between the players', () => {
    expect(swapPlayers(startPosition())).toEqual(startPosition());
  });
});

describe('views', () => {
  it('agree with an independent implementation', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const view = randomView(new SeededRandom(seed));
        for (const player of PLAYERS) {
          expect(ownView(seenBy(view, player), player)).toEqual(view);
          expect(fromOwnView(view, player)).toEqual(seenBy(view, player));
        }
      }),
      { seed: 31 },
    );
  });

  it('survive exchanging the players twice', () => {
    fc.assert(
      fc.property(randomPosition, (position) => {
        const swapped = swapPlayers(position);
        expect(swapPlayers(swapped)).toEqual(position);
        expect(ownView(swapped, 0)).toEqual(ownView(position, 1));
        expect(pipCount(swapped, 0)).toBe(pipCount(position, 1));
      }),
      { seed: 32 },
    );
  });
});

describe('samePosition', () => {
  it('detects a difference on any point, bar or off', () => {
    fc.assert(
      fc.property(randomPosition, fc.integer({ min: 0, max: 27 }), (position, at) => {
        const { points, bar, off } = position;
        const numbers = [...points, ...bar, ...off].map((n, index) => (index === at ? n + 1 : n));
        const changed: Position = {
          points: numbers.slice(0, 24),
          bar: [numbers[24]!, numbers[25]!],
          off: [numbers[26]!, numbers[27]!],
        };
        expect(samePosition(position, structuredClone(position))).toBe(true);
        expect(samePosition(position, changed)).toBe(false);
      }),
      { seed: 33 },
    );
  });
});

describe('checkersAt', () => {
  it('is 0 for an invalid place', () => {
    for (const place of [-1, 26, 1.5, Number.NaN]) expect(checkersAt(startPosition(), 0, place)).toBe(0);
  });
});

describe('checkPosition', () => {
  const start = startPosition();
  const empty = new Array<number>(24).fill(0);
  const closed = [2, 2, 2, 2, 2, 2, ...new Array(12).fill(0), -2, -2, -2, -2, -2, -2];
  const wrong: [PositionFault, string, Position][] = [
    ['bad-count', 'a point too few', { ...start, points: start.points.slice(1) }],
    ['bad-count', 'a half checker', { ...start, points: start.points.map((n) => n / 2) }],
    ['bad-count', 'a negative count on the bar', { ...start, bar: [-1, 0], off: [1, 0] }],
    ['wrong-checkers', 'sixteen of player 0', { ...start, bar: [1, 0] }],
    [
      'wrong-checkers',
      'fourteen of player 0',
      { ...start, points: [-1, ...start.points.slice(1, 23), 1], off: [0, 1] },
    ],
    ['wrong-checkers', 'fourteen of player 1', { ...start, points: [-1, ...start.points.slice(1)] }],
    ['wrong-checkers', 'sixteen of player 1', { ...start, off: [0, 1] }],
    ['both-off', 'both finished', { points: empty, bar: [0, 0], off: [15, 15] }],
    ['both-shut-out', 'both on the bar, both boards closed', { points: closed, bar: [3, 3], off: [0, 0] }],
  ];

  it.each(wrong)('%s: %s', (code, _, position) => {
    expect(checkPosition(position)).toMatchObject({ ok: false, code });
  });

  it('accepts the starting position, a finished game and one closed board', () => {
    const opened = [...closed.slice(0, 5), 0, ...closed.slice(6)];
    const positions: Position[] = [
      start,
      { points: [1, ...empty.slice(1)], bar: [0, 0], off: [14, 15] },
      { points: opened, bar: [5, 3], off: [0, 0] },
    ];
    for (const position of positions) expect(checkPosition(position)).toEqual({ ok: true, value: position });
  });
});
