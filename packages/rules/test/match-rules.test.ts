import { describe, expect, test } from 'vitest';
import type { Action, MatchState } from '../src/match-types.ts';
import { startPosition } from '../src/position.ts';
import {
  act,
  BEAR_OFF,
  beaveredBy0,
  before1Rolls,
  by,
  dice,
  doubledBy1,
  lastChecker,
  newMatch,
  opened,
  play,
  positionOf,
  resign,
  withCube,
  wonBy,
} from './match-steps.ts';

const ROLL: Action = { type: 'roll', player: 0 };
const match = newMatch(7);
const money = newMatch(0);
const beavers = newMatch(0, { beavers: true });
const jacoby = newMatch(0, { jacoby: true });
const HOME = { 1: 3, 2: 3, 3: 3, 4: 3, 5: 3 };

const at11 = wonBy(1, wonBy(0, newMatch(3)));

type Accepted = [rule: string, given: MatchState, when: Action[], then: Partial<MatchState>];
const accepted: Accepted[] = [
  ['player 0 rolls the opening for both', match, [ROLL], { phase: 'dice', toAct: null, turn: null }],
  ['die one is player 0’s: the higher plays both', match, [ROLL, dice(4, 2)], { turn: 0, toAct: 0, dice: [4, 2] }],
  ['die two is player 1’s', match, [ROLL, dice(2, 4)], { phase: 'play', turn: 1, toAct: 1, dice: [2, 4] }],
  ['a tie is rolled again', match, [ROLL, dice(3, 3)], { phase: 'roll', turn: null, toAct: 0, dice: null }],
  ['turns alternate', opened(match), [play(0, [8, 5], [6, 5])], { phase: 'roll', turn: 1, toAct: 1, dice: null }],
  ['a double can be rolled later', before1Rolls(match), [by('roll', 1), dice(3, 3)], { phase: 'play', dice: [3, 3] }],
  [
    'a player who dances plays no hops',
    { ...opened(match), position: positionOf({ 25: 1, 1: 14 }, HOME) },
    [play(0)],
    { phase: 'roll', turn: 1 },
  ],
  [
    'a double waits for the opponent',
    before1Rolls(match),
    [by('double', 1)],
    { phase: 'double', toAct: 0, doubler: 1 },
  ],
  [
    'the taker owns the doubled cube and the doubler rolls',
    doubledBy1(match),
    [by('take', 0)],
    { cube: { value: 2, owner: 0 }, phase: 'roll', toAct: 1, turn: 1, doubler: null },
  ],
  [
    'the owner may redouble',
    withCube(before1Rolls(match), 2, 1),
    [by('double', 1), by('take', 0)],
    { cube: { value: 4, owner: 0 } },
  ],
  ['a dead cube may be turned', withCube(before1Rolls(match), 8, 1), [by('double', 1)], { phase: 'double' }],
  ['4096 may be reached', withCube(before1Rolls(match), 2048, 1), [by('double', 1)], { phase: 'double' }],
  [
    'a pass loses the value before the double',
    withCube(before1Rolls(match), 2, 1),
    [by('double', 1), by('pass', 0)],
    { score: [0, 2], game: 2, games: [{ winner: 1, points: 2, kind: 'pass' }] },
  ],
  [
    'a beaver doubles, the beaverer owns and the doubler answers',
    doubledBy1(beavers),
    [by('beaver', 0)],
    { cube: { value: 2, owner: 0 }, phase: 'beaver', toAct: 1, doubler: 1 },
  ],
  [
    'a redouble may be beavered too',
    withCube(before1Rolls(beavers), 2, 1),
    [by('double', 1), by('beaver', 0), by('take', 1)],
    { cube: { value: 8, owner: 0 } },
  ],
  [
    'the doubler takes a beaver: doubled again, the beaverer keeps the cube',
    beaveredBy0(beavers),
    [by('take', 1)],
    { cube: { value: 4, owner: 0 }, phase: 'roll', toAct: 1, doubler: null },
  ],
  [
    'the doubler passes a beaver and loses the once doubled value',
    beaveredBy0(beavers),
    [by('pass', 1)],
    { phase: 'over', score: [2, 0], result: { winner: 0, score: [2, 0], reason: 'points' } },
  ],
  [
    'a beaver up to 4096',
    { ...withCube(doubledBy1(beavers), 1024, 1) },
    [by('beaver', 0), by('take', 1)],
    { cube: { value: 4096, owner: 0 } },
  ],
  ['resigning before the roll', before1Rolls(match), [resign(1, 1)], { phase: 'resign', toAct: 0 }],
  ['resigning before the play', opened(match), [resign(0, 3)], { phase: 'resign', toAct: 1 }],
  ['resigning when doubled', doubledBy1(match), [resign(0, 2)], { phase: 'resign', toAct: 1 }],
  [
    'a resignation when doubled is worth the cube before the double',
    withCube(doubledBy1(match), 2, 1),
    [resign(0, 2), by('accept', 1)],
    {
      score: [0, 4],
      doubler: null,
      cube: { value: 1, owner: null },
      games: [{ winner: 1, points: 4, kind: 'resign' }],
    },
  ],
  [
    'after a beaver the first double counts for a resignation',
    beaveredBy0(beavers),
    [resign(1, 3), by('accept', 0)],
    { score: [6, 0], result: { winner: 0, score: [6, 0], reason: 'resign' } },
  ],
  [
    'declining returns to the roll',
    before1Rolls(match),
    [resign(1, 1), by('decline', 0)],
    { phase: 'roll', toAct: 1, declined: [0, 1], resignation: null },
  ],
  [
    'declining returns to the play with its dice',
    opened(match),
    [resign(0, 2), by('decline', 1)],
    { phase: 'play', toAct: 0, dice: [3, 1], declined: [2, 0] },
  ],
  [
    'declining returns to the double',
    doubledBy1(match),
    [resign(0, 1), by('decline', 1)],
    { phase: 'double', toAct: 0, doubler: 1 },
  ],
  [
    'declining returns to the beaver',
    beaveredBy0(beavers),
    [resign(1, 1), by('decline', 0)],
    { phase: 'beaver', toAct: 1, cube: { value: 2, owner: 0 } },
  ],
  [
    'more than was declined may be offered',
    opened(match),
    [resign(0, 1), by('decline', 1), resign(0, 2)],
    { resignation: { by: 0, points: 2, from: 'play' } },
  ],
  [
    'the next play clears the declined resignations',
    opened(match),
    [resign(0, 3), by('decline', 1), play(0, [8, 5], [6, 5]), resign(1, 1)],
    { phase: 'resign', declined: [0, 0] },
  ],
  [
    'a declined resignation does not limit the other player',
    doubledBy1(match),
    [resign(0, 2), by('decline', 1), by('take', 0), resign(1, 1)],
    { phase: 'resign', declined: [2, 0] },
  ],
  [
    'single: the loser has borne off a checker',
    lastChecker(match, { 1: 14 }),
    BEAR_OFF,
    { score: [0, 1], games: [{ winner: 1, points: 1, kind: 'single' }], game: 2, phase: 'roll', toAct: 0, turn: null },
  ],
  ['gammon: the loser has borne off none', lastChecker(match, { 6: 15 }), BEAR_OFF, { score: [0, 2] }],
  [
    'gammon: the last checker just outside the winner’s home',
    lastChecker(match, { 18: 15 }),
    BEAR_OFF,
    { score: [0, 2] },
  ],
  ['backgammon: a checker in the winner’s home', lastChecker(match, { 1: 14, 19: 1 }), BEAR_OFF, { score: [0, 3] }],
  ['backgammon: a checker on the bar', lastChecker(match, { 1: 14, 25: 1 }), BEAR_OFF, { score: [0, 3] }],
  [
    'a checker on the bar is not a backgammon after one is off',
    lastChecker(match, { 1: 13, 25: 1 }),
    BEAR_OFF,
    { score: [0, 1] },
  ],
  [
    'the cube multiplies the game',
    withCube(lastChecker(match, { 6: 15 }), 2, 0),
    BEAR_OFF,
    { score: [0, 4], games: [{ winner: 1, points: 4, kind: 'gammon' }], cube: { value: 1, owner: null } },
  ],
  [
    'the score is not capped and the match ends at its length',
    withCube(lastChecker(match, { 1: 14, 23: 1 }), 4, 0),
    BEAR_OFF,
    { phase: 'over', score: [0, 12], toAct: null, result: { winner: 1, score: [0, 12], reason: 'points' } },
  ],
  [
    'money ends after one game',
    lastChecker(money, { 1: 14 }),
    BEAR_OFF,
    { phase: 'over', score: [0, 1], result: { winner: 1, score: [0, 1], reason: 'points' } },
  ],
  [
    'Jacoby: a gammon with the cube centred counts one',
    lastChecker(jacoby, { 6: 15 }),
    BEAR_OFF,
    { score: [0, 1], games: [{ winner: 1, points: 1, kind: 'single' }] },
  ],
  [
    'Jacoby: a gammon with the cube turned counts',
    withCube(lastChecker(jacoby, { 6: 15 }), 2, 0),
    BEAR_OFF,
    { score: [0, 4] },
  ],
  [
    'Jacoby holds in money games only',
    lastChecker(newMatch(7, { jacoby: true }), { 6: 15 }),
    BEAR_OFF,
    { score: [0, 2] },
  ],
  ['the Crawford game: the first begun with a player one point short', at11, [], { crawford: false }],
  ['the Crawford game comes when a player is one short', wonBy(0, at11), [], { crawford: true, game: 4 }],
  [
    'after the Crawford game comes no other, even if the other player gets one short',
    act(opened(wonBy(0, at11)), resign(0, 1), by('accept', 1)),
    [],
    { score: [2, 2], crawford: false, postCrawford: true },
  ],
  [
    'the games after the Crawford game stay post-Crawford',
    [0, 0, 0, 1, 1].reduce<MatchState>((state, winner) => wonBy(winner === 0 ? 0 : 1, state), newMatch(4)),
    [],
    { score: [3, 2], crawford: false, postCrawford: true },
  ],
  [
    'a match ends when its length is just reached',
    wonBy(0, newMatch(2)),
    [ROLL, dice(3, 1), resign(0, 1), by('accept', 1), ROLL, dice(3, 1), resign(0, 1), by('accept', 1)],
    { phase: 'over', score: [1, 2], result: { winner: 1, score: [1, 2], reason: 'resign' } },
  ],
  [
    'no Crawford game unless agreed',
    wonBy(0, newMatch(2, { crawford: false })),
    [],
    { crawford: false, postCrawford: false },
  ],
  [
    'doubling returns after the Crawford game',
    before1Rolls(act(opened(wonBy(0, newMatch(2))), resign(0, 1), by('accept', 1))),
    [by('double', 1)],
    { phase: 'double' },
  ],
  [
    'a forfeit ends the match without points',
    doubledBy1(match),
    [{ type: 'forfeit', loser: 1, reason: 'time' }],
    { phase: 'over', score: [0, 0], games: [], result: { winner: 0, score: [0, 0], reason: 'time' } },
  ],
  ...(
    [
      // On player 0's side of the board: those in the home board of player 1 are on 19 to 24, the bar is 25.
      ['a checker borne off', { 24: 1, 25: 1, 6: 12 }, 1],
      ['a checker borne off, the others all at home', { 6: 14 }, 1],
      ['none borne off, none beyond the 18-point', { 18: 1, 6: 14 }, 2],
      ['none borne off, one on the 19-point', { 19: 1, 6: 14 }, 3],
      ['none borne off, one on the bar', { 25: 1, 6: 14 }, 3],
    ] as const
  ).flatMap(([what, checkers, times]): Accepted[] => {
    const at = (state: MatchState) => ({
      ...before1Rolls(state),
      toAct: 0 as const,
      position: positionOf(checkers, HOME),
    });
    const left = (points: number): Partial<MatchState> => ({
      phase: 'over',
      score: [0, points],
      games: [],
      result: { winner: 1, score: [0, points], reason: 'abandonment' },
    });
    const leaving: Action[] = [{ type: 'forfeit', loser: 0, reason: 'abandonment' }];
    return [
      [`MG5 leaving a money game with ${what} costs the cube times ${times}`, at(money), leaving, left(times)],
      [
        `MG5 leaving with the cube at 4 and ${what} costs ${4 * times} points`,
        withCube(at(jacoby), 4, 1),
        leaving,
        left(4 * times),
      ],
      [
        `MG5 leaving under the Jacoby rule with the cube in the middle and ${what} costs one point`,
        at(jacoby),
        leaving,
        left(1),
      ],
      [`leaving a match with ${what} adds no points`, at(match), leaving, left(0)],
    ];
  }),
  [
    'MG5 a double that is still unanswered does not count when a player leaves',
    withCube(doubledBy1(money), 2, 1),
    [{ type: 'forfeit', loser: 0, reason: 'time' }],
    { result: { winner: 1, score: [0, 6], reason: 'time' } },
  ],
  [
    'MG5 a beaver that is still unanswered counts as the first double when a player leaves',
    beaveredBy0(beavers),
    [{ type: 'forfeit', loser: 1, reason: 'time' }],
    { result: { winner: 0, score: [6, 0], reason: 'time' } },
  ],
  [
    'a forfeit is allowed while the match waits for dice',
    act(match, ROLL),
    [{ type: 'forfeit', loser: 0, reason: 'abandonment' }],
    { result: { winner: 1, score: [0, 0], reason: 'abandonment' } },
  ],
];

describe('rules of a match', () => {
  test.each(accepted)('%s', (_rule, given, when, then) => {
    expect(act(given, ...when)).toMatchObject(then);
  });
});

test('a new game starts from the starting position', () => {
  const next = act(opened(match), resign(0, 2), by('accept', 1));
  expect(next.position).toEqual(startPosition());
  expect(next).toMatchObject({
    game: 2,
    cube: { value: 1, owner: null },
    turn: null,
    declined: [0, 0],
    resignation: null,
  });
});
