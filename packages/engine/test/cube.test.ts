import { type Player, type Position, startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testkit/src/random.ts';
import type { Chances } from '../src/chances.ts';
import { answerBeaver, answerDouble, decideDouble } from '../src/cube-decision.ts';
import { cubefulWorth, deadWorth, takePointAt } from '../src/live-cube.ts';
import { resignation, shouldAcceptResignation } from '../src/resignation.ts';
import { type MatchScore, MONEY, stakesOf, toEquity } from '../src/stakes.ts';

const CENTRED = { value: 1, owner: null };
const money = stakesOf(MONEY);

/** Chances without gammons. */
function winning(win: number): Chances {
  return [win, 0, 0, 0, 0];
}

function matchAt(score: readonly [number, number], length: number, changes: Partial<MatchScore> = {}): MatchScore {
  return { ...MONEY, length, score, rules: { ...MONEY.rules, crawford: true }, ...changes };
}

describe('take points in money games', () => {
  const at = (chances: Chances, life: number) => takePointAt(chances, 1, CENTRED, money, life);

  it('are 25 % with a dead cube and 20 % with a live one without gammons', () => {
    expect(at(winning(0.3), 0)).toBeCloseTo(0.25, 12);
    expect(at(winning(0.3), 1)).toBeCloseTo(0.2, 3);
  });

  it('follow Janowski’s (L - 1/2) / (W + L + x/2) in between', () => {
    for (const life of [0.2, 0.5, 0.68, 0.9]) expect(at(winning(0.3), life)).toBeCloseTo(0.5 / (2 + life / 2), 3);
  });

  it('follow the formula with gammons on both sides', () => {
    const chances: Chances = [0.4, 0.1, 0.02, 0.18, 0.03];
    const win = 1 + 0.12 / 0.4;
    const loss = 1 + 0.21 / 0.6;
    for (const life of [0, 0.68, 1]) {
      expect(at(chances, life)).toBeCloseTo((loss - 0.5) / (win + loss + life / 2), 3);
    }
  });
});

describe('the value of a position', () => {
  const lives = [0, 0.5, 0.68, 1];
  it('lies between dead and live, increases with the winning chance, and is highest for the owner of the cube', () => {
    for (const life of lives) {
      let before = -1;
      for (let win = 0.01; win < 1; win += 0.01) {
        const [own, centred, theirs] = [0, null, 1].map((owner) =>
          cubefulWorth(winning(win), 0, { value: 1, owner: owner as Player | null }, money, life),
        ) as [number, number, number];
        expect(own + 1e-9).toBeGreaterThanOrEqual(theirs);
        expect(centred).toBeGreaterThanOrEqual(before - 1e-9);
        before = centred;
      }
    }
  });

  it('has the opposite sign for the other player', () => {
    const chances: Chances = [0.55, 0.2, 0.01, 0.1, 0.01];
    const turned: Chances = [1 - 0.55, 0.1, 0.01, 0.2, 0.01];
    const at = matchAt([2, 4], 7);
    for (const stakes of [money, stakesOf(at)]) {
      for (const life of lives) {
        const mine = cubefulWorth(chances, 0, CENTRED, stakes, life);
        const theirs = cubefulWorth(turned, 1, CENTRED, stakes, life);
        expect(mine).toBeCloseTo(-theirs, 12);
      }
    }
  });

  it('ignores gammons under the Jacoby rule until the cube is turned', () => {
    const jacoby = stakesOf({ ...MONEY, rules: { ...MONEY.rules, jacoby: true } });
    const chances: Chances = [0.6, 0.3, 0, 0.1, 0];
    expect(deadWorth(chances, 0, CENTRED, jacoby)).toBeCloseTo(0.2, 12);
    expect(deadWorth(chances, 0, { value: 2, owner: 1 }, jacoby)).toBeCloseTo(0.8, 12);
  });

  it('ignores gammons of a player who needs one point', () => {
    const stakes = stakesOf(matchAt([6, 6], 7));
    const worth = deadWorth([0.6, 0.3, 0, 0.1, 0], 0, CENTRED, stakes);
    expect(toEquity(worth, stakes, 0, CENTRED)).toBeCloseTo(0.2, 12);
  });
});

/** Checkers on the ace points only. */
function aces(own: number, other: number): Position {
  const points = new Array<number>(24).fill(0);
  points[0] = own;
  points[23] = -other;
  return { points, bar: [0, 0], off: [15 - own, 15 - other] };
}

/** These checkers of the player on roll against one on the ace point, so that the next roll decides. */
function lastRoll(places: readonly number[]): Position {
  const points = new Array<number>(24).fill(0);
  for (const place of places) points[place - 1]!++;
  points[23] = -1;
  return { points, bar: [0, 0], off: [15 - places.length, 14] };
}

describe('cube decisions', () => {
  it('double on the last roll above 50 %, and take above 25 %', () => {
    // With checkers on 6 and 1, 15 of 36 rolls win; on 5 and 1, 23; on 4 and 1, 29.
    const likely = decideDouble(lastRoll([5, 1]), 0, { ply: 1 })!;
    expect(likely.chances[0]).toBeCloseTo(23 / 36, 6);
    expect(likely.action).toBe('double-take');
    expect(likely.doubleTake).toBeCloseTo(2 * (2 * (23 / 36) - 1), 6);
    expect(decideDouble(lastRoll([6, 1]), 0, { ply: 1 })!.action).toBe('no-double');
    expect(decideDouble(lastRoll([4, 1]), 0, { ply: 1 })!.action).toBe('double-pass');
  });

  it('give the answer that the evaluation of the double assumes', () => {
    expect(answerDouble(lastRoll([5, 1]), 1, { ply: 1 })).toBe('take');
    expect(answerDouble(lastRoll([4, 1]), 1, { ply: 1 })).toBe('pass');
  });

  it('beaver a wrong double, but only if the rules allow it', () => {
    const beavers = { ...MONEY, rules: { ...MONEY.rules, beavers: true } };
    expect(answerDouble(lastRoll([6, 1]), 1, { ply: 1, match: beavers })).toBe('beaver');
    expect(answerDouble(lastRoll([6, 1]), 1, { ply: 1 })).toBe('take');
    expect(decideDouble(lastRoll([6, 1]), 0, { ply: 1, match: beavers })!.action).toBe('no-double-beaver');
    const beavered = { ...beavers, cube: { value: 2, owner: 1 as const } };
    expect(answerBeaver(lastRoll([6, 1]), 0, { ply: 1, match: beavered })).toBe('take');
    expect(answerBeaver(lastRoll([6, 6]), 0, { ply: 1, match: beavered })).toBe('pass');
  });

  it('are null without a useful right to double: Crawford game, one-point match, the opponent’s cube, a dead cube', () => {
    const start = startPosition();
    const never: MatchScore[] = [
      matchAt([6, 3], 7, { crawford: true }),
      matchAt([0, 0], 1),
      { ...MONEY, cube: { value: 2, owner: 1 } },
      { ...MONEY, rules: { ...MONEY.rules, cube: false } },
      matchAt([5, 3], 7, { cube: { value: 2, owner: 0 } }),
    ];
    for (const match of never) expect(decideDouble(start, 0, { ply: 0, match })).toBeNull();
  });

  it('double at once after the Crawford game if the opponent needs one point', () => {
    const match = matchAt([5, 6], 7, { postCrawford: true });
    const decision = decideDouble(startPosition(), 0, { ply: 1, match })!;
    expect(decision.doubleTake).toBeGreaterThanOrEqual(decision.noDouble - 1e-9);
  });
});

describe('resignations', () => {
  it('are offered for a certain loss, and not while the game can be won', () => {
    const position = aces(1, 2);
    expect(resignation(position, 1, 0, { ply: 0 })).toBe(1);
    expect(resignation(position, 0, 0, { ply: 0 })).toBeNull();
    expect(resignation(startPosition(), 0, 0, { ply: 0 })).toBeNull();
    const gammon = aces(1, 15);
    expect(resignation(gammon, 1, 0, { ply: 0 })).toBe(2);
    const jacoby = { ...MONEY, rules: { ...MONEY.rules, jacoby: true } };
    expect(resignation(gammon, 1, 0, { ply: 0, match: jacoby })).toBe(1);
  });

  it('are not offered if the opponent could only double the player out', () => {
    const behind = lastRoll([4, 1]);
    expect(decideDouble(behind, 0, { ply: 1 })!.action).toBe('double-pass');
    expect(resignation(behind, 1, 0, { ply: 1 })).toBeNull();
  });

  it('are accepted only if they offer at least the equity of the game', () => {
    const gammon = aces(1, 15);
    expect(shouldAcceptResignation(gammon, 0, 0, 1, { ply: 0 })).toBe(false);
    expect(shouldAcceptResignation(gammon, 0, 0, 2, { ply: 0 })).toBe(true);
    expect(shouldAcceptResignation(startPosition(), 0, 1, 1, { ply: 0 })).toBe(true);
    const lastPoint = matchAt([6, 6], 7);
    expect(shouldAcceptResignation(gammon, 0, 0, 1, { ply: 0, match: lastPoint })).toBe(true);
  });
});

describe('the take points of a money game', () => {
  it('have the same bits as by the general way', () => {
    const random = seededRandom(20_261_125);
    for (let n = 0; n < 2_000; n++) {
      const win = random();
      const [winGammon, loseGammon] = [win * random(), (1 - win) * random()];
      const chances = [win, winGammon, winGammon * random(), loseGammon, loseGammon * random()] as const;
      const rules = { ...MONEY.rules, cube: n % 10 > 0, jacoby: n % 3 === 0 };
      const stakes = stakesOf({ ...MONEY, rules });
      const cube = { value: 2 ** Math.floor(16 * random()), owner: ([null, 0, 1] as const)[n % 3]! };
      const worth = (given: typeof stakes) => cubefulWorth(chances, 0, cube, given, 0.68);
      expect(worth(stakes)).toBe(worth({ ...stakes, isMoney: false }));
    }
  });
});
