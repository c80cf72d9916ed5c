import { cubelessEquity, fromOwnView, makeSituation, type Situation } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../src/judge.ts';
import { playGames, type RolloutProgress, rollout, rolloutInParts } from '../src/rollout.ts';

/** Three checkers each in the home boards: short games with luck. */
const SHORT = makeSituation({
  position: fromOwnView([0, 1, 2, 1, 0, 1, 0, ...new Array(12).fill(0), -1, 0, -1, -1, -2, 0, 0], 0),
});
const start = makeSituation();
/** Games that the net ends after three rolls. */
const brief = { truncation: 3, trials: 12 } as const;

const spread = (results: readonly number[]) => {
  const mean = results.reduce((sum, one) => sum + one, 0) / results.length;
  return Math.sqrt(results.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (results.length - 1));
};

describe('RO1 a rollout is reproducible', () => {
  it('the same seed gives the same result, another one another', async () => {
    const one = await rollout(start, { ...brief, seed: 7 });
    expect(await rollout(start, { ...brief, seed: 7 })).toEqual(one);
    expect((await rollout(start, { ...brief, seed: 8 })).equity).not.toBe(one.equity);
    expect(one).toMatchObject({ trials: 12, seed: 7, depth: 0, truncation: 3, varianceReduction: true, cubeful: true });
  });

  it('game n has the same dice whatever the number of games', async () => {
    const seen: RolloutProgress[] = [];
    await rollout(start, { trials: 30, truncation: 3, onProgress: (one) => seen.push(one) });
    const early = seen.find(({ trials }) => trials < 30);
    if (!early) throw new Error('there was no progress before the end');
    const short = await rollout(start, { trials: early.trials, truncation: 3 });
    expect(short).toMatchObject(early);
  });
});

describe('RO2 the standard error is honest', () => {
  it('shrinks with the square root of the number of games', async () => {
    const few = await rollout(SHORT, { trials: 600, varianceReduction: false, cubeful: false });
    const many = await rollout(SHORT, { trials: 5400, varianceReduction: false, cubeful: false });
    expect(few.equityError / many.equityError).toBeGreaterThan(2.7);
    expect(few.equityError / many.equityError).toBeLessThan(3.3);
  });

  it('is the spread of repeated rollouts', async () => {
    const runs = await Promise.all(
      Array.from({ length: 60 }, (_, seed) =>
        rollout(SHORT, { trials: 60, seed, varianceReduction: false, cubeful: false }),
      ),
    );
    const ratio = spread(runs.map(({ equity }) => equity)) / runs[0]!.equityError;
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.3);
  });
});

describe('RO3 variance reduction', () => {
  it.each<[string, Situation, object]>([
    ['a bear-off', SHORT, { trials: 1000, cubeful: false }],
    ['the start', start, { trials: 150, truncation: 3 }],
  ])('shrinks the error and moves no mean: %s', async (_what, situation, options) => {
    const plain = await rollout(situation, { ...options, varianceReduction: false });
    const reduced = await rollout(situation, { ...options, varianceReduction: true, seed: 2, trials: 60 });
    expect(reduced.equityError * Math.sqrt(60)).toBeLessThan(0.6 * plain.equityError * Math.sqrt(plain.trials));
    const close = (a: number, b: number, ...errors: number[]) =>
      expect(Math.abs(a - b)).toBeLessThan(4 * Math.hypot(...errors));
    close(reduced.equity, plain.equity, reduced.equityError, plain.equityError);
    close(reduced.cubelessEquity, plain.cubelessEquity, reduced.cubelessError, plain.cubelessError);
    close(reduced.chances[0], plain.chances[0], reduced.chancesError[0], plain.chancesError[0]);
  });

  it('leaves the exact chances of a bear-off exact', async () => {
    const result = await rollout(SHORT, { trials: 200, cubeful: false });
    const exact = evaluate(SHORT);
    expect(Math.abs(result.chances[0] - exact[0])).toBeLessThan(0.005);
    expect(Math.abs(result.equity - cubelessEquity(exact))).toBeLessThan(0.01);
  });
});

describe('RO4 a rollout says what it measured', () => {
  it('reports progress, and an abort ends it with the reason', async () => {
    const stop = new AbortController();
    const done: number[] = [];
    const running = rollout(start, {
      trials: 1000,
      truncation: 3,
      signal: stop.signal,
      onProgress: ({ trials }) => {
        done.push(trials);
        if (done.length === 2) stop.abort(new Error('enough'));
      },
    });
    await expect(running).rejects.toThrow('enough');
    expect(done).toHaveLength(2);
    expect(done[1]).toBeGreaterThan(done[0]!);
  });

  it('with the cube a sure win is worth the cube, and a taken double twice as much', async () => {
    const position = fromOwnView([0, 1, ...new Array(22).fill(0), -5, 0], 0);
    const sure = makeSituation({ position });
    const options = { trials: 4, truncation: null } as const;
    expect((await rollout(sure, options)).equity).toBeCloseTo(1, 9);
    expect((await rollout(sure, { ...options, first: 'double' })).equity).toBeCloseTo(2, 9);
    expect((await rollout(sure, { ...options, first: 'roll' })).equity).toBeCloseTo(1, 9);
    const lost = { ...sure, onRoll: 1 as const, toAct: 1 as const };
    expect((await rollout(lost, { trials: 60, cubeful: false })).cubeful).toBe(false);
  });

  it('mirrors with the players', async () => {
    const position = fromOwnView([0, 2, 2, 2, 3, 3, 3, ...new Array(12).fill(0), -3, -3, -3, -2, -2, -2, 0], 0);
    const one = await rollout(makeSituation({ position }), { trials: 20 });
    const other = await rollout(makeSituation({ position, onRoll: 1 }), { trials: 20 });
    expect(other).toEqual(one);
  });
});

describe('RO5 a rollout may be split', () => {
  const options = { trials: 31, truncation: 3, seed: 5 } as const;

  it('games from a later one on are those of the whole', () => {
    const whole = playGames(start, options);
    const [early, late] = [
      playGames(start, { ...options, trials: 9 }),
      playGames(start, { ...options, firstGame: 9, trials: 22 }),
    ];
    expect([...early, ...late]).toEqual([...whole]);
    expect(early).toHaveLength(7 * 9);
  });

  it.each([0, 1] as const)(
    'at depth %i the sum of parts is the whole to the last bit, in whatever order they are played',
    async (depth) => {
      const wanted = { ...options, depth, trials: depth === 0 ? 31 : 7, truncation: 2 };
      const whole = await rollout(start, wanted);
      const seen: number[] = [];
      const answers: (() => void)[] = [];
      const running = rolloutInParts(
        start,
        { ...wanted, onProgress: ({ trials }) => seen.push(trials) },
        (from, games) => new Promise((resolve) => answers.push(() => resolve(playGames(from, games)))),
      );
      await Promise.resolve();
      expect(answers.length).toBeGreaterThan(2);
      for (const answer of answers.toReversed()) answer();
      const split = await running;
      expect(split).toEqual(whole);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.at(-1)).toBe(wanted.trials);
      expect(await rollout(start, { ...wanted, firstGame: 1 })).not.toEqual({ ...whole, firstGame: 1 });
    },
  );

  it('asks for a bounded number of parts at a time, and for none after an abort', async () => {
    const stop = new AbortController();
    let asked = 0;
    const running = rolloutInParts(start, { trials: 1_000_000, signal: stop.signal }, async () => {
      asked++;
      return new Promise<never>(() => undefined);
    });
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(asked).toBe(32);
  });

  it('a part that fails ends the rollout with its error', async () => {
    const running = rolloutInParts(start, options, async () => Promise.reject(new Error('lost')));
    await expect(running).rejects.toThrow('lost');
  });

  it.each([-1, 1.5, 1_000_001, Number.NaN])('refuses %f as the first game', async (firstGame) => {
    await expect(rollout(start, { firstGame })).rejects.toMatchObject({ code: 'bad-first-game' });
  });
});
