import { randomChances } from '@anchor/testkit/probabilities';
import { SeededRandom } from '@anchor/testkit/random';
import { recompute } from '@anchor/testkit/recompute';
import { randomRecord } from '@anchor/testkit/records';
import type { JudgedPlay } from '@anchor/wire';
import { matchWinningChance, pointValue } from 'bg-met';
import { cubelessEquity, legalPlays, makeSituation, matchFrom, startMatch } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courseOf, isForced, type PlayDecision } from '../src/decisions.ts';
import { chanceAfter, measurePlay, tagOf, winningChance } from '../src/measure.ts';
import { randomJudgement } from './judgements.ts';

const money = { length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } };
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const noCrawford = { length: 5, rules: { ...match.rules, crawford: false } };
const terms = [money, match, noCrawford, { ...match, length: 1 }, { ...match, length: 25 }];

/** Returns the decisions of a random match. */
function decisionsOf(seed: number, wanted = terms[seed % terms.length]!): PlayDecision[] {
  const { decisions } = courseOf(randomRecord(seed, wanted));
  return decisions.flatMap((decision) => (decision.kind === 'play' && !isForced(decision) ? [decision] : []));
}

function recomputed({ state, player: p, hops }: PlayDecision, judged: readonly JudgedPlay[]) {
  const { score, cube, position, length, rules, postCrawford } = state;
  const row = { p, score, cube, crawford: length > 1 && state.crawford, position, hops };
  return recompute({ header: { length, rules }, row, postCrawford }, judged);
}

it('IR13 plays that are worth the same are listed by checkers borne off, then by the fewest pips, in whatever order they are judged', () => {
  const points = new Array<number>(24).fill(0);
  [points[0], points[1], points[2], points[23]] = [2, 1, 2, -14];
  const position = { points, bar: [0, 0], off: [10, 1] } as const;
  const state = matchFrom(makeSituation({ position, dice: [3, 1] }));
  const plays = legalPlays(position, 0, [3, 1]);
  const decision: PlayDecision = {
    kind: 'play',
    n: 0,
    player: 0,
    state,
    dice: [3, 1],
    hops: [],
    reached: plays[0]!.position,
    plays,
  };
  const judged = plays.map(
    ({ hops }): JudgedPlay => ({ hops: hops.map(([from, to]) => [from, to]), equity: 1, probs: [1, 0, 0, 0, 0] }),
  );
  const listed = (order: readonly JudgedPlay[]) =>
    measurePlay(decision, order).best.map(({ hops }) => hops.filter(([, to]) => to === 0).length);
  for (const order of [judged, judged.toReversed()]) {
    expect(listed(order)[0]).toBe(2);
    expect(listed(order)).toEqual(listed(order).toSorted((a, b) => b - a));
  }
  expect(plays.length).toBeGreaterThan(2);
});

describe('loss and rank', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('agree with an independent computation (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    const decisions = decisionsOf(seed);
    expect(decisions.length).toBeGreaterThan(2);
    for (const decision of decisions) {
      const judged = randomJudgement(decision, random);
      const { rank, loss, tag, best } = measurePlay(decision, judged);
      const { worths, made, point, ...other } = recomputed(decision, judged);
      expect(Math.abs(loss - other.loss)).toBeLessThan(1e-9);
      expect(loss).toBeGreaterThanOrEqual(0);
      expect(rank).toBe(1 + worths.filter((worth) => worth > made + 1e-12).length);
      expect(rank === 1).toBe(loss === 0);
      expect(tag).toBe(tagOf(loss));
      const top = worths.toSorted((a, b) => b - a).slice(0, 5);
      expect(best).toHaveLength(top.length);
      for (const [index, play] of best.entries())
        expect(Math.abs(play.loss - (top[0]! - top[index]!) / point)).toBeLessThan(1e-9);
    }
  });

  it('fall back to equities if a play has no distribution', () => {
    const random = new SeededRandom(77);
    for (const decision of [...decisionsOf(11), ...decisionsOf(12)]) {
      const judged = randomJudgement(decision, random);
      delete judged[random.below(judged.length)]!.probs;
      const { loss, best } = measurePlay(decision, judged);
      expect(Math.abs(loss - recomputed(decision, judged).loss)).toBeLessThan(1e-12);
      expect(best[0]).toMatchObject({ mwc: null, equity: Math.max(...judged.map(({ equity }) => equity)) });
    }
  });

  it('give equal plays the better rank, whatever the engine’s order', () => {
    const [decision] = decisionsOf(2, match);
    const probs = randomChances(new SeededRandom(5));
    const judged = randomJudgement(decision!, new SeededRandom(5)).map((play) => ({ ...play, probs }));
    expect(measurePlay(decision!, judged)).toMatchObject({ rank: 1, loss: 0, tag: null });
    expect(measurePlay(decision!, judged).best.map(({ hops }) => hops)).toEqual(
      judged.slice(0, 5).map(({ hops }) => hops),
    );
  });

  it('require an evaluation of the play that was made', () => {
    const [decision] = decisionsOf(2, match);
    expect(() => measurePlay(decision!, [])).toThrow('was not judged');
  });
});

describe('tags', () => {
  it.each([
    [0, null],
    [0.0199999, null],
    [0.02, 'inaccuracy'],
    [0.0399999, 'inaccuracy'],
    [0.04, 'error'],
    [0.0799999, 'error'],
    [0.08, 'blunder'],
    [3, 'blunder'],
  ] as const)('of a loss of %d: %s', (loss, tag) => {
    expect(tagOf(loss)).toBe(tag);
  });
});

describe('examples computed by hand', () => {
  const at = (length: number, score: [number, number], changes: Partial<PlayDecision['state']> = {}) => {
    const start = startMatch({ length, rules: length === 0 ? money.rules : match.rules });
    return { ...start, score, crawford: false, postCrawford: false, ...changes };
  };

  it('in a money game a gammon counts twice, a backgammon three times', () => {
    expect(cubelessEquity([0.6, 0.2, 0.01, 0.1, 0.005])).toBeCloseTo(0.2 + 0.2 - 0.1 + 0.01 - 0.005, 12);
  });

  it('at double match point a loss is twice the difference of the winning chances', () => {
    const after = chanceAfter(at(7, [6, 6], { postCrawford: true }), 0);
    expect([after(1), after(-1), after(4), after(-6)]).toEqual([1, 0, 1, 0]);
    expect(winningChance([0.6, 0.3, 0.1, 0.2, 0], 1, after)).toBeCloseTo(0.6, 12);
    expect((after(1) - after(-1)) / 2).toBe(0.5);
  });

  it('the next game depends on the Crawford state and on the Crawford rule', () => {
    const next = (crawford: boolean, postCrawford: boolean) => ({ crawford, postCrawford });
    // 2-away against 3-away: the leader wins one point.
    expect(chanceAfter(at(5, [3, 2]), 0)(1)).toBe(matchWinningChance(1, 3, next(true, false)));
    expect(chanceAfter(at(5, [4, 2], { crawford: true }), 1)(1)).toBe(matchWinningChance(2, 1, next(false, true)));
    expect(chanceAfter(at(5, [4, 2], { postCrawford: true }), 1)(2)).toBe(matchWinningChance(1, 1, next(false, true)));
    const free = at(5, [3, 2], { rules: noCrawford.rules });
    expect(chanceAfter(free, 0)(1)).toBe(matchWinningChance(1, 3, next(false, true)));
    expect(chanceAfter(free, 0)(1)).not.toBe(chanceAfter(at(5, [3, 2]), 0)(1));
    expect(chanceAfter(at(5, [0, 0]), 0)(2)).toBe(matchWinningChance(3, 5, next(false, false)));
  });
});

describe('properties', () => {
  const length = fc.integer({ min: 2, max: 25 });

  it('one point has the value of bg-met, at any score and cube', () => {
    fc.assert(
      fc.property(
        length,
        fc.nat(24),
        fc.nat(24),
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        (long, a, b, log, first) => {
          const score: [number, number] = [a % long, b % long];
          const isOneAway = score.includes(long - 1);
          const flags = { crawford: isOneAway && first, postCrawford: isOneAway && !first };
          const state = { ...startMatch({ length: long, rules: match.rules }), score, ...flags };
          const after = chanceAfter(state, 0);
          const value = pointValue(long - score[0], long - score[1], 2 ** log, flags);
          expect((after(2 ** log) - after(-(2 ** log))) / 2).toBeCloseTo(value, 12);
          expect(value).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('outcome probabilities add up to one, and a certain outcome has its own value', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, worth) => {
        expect(winningChance(randomChances(new SeededRandom(seed)), 1, () => worth)).toBeCloseTo(worth, 9);
      }),
    );
    expect(winningChance([1, 1, 1, 0, 0], 2, (points) => points)).toBe(6);
    expect(winningChance([0, 0, 0, 1, 0], 2, (points) => points)).toBe(-4);
  });

  it('the chances of both players after a game add up to one', () => {
    fc.assert(
      fc.property(length, fc.nat(24), fc.nat(24), fc.integer({ min: -12, max: 12 }), (long, a, b, points) => {
        const score: [number, number] = [a % long, b % long];
        const flags = { crawford: false, postCrawford: score.includes(long - 1) };
        const state = { ...startMatch({ length: long, rules: match.rules }), score, ...flags };
        expect(chanceAfter(state, 0)(points) + chanceAfter(state, 1)(-points)).toBeCloseTo(1, 12);
      }),
    );
  });
});
