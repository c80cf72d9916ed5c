import { seededRandom } from '@anchor/testkit/random';
import { applyPlay, legalPlays, type Position, startPosition } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { guideStep, reasonsFor, rollTopic, showsWayHome } from '../../src/play/guide-steps.ts';

const SEED = 17;

/** A position from player 0's checkers and, as negative numbers, player 1's, by player 0's points. */
function board(points: Readonly<Record<number, number>>, bar: readonly [number, number] = [0, 0]): Position {
  const counts = Array.from({ length: 24 }, (_, index) => points[index + 1] ?? 0);
  const on = (sign: number) => counts.reduce((sum, count) => sum + Math.max(count * sign, 0), 0);
  return { points: counts, bar, off: [15 - on(1) - bar[0], 15 - on(-1) - bar[1]] };
}

describe('the guide of a first game', () => {
  test.each([
    ['move', startPosition(), [3, 1]],
    ['doubles', startPosition(), [3, 3]],
    ['hit', board({ 24: 2, 13: 5, 8: 3, 6: 5, 4: -1, 19: -5, 17: -3, 12: -5, 1: -1 }), [4, 1]],
    ['enter', board({ 13: 5, 8: 3, 6: 5, 19: -5, 12: -5 }, [1, 0]), [2, 1]],
    ['dance', board({ 13: 5, 8: 3, 6: 5, 19: -5, 24: -2, 12: -5 }, [1, 0]), [6, 1]],
    ['race', board({ 8: 2, 6: 5, 19: -5, 20: -5 }), [3, 1]],
    ['bearOff', board({ 6: 2, 3: 5, 19: -5, 20: -5 }), [3, 1]],
  ] as const)('explains the rule that matters: %s', (topic, position, dice) => {
    expect(rollTopic(position, 0, dice)).toBe(topic);
  });

  test('counts how often the player has met a topic from the steps of the match', () => {
    const play = { type: 'play', player: 0, before: startPosition(), dice: [3, 1] } as const;
    const moment = {
      seat: 0,
      match: { toAct: 0, turn: 0, phase: 'play', dice: [4, 2], position: startPosition() },
      options: { actions: ['play'], resignations: [] },
    } as unknown as Parameters<typeof guideStep>[0];
    expect(guideStep(moment, [], null)).toEqual({ topic: 'move', before: 0 });
    const others = [{ ...play, player: 1 } as const, { ...play, dice: [2, 2] } as const];
    expect(guideStep(moment, [play, ...others, play], null)).toEqual({ topic: 'move', before: 2 });
  });

  test('shows the way home until the first own play, and to no watcher', () => {
    const [own, other] = [{ type: 'play', player: 0 } as const, { type: 'play', player: 1 } as const];
    expect(showsWayHome([], 0)).toBe(true);
    expect(showsWayHome([other, { type: 'roll', player: 0 }], 0)).toBe(true);
    expect(showsWayHome([other, own], 0)).toBe(false);
    expect(showsWayHome([], null)).toBe(false);
  });

  test(`gives only true reasons for a play (seed ${SEED})`, () => {
    const random = seededRandom(SEED);
    const die = () => 1 + Math.floor(random() * 6);
    let position = startPosition();
    for (let turn = 0; turn < 200; turn++) {
      const player = (turn % 2) as 0 | 1;
      const dice = [die(), die()] as const;
      const plays = legalPlays(position, player, dice);
      const play = plays[Math.floor(random() * plays.length)];
      if (!play) continue;
      const reasons = reasonsFor(position, player, dice, play.hops);
      const after = applyPlay(position, player, dice, play.hops);
      if (!after.ok || !reasons) throw new Error('a legal play was refused');
      const other = player === 0 ? 1 : 0;
      expect(reasons.hits).toBe(after.value.bar[other] > position.bar[other]);
      expect(reasons.off).toBe(after.value.off[player] - position.off[player]);
      expect(reasons.enters).toBe(after.value.bar[player] < position.bar[player]);
      expect(reasons.escapes && !play.hops.some(([from]) => from > 18)).toBe(false);
      position = after.value.off[player] === 15 ? startPosition() : after.value;
    }
  });
});
