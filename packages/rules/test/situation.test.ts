import { describe, expect, test } from 'vitest';
import { makeGnuId } from '../src/match-id.ts';
import type { MatchState } from '../src/match-types.ts';
import { startPosition } from '../src/position.ts';
import { type Situation, situationOf } from '../src/situation.ts';
import { makeXgid } from '../src/xgid.ts';
import { act, beaveredBy0, before1Rolls, by, doubledBy1, newMatch, opened, resign } from './match-steps.ts';

const match = newMatch(7);
const money = newMatch(0, { jacoby: true, beavers: true });
const forfeited = act(opened(match), { type: 'forfeit', loser: 0, reason: 'time' });

const shown: [moment: string, state: MatchState, situation: Partial<Situation>][] = [
  ['the opening', match, { onRoll: 0, toAct: 0, dice: null, status: 'not-started', position: startPosition() }],
  ['a play', opened(match), { onRoll: 0, toAct: 0, dice: [3, 1], doubled: false, status: 'playing', length: 7 }],
  ['a double', doubledBy1(match), { onRoll: 1, toAct: 0, doubled: true, cube: { value: 1, owner: null } }],
  ['a beaver', beaveredBy0(money), { onRoll: 1, toAct: 1, doubled: true, cube: { value: 2, owner: 0 } }],
  ['a resignation', act(opened(match), resign(0, 2)), { onRoll: 0, toAct: 1, resigned: 2, dice: [3, 1] }],
  [
    'a match without money rules',
    newMatch(7, { jacoby: true, beavers: true }),
    { rules: { cube: true, crawford: true, jacoby: false, beavers: false } },
  ],
  ['money', money, { rules: { cube: true, crawford: false, jacoby: true, beavers: true }, length: 0 }],
  ['the end by a pass', act(doubledBy1(money), by('pass', 0)), { status: 'dropped', score: [0, 1] }],
  ['the end by a resignation', act(opened(money), resign(0, 1), by('accept', 1)), { status: 'resigned' }],
  ['the end by a forfeit', forfeited, { status: 'over', onRoll: 0, toAct: 0 }],
];

describe('the situation of a match', () => {
  test.each(shown)('%s', (_moment, state, situation) => expect(situationOf(state)).toMatchObject(situation));
});

describe('a moment as text', () => {
  test.each([
    ['a play', opened(match), 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'],
    ['before a roll', before1Rolls(match), 'XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10'],
    ['a double', doubledBy1(match), 'XGID=-b---BD-B---eE---c-e----B-:0:0:-1:D:0:0:0:7:10'],
    ['a beaver', beaveredBy0(money), 'XGID=-b---BD-B---eE---c-e----B-:1:1:-1:B:0:0:3:0:10'],
    [
      'a resignation when doubled',
      act(doubledBy1(match), resign(0, 1)),
      'XGID=-b---BD-B---eE---c-e----B-:0:0:-1:D:0:0:0:7:10',
    ],
  ])('%s', (_moment, state, xgid) => expect(makeXgid(situationOf(state))).toBe(xgid));

  test('both ids of GNU Backgammon', () => {
    expect(makeGnuId(situationOf(opened(match)))).toBe('4HPwATDgc/ABMA:MIHlAAAAAAAE');
  });
});
