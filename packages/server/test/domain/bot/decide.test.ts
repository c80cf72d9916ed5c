import { rank } from 'bg-engine';
import { fromOwnView, type MatchState, makeSituation, ownView, situationOf, startMatch, startPosition } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { decide, favourite, lessDeep, makeNoise } from '../../../src/domain/bot/decide.ts';
import { STRENGTHS } from '../../../src/domain/bot/server-bots.ts';

const { beginner, intermediate, advanced, expert } = STRENGTHS;

describe('noise', () => {
  it('has mean 0 and standard deviation 1, and depends only on its seed', () => {
    const noise = makeNoise('a match/17');
    const sample = Array.from({ length: 20_000 }, noise);
    const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
    const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sample.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.05);
    const again = makeNoise('a match/17');
    expect(Array.from({ length: 100 }, again)).toEqual(sample.slice(0, 100));
    expect(makeNoise('a match/18')()).not.toBe(sample[0]);
  });
});

describe('a level', () => {
  const ranked = rank(makeSituation({ dice: [4, 2] }), { ply: 0 });

  it('chooses worse plays more often the lower it is', () => {
    const lost = [beginner, intermediate, advanced].map(({ noise }) => {
      const choices = Array.from({ length: 2000 }, (_, n) => {
        const random = makeNoise(`match/${n}`);
        return favourite(ranked, () => noise * random())?.equity ?? Number.NaN;
      });
      return ranked[0]!.equity - choices.reduce((sum, equity) => sum + equity, 0) / choices.length;
    });
    expect(lost[0]).toBeGreaterThan(lost[1]! * 1.5);
    expect(lost[1]).toBeGreaterThan(lost[2]! * 1.5);
    expect(lost[2]).toBeGreaterThan(0);
  });

  it('BT12 plays the first of plays that are worth the same, so it bears off as many checkers as it can when the game is decided', () => {
    const points = new Array<number>(24).fill(0);
    [points[0], points[1], points[23]] = [2, 2, -14];
    const position = { points, bar: [0, 0], off: [11, 1] } as const;
    const decided = rank(makeSituation({ position, dice: [2, 1] }), { ply: 0 });
    expect(new Set(decided.map(({ equity }) => equity)).size).toBe(1);
    for (let n = 0; n < 200; n++) {
      const random = makeNoise(`${n}`);
      expect(favourite(decided, () => beginner.noise * random())?.position.off[0]).toBe(13);
    }
  });

  it('never compares plays of different search depth', () => {
    const looked = rank(makeSituation({ dice: [4, 2] }), { ply: 1 });
    const behind = looked.filter(({ ply }) => ply < 1);
    expect(behind.length).toBeGreaterThan(0);
    // For any amount of noise.
    for (let n = 0; n < 200; n++) expect(favourite(looked, makeNoise(`${n}`))?.ply).toBe(1);
  });
});

describe('the expert', () => {
  const decides = (state: MatchState) => decide({ state, strength: expert, seed: 'm/1' });
  const money = { length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: true } };
  /** Checkers on points 3 and 1 against one checker on the last point: the player on roll wins with 34 of 36 rolls, else loses. */
  const LAST_ROLL = [0, 1, 0, 1, ...new Array(20).fill(0), -1, 0];

  function stateAt(points: readonly number[], change: Partial<MatchState> = {}): MatchState {
    return { ...startMatch(money), position: fromOwnView(points, 0), turn: 0, toAct: 0, phase: 'roll', ...change };
  }

  it('does nothing when a roll is expected', () => {
    expect(decides({ ...startMatch(money), phase: 'dice', toAct: null })).toBeNull();
  });

  it('rolls for both at the start, when no player may double', () => {
    expect(decides(startMatch(money))).toEqual({ type: 'roll', player: 0 });
  });

  it('doubles a certain win and passes a certain loss', () => {
    expect(decides(stateAt(LAST_ROLL))).toEqual({ type: 'double', player: 0 });
    const doubled = stateAt(LAST_ROLL, { phase: 'double', toAct: 1, doubler: 0 });
    expect(decides(doubled)).toEqual({ type: 'pass', player: 1 });
  });

  it('beavers a bad double only if that is allowed, and drops a beaver that certainly costs more', () => {
    const foolish = stateAt(LAST_ROLL, { turn: 1, toAct: 0, phase: 'double', doubler: 1 });
    // Player 1 is on roll and wins.
    expect(decides(foolish)).toEqual({ type: 'pass', player: 0 });
    const behind = [0, ...new Array(5).fill(3), ...new Array(18).fill(0), -1, 0];
    const lost = stateAt(behind, { phase: 'double', toAct: 1, doubler: 0 });
    expect(decides(lost)).toEqual({ type: 'beaver', player: 1 });
    const noBeavers = { ...money.rules, beavers: false };
    expect(decides({ ...lost, rules: noBeavers })).toEqual({ type: 'take', player: 1 });
    const beavered = stateAt(behind, { phase: 'beaver', cube: { value: 2, owner: 1 }, doubler: 0 });
    expect(decides(beavered)).toEqual({ type: 'pass', player: 0 });
  });

  it('resigns a lost game once, and accepts no less than the game is worth', () => {
    const behind = [0, ...new Array(5).fill(3), ...new Array(18).fill(0), -1, 0];
    const lost = stateAt(behind, {
      position: { ...fromOwnView(behind, 0), off: [0, 14] },
      rules: { ...money.rules, cube: false },
    });
    const points = 1;
    expect(decides(lost)).toEqual({ type: 'resign', player: 0, points });
    expect(decides({ ...lost, declined: [points, 0] })).toEqual({ type: 'roll', player: 0 });
    // With the opponent on roll it is a gammon.
    const offered = (given: number) =>
      decides({ ...lost, turn: 1, phase: 'resign', toAct: 1, resignation: { by: 0, points: given, from: 'double' } });
    expect(offered(1)).toEqual({ type: 'decline', player: 1 });
    expect(offered(2)).toEqual({ type: 'accept', player: 1 });
  });

  it('finds the best play in all known positions', () => {
    const state = stateAt(ownView(startPosition(), 0), { phase: 'play', dice: [3, 1] });
    const request = { state, strength: expert, seed: 'm/4' };
    expect(decide(request)).toEqual({
      type: 'play',
      player: 0,
      hops: rank(situationOf(state), { ply: 2 })[0]?.hops,
    });
    expect(lessDeep(request)?.strength).toEqual({ ...expert, ply: 1 });
    expect(lessDeep({ ...request, strength: advanced })).toBeNull();
  });
});
