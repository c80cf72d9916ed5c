import {
  cubelessEquity,
  type Dice,
  legalPlays,
  opponent,
  type Player,
  type Position,
  pipCount,
  startPosition,
  swapPlayers,
} from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testkit/src/random.ts';
import { decideDouble } from '../src/cube-decision.ts';
import { evaluate } from '../src/evaluate.ts';
import { rank } from '../src/rank.ts';
import { MONEY } from '../src/stakes.ts';
import { positionsOf } from './positions.ts';

const SEED = 20261121;
const positions = positionsOf(seededRandom(SEED), 300);

describe(`evaluation of 300 positions from games with seed ${SEED}`, () => {
  it('gives consistent probabilities', () => {
    for (const { position, player } of positions) {
      const [win, winGammon, winBackgammon, loseGammon, loseBackgammon] = evaluate(position, player);
      expect(win).toBeGreaterThanOrEqual(0);
      expect(win).toBeLessThanOrEqual(1);
      expect(winGammon).toBeLessThanOrEqual(win);
      expect(winBackgammon).toBeLessThanOrEqual(winGammon);
      expect(loseGammon).toBeLessThanOrEqual(1 - win);
      expect(loseBackgammon).toBeLessThanOrEqual(loseGammon);
      expect(Math.min(winBackgammon, loseBackgammon)).toBeGreaterThanOrEqual(0);
      if (position.off[opponent(player)] > 0) expect(winGammon).toBe(0);
    }
  });

  it('does not depend on the seat or on earlier evaluations', () => {
    const first = positions.map(({ position, player }) => evaluate(position, player));
    const turned = positions.map(({ position, player }) => evaluate(swapPlayers(position), opponent(player)));
    expect(turned).toEqual(first);
    const backwards = [...positions].reverse().map(({ position, player }) => evaluate(position, player));
    expect(backwards.reverse()).toEqual(first);
  });
});

describe('a finished game', () => {
  const won = (own: number, place: number): Position => {
    const points = new Array<number>(24).fill(0);
    if (place > 0) points[24 - place] = own - 15;
    return { points, bar: [0, 0], off: [15, own] };
  };
  it('is a single game, gammon or backgammon by its final position', () => {
    expect(evaluate(won(1, 6), 1)).toEqual([0, 0, 0, 0, 0]);
    expect(evaluate(won(0, 6), 1)).toEqual([0, 0, 0, 1, 0]);
    expect(evaluate(won(0, 19), 1)).toEqual([0, 0, 0, 1, 1]);
    expect(evaluate(won(0, 19), 0)).toEqual([1, 1, 1, 0, 0]);
  });
});

describe('ranking', () => {
  const dice: Dice = [3, 1];

  it('at 0 plies orders every legal play by the opponent’s evaluation', () => {
    for (const { position, player, roll } of positions.slice(0, 100)) {
      const ranked = rank(position, player, roll, { ply: 0 });
      const expected = legalPlays(position, player, roll).map(
        (play) => -cubelessEquity(evaluate(play.position, opponent(player))),
      );
      expect(ranked.map((play) => play.equity.toFixed(9))).toEqual(
        expected.sort((a, b) => b - a).map((equity) => equity.toFixed(9)),
      );
    }
  });

  it('at 1 ply is nearly the mean over the opponent’s rolls, each played by the 0-ply ranking', () => {
    // The pruning net may hide the best reply, so the opponent does no better than by the ranking, and little worse.
    const moments = positions.filter((_, n) => n % 10 === 0);
    const lost = moments.flatMap(({ position, player, roll }) => {
      const [best] = rank(position, player, roll, { ply: 1 });
      return best ? best.equity - meanAfter(best.position, opponent(player)) : [];
    });
    expect(lost.length).toBeGreaterThan(20);
    expect(Math.min(...lost)).toBeGreaterThan(-1e-9);
    expect(lost.reduce((sum, one) => sum + one, 0) / lost.length).toBeLessThan(0.002);
  });

  it('searches deeper for the best plays, or for all of them on request', () => {
    const filtered = rank(startPosition(), 0, dice, { ply: 1 });
    const whole = rank(startPosition(), 0, dice, { ply: 1, everyPlay: true });
    expect(filtered.filter((play) => play.ply === 1).length).toBeGreaterThanOrEqual(2);
    expect(whole.every((play) => play.ply === 1)).toBe(true);
    expect(filtered[0]).toEqual(whole[0]);
    expect(new Set(filtered.map((play) => play.hops.join())).size).toBe(filtered.length);
  });

  it('makes the five-point with 3-1 at every depth, with and without the cube', () => {
    for (const ply of [0, 1, 2] as const) {
      for (const cubeful of [false, true]) {
        const [best] = rank(startPosition(), 1, dice, { ply, cubeful });
        expect(best!.hops).toEqual([
          [8, 5],
          [6, 5],
        ]);
      }
    }
  });

  it('is empty for a dance, and its equities depend on the score', () => {
    const points = new Array<number>(24).fill(0);
    for (let point = 1; point <= 6; point++) points[point - 1] = 2;
    points[7] = 3;
    points[12] = -14;
    expect(rank({ points, bar: [0, 1], off: [0, 0] }, 1, [6, 5], { ply: 1 })).toEqual([]);
    const match = { ...MONEY, length: 7, score: [3, 5] as const };
    const [best] = rank(startPosition(), 0, dice, { ply: 0, match });
    expect(Math.abs(best!.equity)).toBeLessThan(1);
  });

  it('gives the same result whatever was evaluated before', () => {
    const ask = () => [
      rank(startPosition(), 0, [6, 2], { ply: 1, cubeful: true }),
      decideDouble(startPosition(), 0, { ply: 1 }),
    ];
    const first = ask();
    for (const { position, player } of positions.slice(0, 20)) evaluate(position, player);
    expect(ask()).toEqual(first);
  });
});

/** Returns the mean equity after the opponent's best replies at 0 plies. */
function meanAfter(position: Position, onRoll: Player): number {
  let sum = 0;
  for (let a = 1; a <= 6; a++) {
    for (let b = 1; b <= 6; b++) sum -= replyEquity(position, onRoll, [a, b]) / 36;
  }
  return sum;
}

function replyEquity(position: Position, player: Player, dice: Dice): number {
  const [best] = rank(position, player, dice, { ply: 0 });
  return best ? best.equity : -cubelessEquity(evaluate(position, opponent(player)));
}

describe(`plays that are worth the same (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const below = (n: number) => Math.floor(random() * n);
  /** A bear-off of player 0 with this many checkers against one with almost all of them, which is decided. */
  const bearOff = (own: number): Position => {
    const points = new Array<number>(24).fill(0);
    for (let n = 0; n < own; n++) points[below(6)]! += 1;
    for (let n = 0; n < 14; n++) points[18 + below(6)]! -= 1;
    return { points, bar: [0, 0], off: [15 - own, 1] };
  };

  it.each([0, 1] as const)('IR12 are ordered by checkers borne off, then by pips, at %i plies', (ply) => {
    let ties = 0;
    for (let n = 0; n < 150; n++) {
      const position = bearOff(3 + below(6));
      const dice: Dice = [(1 + below(6)) as 1, (1 + below(6)) as 1];
      const ranked = rank(position, 0, dice, { ply, cubeful: true });
      for (const [index, play] of ranked.entries()) {
        const next = ranked[index + 1];
        if (!next || next.ply !== play.ply || next.equity !== play.equity) continue;
        const [off, offNext] = [play.position.off[0], next.position.off[0]];
        expect(off).toBeGreaterThanOrEqual(offNext);
        if (off === offNext) expect(pipCount(play.position, 0)).toBeLessThanOrEqual(pipCount(next.position, 0));
        else ties += 1;
      }
    }
    expect(ties).toBeGreaterThan(20);
  });
});
