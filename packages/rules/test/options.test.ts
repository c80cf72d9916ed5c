import { describe, expect, test } from 'vitest';
import { options } from '../src/match.ts';
import type { Action, ActionType, MatchState } from '../src/match-types.ts';
import type { Player } from '../src/types.ts';
import { act, beaveredBy0, before1Rolls, by, doubledBy1, newMatch, opened, resign, wonBy } from './match-steps.ts';

const ROLL: Action = { type: 'roll', player: 0 };
const match = newMatch(7);
const _money = newMatch(0);
const beavers = newMatch(0, { beavers: true });
const jacoby = newMatch(0, { jacoby: true });
const _HOME = { 1: 3, 2: 3, 3: 3, 4: 3, 5: 3 };

const over = act(match, { type: 'forfeit', loser: 1, reason: 'time' });
const crawford = wonBy(0, newMatch(2));

describe('options', () => {
  const cases: [string, MatchState, Player | null, ActionType[], number[]][] = [
    ['the opening', match, 0, ['roll'], []],
    ['the dice', act(match, ROLL), null, ['dice'], []],
    ['a play', opened(match), 0, ['play', 'resign'], [1, 2, 3]],
    ['before a roll', before1Rolls(match), 1, ['roll', 'double', 'resign'], [1, 2, 3]],
    ['before a roll in the Crawford game', before1Rolls(crawford), 1, ['roll', 'resign'], [1, 2, 3]],
    ['a double', doubledBy1(match), 0, ['take', 'pass', 'resign'], [1, 2, 3]],
    ['a double with beavers', doubledBy1(beavers), 0, ['take', 'pass', 'beaver', 'resign'], [1, 2, 3]],
    ['a beaver', beaveredBy0(beavers), 1, ['take', 'pass', 'resign'], [1, 2, 3]],
    ['a resignation', act(opened(match), resign(0, 1)), 1, ['accept', 'decline'], []],
    ['after a declined gammon', act(opened(match), resign(0, 2), by('decline', 1)), 0, ['play', 'resign'], [3]],
    ['after a declined backgammon', act(opened(match), resign(0, 3), by('decline', 1)), 0, ['play'], []],
    ['Jacoby', opened(jacoby), 0, ['play', 'resign'], [1]],
    ['the end', over, null, [], []],
  ];
  test.each(cases)('%s', (_title, state, player, actions, resignations) => {
    expect(options(state)).toEqual({ player, actions, resignations });
  });
});
