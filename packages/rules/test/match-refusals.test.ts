import { describe, expect, test } from 'vitest';
import { applyAction, startMatch } from '../src/match.ts';
import type { MatchCode } from '../src/match-code.ts';
import type { Action, MatchState } from '../src/match-types.ts';
import {
  act,
  beaveredBy0,
  before1Rolls,
  by,
  dice,
  doubledBy1,
  newMatch,
  opened,
  play,
  resign,
  withCube,
  wonBy,
} from './match-steps.ts';

const ROLL: Action = { type: 'roll', player: 0 };
const match = newMatch(7);
const money = newMatch(0);
const beavers = newMatch(0, { beavers: true });
const jacoby = newMatch(0, { jacoby: true });
const _HOME = { 1: 3, 2: 3, 3: 3, 4: 3, 5: 3 };

const over = act(match, { type: 'forfeit', loser: 1, reason: 'time' });
const crawford = wonBy(0, newMatch(2));
type Refused = [code: MatchCode, rule: string, given: MatchState, when: Action];
const refused: Refused[] = [
  ['match-over', 'no action after the end', over, by('roll', 0)],
  ['match-over', 'no second forfeit', over, { type: 'forfeit', loser: 0, reason: 'time' }],
  ['not-your-turn', 'player 1 does not roll the opening', match, by('roll', 1)],
  ['not-your-turn', 'the opponent does not play', opened(match), play(1, [8, 5], [6, 5])],
  ['not-your-turn', 'the doubler does not answer their own double', doubledBy1(match), by('take', 1)],
  ['not-your-turn', 'the beaverer does not answer their own beaver', beaveredBy0(beavers), by('take', 0)],
  ['not-your-turn', 'no player accepts their own resignation', act(opened(match), resign(0, 1)), by('accept', 0)],
  ['wrong-phase', 'no play before the dice', before1Rolls(match), play(1)],
  ['wrong-phase', 'no second roll', opened(match), by('roll', 0)],
  ['wrong-phase', 'no player acts while the match waits for dice', act(match, ROLL), by('roll', 0)],
  [
    'wrong-phase',
    'no resignation while the match waits for dice',
    act(before1Rolls(match), by('roll', 1)),
    resign(1, 1),
  ],
  ['wrong-phase', 'no dice before the roll', match, dice(3, 1)],
  ['wrong-phase', 'no double after the roll', opened(match), by('double', 0)],
  ['wrong-phase', 'nothing to take', before1Rolls(match), by('take', 1)],
  ['wrong-phase', 'nothing to decline', before1Rolls(match), by('decline', 1)],
  ['wrong-phase', 'no beaver of a beaver', beaveredBy0(beavers), by('beaver', 1)],
  ['wrong-phase', 'no resignation against a resignation', act(opened(match), resign(0, 1)), resign(1, 1)],
  ['opening-roll', 'no double before the opening dice', match, by('double', 0)],
  ['opening-roll', 'no resignation before the opening dice', match, resign(0, 1)],
  ['opening-roll', 'nor after a tie', act(match, ROLL, dice(2, 2)), resign(0, 1)],
  ['bad-dice', 'dice from 1 to 6', act(match, ROLL), dice(9, 1)],
  ['bad-dice', 'whole dice', act(match, ROLL), dice(1.5, 1)],
  ['illegal-play', 'hops must match the dice', opened(match), play(0, [24, 18], [13, 12])],
  ['illegal-play', 'as many dice as possible must be played', opened(match), play(0, [8, 5])],
  ['illegal-play', 'no dance while a checker can move', opened(match), play(0)],
  ['illegal-play', 'places must exist', opened(match), play(0, [99, -3], [6, 5])],
  ['illegal-play', 'whole places', opened(match), play(0, [8.5, 5.5], [Number.NaN, 5])],
  ['cube-off', 'no double without the cube', before1Rolls(newMatch(7, { cube: false })), by('double', 1)],
  ['one-point-match', 'no double in a match to 1', before1Rolls(newMatch(1)), by('double', 1)],
  ['crawford-game', 'no double in the Crawford game', before1Rolls(crawford), by('double', 1)],
  ['no-cube-access', 'no double with the opponent’s cube', withCube(before1Rolls(match), 2, 0), by('double', 1)],
  ['no-cube-access', 'no redouble straight after the take', act(doubledBy1(match), by('take', 0)), by('double', 1)],
  ['cube-limit', 'the cube ends at 4096', withCube(before1Rolls(match), 4096, 1), by('double', 1)],
  ['cube-limit', 'no beaver whose take goes above 4096', withCube(doubledBy1(beavers), 2048, 1), by('beaver', 0)],
  ['beavers-off', 'beavers must be agreed', doubledBy1(money), by('beaver', 0)],
  ['beavers-off', 'no beavers in a match', doubledBy1(newMatch(7, { beavers: true })), by('beaver', 0)],
  ['bad-points', 'a resignation of 7', opened(match), resign(0, 7)],
  ['bad-points', 'a resignation of nothing', opened(match), resign(0, 0)],
  ['bad-points', 'half a resignation', opened(match), resign(0, 1.5)],
  ['jacoby-single', 'Jacoby: no gammon to resign, cube centred', opened(jacoby), resign(0, 2)],
  ['jacoby-single', 'Jacoby: the open double does not turn the cube', doubledBy1(jacoby), resign(0, 2)],
  [
    'not-more-than-declined',
    'the same resignation again',
    act(opened(match), resign(0, 2), by('decline', 1)),
    resign(0, 2),
  ],
  [
    'not-more-than-declined',
    'nothing is more than three',
    act(opened(match), resign(0, 3), by('decline', 1)),
    resign(0, 3),
  ],
  [
    'not-more-than-declined',
    'a double in between makes no difference',
    act(before1Rolls(match), resign(1, 1), by('decline', 0), by('double', 1), by('take', 0)),
    resign(1, 1),
  ],
];

describe('a match refuses', () => {
  test.each(refused)('%s: %s', (code, _rule, given, when) => {
    expect(applyAction(given, when)).toMatchObject({ ok: false, code });
  });

  test('players other than 0 and 1', () => {
    const nobody = JSON.parse('{ "type": "roll", "player": 2 }');
    const nobodyLoses = JSON.parse('{ "type": "forfeit", "loser": null, "reason": "time" }');
    expect(applyAction(match, nobody)).toMatchObject({ ok: false, code: 'no-such-player' });
    expect(applyAction(match, nobodyLoses)).toMatchObject({ ok: false, code: 'no-such-player' });
  });

  test.each(['[null]', '[[8, 5, 1], [6, 5]]', '[["8", "5"], ["6", "5"]]', '[8, 5]'])(
    'hops that are not a play: %s',
    (text) => {
      const odd = JSON.parse(`{ "type": "play", "player": 0, "hops": ${text} }`);
      expect(applyAction(opened(match), odd)).toMatchObject({ ok: false, code: 'illegal-play' });
    },
  );

  test.each(['null', '[]', '[1, 2, 3]', '["1", "2"]', '"31"'])('dice that are not dice: %s', (text) => {
    const odd = JSON.parse(`{ "type": "dice", "dice": ${text} }`);
    expect(applyAction(act(match, ROLL), odd)).toMatchObject({ ok: false, code: 'bad-dice' });
  });

  test('an unknown type of action', () => {
    const unknown = JSON.parse('{ "type": "raccoon", "player": 0 }');
    expect(applyAction(match, unknown)).toMatchObject({ ok: false, code: 'wrong-phase' });
  });

  test('with a message for every code', () => {
    const message = applyAction(match, dice(1, 2));
    expect(message).toEqual({
      ok: false,
      code: 'wrong-phase',
      message: 'This action is not possible now.',
    });
  });

  test.each([-1, 26, 1.5, Number.NaN])('a match to %d', (length) => {
    expect(() => startMatch({ length, rules: match.rules })).toThrow(RangeError);
  });
});
