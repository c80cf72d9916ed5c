import { describe, expect, test } from 'vitest';
import { EVERYTHING, filtered, ownSide, rivalries } from '../../src/pages/player/own-side.ts';
import { ratingSeries } from '../../src/pages/player/rating-series.ts';
import { ann, bob, cem, row } from './rows.ts';

describe('the series of a rating', () => {
  test('is the rated matches, oldest first, from the player’s own seat', () => {
    const rows = [
      row({ p0: bob, p1: ann, name0: 'Bob', winner: 0, first: [1500, 1510, 80], second: [1520, 1505, 70] }),
      row(),
      row({ first: [1500, 1520, 90], second: [1500, 1480, 95] }),
    ];
    const series = ratingSeries(rows, ann);
    expect(series.map(({ match }) => match)).toEqual([rows[2]?.id, rows[0]?.id]);
    expect(series.map(({ before, after }) => [before.rating, after.rating])).toEqual([
      [1500, 1520],
      [1520, 1505],
    ]);
    expect(series.map(({ won, opponent, after }) => [won, opponent, after.rd])).toEqual([
      [true, 'Bob', 90],
      [false, 'Bob', 70],
    ]);
    expect(ratingSeries(rows, bob).map(({ after }) => after.rating)).toEqual([1480, 1510]);
  });

  test('never goes back in time, although a long match may end after a later one', () => {
    const rows = [
      row({ created: 500, first: [1, 2, 3], second: [1, 2, 3] }),
      row({ created: 900, first: [1, 2, 3], second: [1, 2, 3] }),
      row({ created: 100, first: [1, 2, 3], second: [1, 2, 3] }),
    ];
    expect(ratingSeries(rows, ann).map(({ atMs }) => atMs)).toEqual([100, 900, 900]);
  });

  test('is empty where nothing was rated', () => {
    expect(ratingSeries([row()], ann)).toEqual([]);
    expect(ratingSeries([], ann)).toEqual([]);
  });
});

describe('a match from one side', () => {
  test('has that side’s score, outcome and gain', () => {
    const one = row({ first: [1500, 1512.5, 80], second: [1600, 1590, 80] });
    expect(ownSide(one, ann)).toMatchObject({ won: true, own: 3, other: 1, gain: 12.5, opponent: { pub: bob } });
    expect(ownSide(one, bob)).toMatchObject({ won: false, own: 1, other: 3, gain: -10, opponent: { pub: ann } });
    expect(ownSide(row(), ann).gain).toBeNull();
  });

  test('MG26 has the points of a money game instead of a score, and the game before it', () => {
    const left = {
      ...row(),
      length: 0,
      score0: 8,
      score1: 0,
      money: { game: 2, previous: 'the-game-before' },
    };
    expect(ownSide(left, ann).money).toEqual({ points: 8, game: 2, previous: 'the-game-before' });
    expect(ownSide(left, bob).money).toEqual({ points: -8, game: 2, previous: 'the-game-before' });
    const { money: _money, ...fromOldServer } = left;
    expect(ownSide(fromOldServer, ann).money).toEqual({ points: 8, game: null, previous: null });
    expect(ownSide(row(), ann).money).toBeNull();
  });

  const matches = [
    row({ first: [1, 2, 3], second: [1, 2, 3] }),
    row({ winner: 1 }),
    row({ p1: cem, name1: 'Cem', winner: 1, first: [1, 2, 3], second: [1, 2, 3] }),
  ].map((one) => ownSide(one, ann));

  test.each([
    [EVERYTHING, [0, 1, 2]],
    [{ ...EVERYTHING, kind: 'rated' }, [0, 2]],
    [{ ...EVERYTHING, kind: 'unrated' }, [1]],
    [{ ...EVERYTHING, outcome: 'won' }, [0]],
    [{ ...EVERYTHING, outcome: 'lost' }, [1, 2]],
    [{ ...EVERYTHING, opponent: cem }, [2]],
    [{ kind: 'rated', outcome: 'won', opponent: cem }, []],
  ] as const)('is kept by the filter %j: %j', (filter, kept) => {
    expect(filtered(matches, filter)).toEqual(kept.map((index) => matches[index]));
  });
});

describe('head to head', () => {
  test('counts each opponent once, whom one met most first, by the latest name', () => {
    const rows = [
      row({ p1: cem, name1: 'Cem', winner: 1 }),
      row({ name1: 'Robert' }),
      row({ p0: bob, p1: ann, name0: 'Bob', winner: 0 }),
      row({ winner: 1 }),
    ];
    const met = rivalries(rows.map((one) => ownSide(one, ann)));
    expect(met.map(({ name, matches, won }) => [name, matches, won])).toEqual([
      ['Robert', 3, 1],
      ['Cem', 1, 0],
    ]);
    expect(met.reduce((sum, { matches }) => sum + matches, 0)).toBe(rows.length);
  });
});
