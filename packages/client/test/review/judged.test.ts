import { tagOf } from '@anchor/analysis';
import type { AnalysisReport, CubeEvaluation, CubeRow } from '@anchor/wire';
import { stepsOf } from 'bg-record';
import { options } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import type { Estimate, JudgedCube } from '../../src/engine/instant.ts';
import { isMade, type Judged, judge, undoubledIn } from '../../src/judged/judged.ts';
import { indexOfEvent, momentsOf, spansOf } from '../../src/judged/moments.ts';
import { cubeTotalsOf, luckTotalsOf, ratingTogether, totalsOf } from '../../src/judged/totals.ts';
import { notationOf, spokenJudgement } from '../../src/judged/words.ts';
import { EVERYTHING, nextMistake, passes } from '../../src/pages/review/filters.ts';
import { madeWorth, measureOf, seriesOf } from '../../src/pages/review/series.ts';
import { checkedRecord, PER_POINT, randomMatch, reportOf } from './reviewed.ts';

const match = await randomMatch(2);
const moments = momentsOf(stepsOf(match.record));
const report = reportOf(match, 'mwc-per-point');
const judged = judge(moments, report);
const plays = judged.flatMap((one) => (one.play && !one.play.forced ? [{ ...one, play: one.play }] : []));

describe('judged moments', () => {
  test('each have their own row, and have no evaluation without a report', () => {
    for (const { moment, play } of judged) expect(play?.n ?? moment.n).toBe(moment.n);
    expect(plays.length).toBeGreaterThan(30);
    for (const one of judge(moments, null))
      expect(one).toMatchObject({ play: null, cube: null, mark: null, cost: null });
  });

  test('cost nothing where the tier only ranks', () => {
    const fast: AnalysisReport = { ...report, provisional: true, scoredIn: 'move-order' };
    for (const { play, cost } of judge(moments, fast)) if (play) expect(cost).toBeNull();
  });

  test('find the play made among the candidates, whatever its notation', () => {
    for (const { moment, play } of plays) {
      const made = play.best.filter(({ hops }) => isMade(moment, hops));
      expect(made).toHaveLength(play.rank <= 5 ? 1 : 0);
      expect(isMade(moment, moment.hops)).toBe(true);
    }
  });
});

describe('a cube action', () => {
  const double = judged.find(({ moment }) => moment.type === 'double')!;
  const answer = (type: 'take' | 'pass') => judged.find(({ moment }) => moment.type === type)!;
  const cases: [string, Judged, CubeEvaluation, number | null][] = [
    ['a double too early', double, { noDouble: 0.5, doubleTake: 0.4, doublePass: 1, action: 'no-double' }, 0.1],
    ['a double that is passed', double, { noDouble: 0.9, doubleTake: 1.3, doublePass: 1, action: 'double-pass' }, 0],
    ['a double when too good', double, { noDouble: 1.2, doubleTake: 1.6, doublePass: 1, action: 'too-good' }, 0.2],
    ['a take of a pass', answer('take'), { noDouble: 0.9, doubleTake: 1.3, doublePass: 1, action: 'double-pass' }, 0.3],
    ['a right take', answer('take'), { noDouble: 0.5, doubleTake: 0.6, doublePass: 1, action: 'double-take' }, 0],
    ['a pass of a take', answer('pass'), { noDouble: 0.5, doubleTake: 0.6, doublePass: 1, action: 'double-take' }, 0.4],
  ];
  test.each(cases)('%s', (_, { moment }, evaluation, cost) => {
    const row = report.moves.find(({ n }) => n === moment.n) as CubeRow;
    const [one] = judge([moment], { ...report, moves: [{ ...row, evaluation }] });
    if (cost === null) expect(one!.cost).toBeNull();
    else expect(one!.cost).toBeCloseTo(cost, 12);
  });

  test('a beaver too many costs twice the take, and its take costs nothing', async () => {
    const money = await checkedRecord('money-beaver');
    const all = judge(momentsOf(stepsOf(money.record)), reportOf(money, 'equity'));
    const beaver = all.findIndex(({ moment }) => moment.type === 'beaver');
    // the report says 0.45 for a double that is taken
    expect(all[beaver]!.cost).toBeCloseTo(0.45, 12);
    expect(all[beaver + 1]).toMatchObject({ cost: 0, mark: null });
  });
});

describe('a roll instead of a double', () => {
  const kind = 'roll';
  const rolls = stepsOf(match.record).filter(
    ({ action, before }) => action.type === 'roll' && options(before).actions.includes('double'),
  );
  const [missed, far, close] = rolls;
  const judgedRoll = ({ n, before }: (typeof rolls)[number], loss: number, counts: boolean): JudgedCube => {
    const evaluation = { noDouble: 0.6, doubleTake: 0.6 + loss, doublePass: 1, action: 'double-take' };
    return { n, kind, game: before.game, p: before.toAct!, evaluation, ply: 1, loss, tag: tagOf(loss), counts };
  };
  const estimate: Estimate = {
    report: { ...report, engineId: 'browser-1' },
    cubes: [judgedRoll(missed!, 0.1, true), judgedRoll(far!, 0, false), judgedRoll(close!, 0, true)],
  };
  const undoubled = undoubledIn(estimate);
  const all = judge(momentsOf(stepsOf(match.record), new Set(undoubled.map(({ n }) => n))), report, estimate);
  const at = (n: number) => all.find(({ moment }) => moment.n === n);

  test('is a moment if a double was worth a thought', () => {
    expect(undoubled.map(({ n }) => n)).toEqual([missed!.n, close!.n]);
    expect(all).toHaveLength(judged.length + 2);
    expect(all.map(({ moment }) => moment.n)).toEqual(all.map(({ moment }) => moment.n).toSorted((a, b) => a - b));
    expect(at(far!.n)).toBeUndefined();
    // a link to it leads there, and to the moment before as long as the analysis is not done
    const found = indexOfEvent(moments, missed!.n);
    expect(
      all[
        indexOfEvent(
          all.map((one) => one.moment),
          missed!.n,
        )
      ]?.moment.n,
    ).toBe(missed!.n);
    expect(moments[found]!.n).toBeLessThan(missed!.n);
    const { moment } = at(missed!.n)!;
    expect(moment).toMatchObject({ type: 'roll', player: missed!.before.toAct, dice: null, ended: null });
    expect(moment.after).toEqual(missed!.before.position);
    expect(spansOf(all.map((one) => one.moment)).map(({ game }) => game)).toEqual(
      spansOf(moments).map(({ game }) => game),
    );
  });

  test('is a mistake with what it lost, judged by the quick analysis beside any report', () => {
    const one = at(missed!.n)!;
    expect(one.cost).toBeCloseTo(0.1, 12);
    expect(one).toMatchObject({ mark: 'blunder', cube: { by: { engineId: 'browser-1', ply: 1 } } });
    expect(notationOf(one)).toBe('Missed double');
    expect(spokenJudgement(one)).toBe('Missed double. Blunder. It loses 0.100.');
    expect(passes(one, { player: null, kind: 'mistakes' })).toBe(true);
    expect(passes(one, { player: null, kind: 'cube' })).toBe(true);
    const right = at(close!.n)!;
    expect(right).toMatchObject({ mark: null, cost: 0 });
    expect(notationOf(right)).toBe('Rolls without doubling');
    expect(passes(right, { player: null, kind: 'mistakes' })).toBe(false);
  });

  test('is in the totals of the cube, which add up and stand beside those of the plays', () => {
    const [first, second] = cubeTotalsOf(estimate, null);
    expect(first.decisions + second.decisions).toBe(2);
    expect(first.loss + second.loss).toBeCloseTo(0.1, 12);
    expect(first.wrong.missed + second.wrong.missed).toBe(1);
    expect(first.marks.blunder + second.marks.blunder).toBe(1);
    expect(cubeTotalsOf(estimate, 99)[0]).toMatchObject({ decisions: 0, pr: null });
    const seat = missed!.before.toAct!;
    const [cube, plays] = [cubeTotalsOf(estimate, null)[seat], totalsOf(report, null)[seat]];
    const together = ((cube.loss + plays.loss) / (cube.decisions + plays.decisions)) * 500;
    expect(ratingTogether(plays, cube)).toBeCloseTo(together, 9);
  });
});

describe('filters', () => {
  test('pass the decisions that they name', () => {
    expect(judged.filter((one) => passes(one, EVERYTHING))).toHaveLength(judged.length);
    const mine = judged.filter((one) => passes(one, { player: 1, kind: 'all' }));
    expect(mine.every(({ moment }) => moment.player === 1)).toBe(true);
    const grave = judged.filter((one) => passes(one, { player: null, kind: 'errors' }));
    expect(new Set(grave.map(({ mark }) => mark))).toEqual(new Set(['error', 'blunder']));
    const cubes = judged.filter((one) => passes(one, { player: null, kind: 'cube' }));
    expect(cubes).toEqual(judged.filter(({ cube }) => cube !== null));
  });

  test('the next mistake goes through all of them, there and back', () => {
    const marked = judged.flatMap(({ mark, moment }, at) => (mark && moment.player === 0 ? [at] : []));
    expect(marked.length).toBeGreaterThan(2);
    const walk = (from: number, direction: 1 | -1) => {
      const seen: number[] = [];
      for (let at: number | null = from; ; ) {
        at = nextMistake(judged, at, direction, 0);
        if (at === null) return seen;
        seen.push(at);
      }
    };
    expect(walk(-1, 1)).toEqual(marked);
    expect(walk(judged.length, -1)).toEqual([...marked].reverse());
  });
});

describe('series', () => {
  test('follow the report: chances in a match, equity for money, otherwise the race', () => {
    expect(measureOf(report)).toBe('mwc');
    expect(measureOf({ ...report, scoredIn: 'equity' })).toBe('equity');
    expect(measureOf({ ...report, scoredIn: 'move-order' })).toBe('pips');
    expect(measureOf(null)).toBe('pips');
  });

  test('the worth of a play that is not among the best five follows from its loss', () => {
    for (const { moment, play } of plays) {
      expect(madeWorth(moment, play, 'mwc')).toBeCloseTo(0.5 - PER_POINT * play.loss, 9);
      expect(madeWorth(moment, play, 'equity')).toBeCloseTo(play.best[0]!.equity! - play.loss, 9);
    }
    expect(plays.some(({ play }) => play.rank > 5)).toBe(true);
  });

  test('are for player 0 whoever is on turn, and end with the result', () => {
    const series = seriesOf(judged, 'mwc');
    expect(series).toHaveLength(judged.length);
    for (const [at, { moment, play }] of judged.entries()) {
      if (!play || play.forced || moment.ended) continue;
      const own = 0.5 - PER_POINT * play.loss;
      expect(series[at]).toBeCloseTo(moment.player === 0 ? own : 1 - own, 9);
    }
    expect(series.at(-1)).toBe(match.record.result.winner === 0 ? 1 : 0);
    for (const value of series) if (value !== null) expect(value >= 0 && value <= 1).toBe(true);
  });

  test.each(['match-25-no-crawford', 'match-3-crawford', 'match-1-borne-off', 'forfeit-time'])(
    '%s has one',
    async (name) => {
      const checked = await checkedRecord(name);
      const all = judge(momentsOf(stepsOf(checked.record)), null);
      expect(seriesOf(all, 'mwc')).toHaveLength(all.length);
      for (const value of seriesOf(all, 'pips')) expect(value).not.toBeNull();
    },
  );
});

test('the totals of the games add up to those of the match', () => {
  const games = [...new Set(moments.map(({ game }) => game))];
  for (const seat of [0, 1] as const) {
    const whole = totalsOf(report, null)[seat];
    const sum = (of: (one: typeof whole) => number) =>
      games.reduce((total, game) => total + of(totalsOf(report, game)[seat]), 0);
    expect(sum(({ decisions }) => decisions)).toBe(whole.decisions);
    expect(sum(({ forced }) => forced)).toBe(whole.forced);
    expect(sum(({ loss }) => loss)).toBeCloseTo(whole.loss, 9);
    expect(whole.pr).toBeCloseTo((whole.loss / whole.decisions) * 500, 9);
    const own = plays.filter(({ moment }) => moment.player === seat);
    expect(whole.decisions).toBe(own.length);
    expect(whole.marks.blunder).toBe(own.filter(({ mark }) => mark === 'blunder').length);
    expect(totalsOf({ ...report, scoredIn: 'move-order' }, null)[seat].pr).toBeNull();
  }
});

test('the luck of the games adds up to that of the match', () => {
  const rolls = plays.map(({ moment: { n, game, player: p } }, index) => ({ n, game, p, luck: (index % 7) - 3.25 }));
  const luck = { engine: { engineId: 'test-1', ply: 0 }, rolls } as const;
  const games = [...new Set(moments.map(({ game }) => game))];
  for (const seat of [0, 1] as const) {
    const sum = games.reduce((total, game) => total + luckTotalsOf(luck, game)[seat], 0);
    expect(luckTotalsOf(luck, null)[seat]).toBeCloseTo(sum, 9);
    expect(sum).not.toBe(0);
  }
});
