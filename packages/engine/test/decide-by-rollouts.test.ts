import { type Dice, fromOwnView, makeSituation, type Situation } from 'bg-rules';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  answerDoubleByRollouts,
  decideDoubleByRollouts,
  type GamesOf,
  rankByRollouts,
} from '../src/decide-by-rollouts.ts';
import { decideDouble, rank } from '../src/judge.ts';
import { accelerate } from '../src/look-ahead.ts';
import { equitiesOfGames, rollout } from '../src/rollout.ts';

beforeAll(() => accelerate());

/** A race in which a double is close. */
const RACE = makeSituation({
  position: fromOwnView([0, 2, 2, 3, 2, 2, 2, 1, 1, ...new Array(8).fill(0), -1, -1, -2, -2, -3, -2, -2, -2, 0], 0),
});
const rolled = (situation: Situation, dice: Dice): Situation => ({ ...situation, dice });
/** Answers at once: game n of a candidate is worth its play's value plus luck that follows from n. */
const played =
  (worthOf: (situation: Situation, first: string) => number, luck: (game: number) => number): GamesOf =>
  async (situation, { first = 'choose' }, from, to) =>
    Array.from({ length: to - from }, (_, n) => worthOf(situation, first) + luck(from + n));

describe('a decision by rollouts', () => {
  it('RL1 is the same however many workers play the games, and another with another seed', async () => {
    const situation = rolled(makeSituation(), [2, 1]);
    const brief: GamesOf = (one, options, from, to) => equitiesOfGames(one, { ...options, truncation: 2 }, from, to);
    const one = await rankByRollouts(situation, { seed: 7, games: brief });
    const split: GamesOf = async (from, options, first, last) => {
      const middle = first + Math.floor((last - first) / 3);
      const [later, sooner] = await Promise.all([
        brief(from, options, middle, last),
        brief(from, options, first, middle),
      ]);
      return [...sooner, ...later];
    };
    expect(one[0]!.games).toBeGreaterThanOrEqual(216);
    expect(await rankByRollouts(situation, { seed: 7, games: split })).toEqual(one);
    expect((await rankByRollouts(situation, { seed: 8, games: brief }))[0]!.equity).not.toBe(one[0]!.equity);
  }, 120_000);

  it('RL2 plays the games of a rollout with the same seed', async () => {
    const equities = await equitiesOfGames(RACE, { seed: 3, truncation: 4 }, 0, 24);
    const { equity } = await rollout(RACE, { seed: 3, truncation: 4, trials: 24 });
    expect(equities.reduce((sum, one) => sum + one, 0) / 24).toBeCloseTo(equity, 12);
    expect(await equitiesOfGames(RACE, { seed: 3, truncation: 4 }, 10, 24)).toEqual(equities.slice(10));
  });

  it('RL3 rolls out at most four plays within 0.06 of the best at 2 plies, and keeps the others below', async () => {
    for (const dice of [
      [2, 1],
      [6, 4],
      [3, 3],
    ] as const) {
      const situation = rolled(makeSituation(), dice);
      const searched = rank(situation, { ply: 2 });
      const close = searched.filter(({ ply, equity }) => ply === 2 && searched[0]!.equity - equity <= 0.06).slice(0, 4);
      const games = played(
        () => 0,
        (game) => (game % 2 ? 1 : -1),
      );
      const found = await rankByRollouts(situation, { games });
      const hops = (plays: readonly { hops: unknown }[]) => plays.map((play) => JSON.stringify(play.hops));
      expect(new Set(hops(found))).toEqual(new Set(hops(searched)));
      expect(hops(found.filter((play) => play.games > 0)).sort()).toEqual(close.length > 1 ? hops(close).sort() : []);
      // All are worth the same, so the order of the search stays.
      expect(hops(found)).toEqual(hops(searched));
    }
  });

  it('RL4 stops at 216 games where the difference is beyond two errors, and at 360 where it never is', async () => {
    const situation = rolled(makeSituation(), [2, 1]);
    const second = rank(situation, { ply: 2 })[1]!;
    const isSecond = ({ position }: Situation) => position.points.join() === second.position.points.join();
    // The values are those of the opponent, who rolls first.
    const clear = await rankByRollouts(situation, {
      games: played(
        (one) => (isSecond(one) ? -0.1 : 0),
        (n) => n % 5,
      ),
    });
    expect(clear[0]).toMatchObject({ hops: second.hops, games: 216, error: 0 });
    let games = 0;
    const noisy: GamesOf = async (one, _options, from, to) => {
      if (isSecond(one)) games += to - from;
      return Array.from({ length: to - from }, (_, n) => (isSecond(one) ? ((from + n) % 2 ? 0.5 : -0.502) : 0));
    };
    const unclear = await rankByRollouts(situation, { games: noisy });
    expect(games).toBe(360);
    expect(unclear[0]).toMatchObject({ hops: second.hops, games: 360 });
    expect(unclear[0]!.equity).toBeCloseTo(0.001, 9);
  });

  it('RL5 leaves clear decisions, the last rolls of a bear-off and a dance to the search', async () => {
    const refuse: GamesOf = () => Promise.reject(new Error('not needed'));
    const end = makeSituation({
      position: fromOwnView([0, 0, 1, 1, 0, 2, 0, ...new Array(12).fill(0), -1, 0, 0, 0, -2, -1, 0], 0),
    });
    const ended = await rankByRollouts(rolled(end, [2, 1]), { games: refuse });
    expect(ended.map(({ equity }) => equity)).toEqual(
      rank(rolled(end, [2, 1]), { ply: 2 }).map(({ equity }) => equity),
    );
    expect(await decideDoubleByRollouts(end, { games: refuse })).toMatchObject({ action: 'double-take', games: 0 });
    expect((await decideDoubleByRollouts(makeSituation(), { games: refuse }))?.action).toBe('no-double');
    const closed = fromOwnView([0, 1, ...new Array(17).fill(0), -2, -2, -2, -2, -2, -2, 1], 0);
    expect(await rankByRollouts(rolled(makeSituation({ position: closed }), [5, 2]), { games: refuse })).toEqual([]);
  });

  it('RL6 decides a double and its answer by both sides of it', async () => {
    const close = RACE;
    const searched = decideDouble(close, { ply: 2 })!;
    expect(
      Math.min(Math.abs(Math.min(searched.doubleTake, 1) - searched.noDouble), Math.abs(searched.doubleTake - 1)),
    ).toBeLessThan(0.1);
    const worths = (roll: number, double: number) =>
      played(
        (_, first) => (first === 'roll' ? roll : double),
        (n) => (n % 4) / 10,
      );
    const ask = (roll: number, double: number) =>
      decideDoubleByRollouts(close, { games: worths(roll - 0.15, double - 0.15) });
    expect(await ask(0.6, 0.8)).toMatchObject({ action: 'double-take', games: 216 });
    expect(await ask(0.6, 1.2)).toMatchObject({ action: 'double-pass', games: 216 });
    expect(await ask(0.8, 0.6)).toMatchObject({ action: 'no-double', games: 216 });
    expect(await ask(1.2, 1.4)).toMatchObject({ action: 'too-good', games: 216 });
    // The answer is not clear.
    expect(await ask(0.6, 1.001)).toMatchObject({ games: 360 });
    expect(await answerDoubleByRollouts(close, { games: worths(0.4, 1.1) })).toBe('pass');
    expect(await answerDoubleByRollouts(close, { games: worths(0.4, 0.7) })).toBe('take');
  });

  it('RL7 stops at a signal, and refuses what the search refuses', async () => {
    const stop = new AbortController();
    const running = rankByRollouts(rolled(makeSituation(), [2, 1]), { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect(rankByRollouts(makeSituation())).rejects.toMatchObject({ code: 'bad-dice' });
    await expect(rankByRollouts(rolled(makeSituation(), [2, 1]), { seed: -1 })).rejects.toMatchObject({
      code: 'bad-seed',
    });
  });
});
