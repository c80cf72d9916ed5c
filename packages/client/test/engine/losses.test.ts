import { randomRecord } from '@anchor/testkit/records';
import { accelerate } from 'bg-engine';
import { type Header, stepsOf, type Transcript } from 'bg-record';
import { applyPlay, legalPlays, options, type Player, samePosition } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { answer } from '../../src/engine/answer.ts';
import { reviewAtOnce } from '../../src/engine/instant.ts';
import { type CostOfCube, type CostOfPlay, lossesOf, SEARCHED } from '../../src/engine/losses.ts';

// The answers are the same in plain code, more slowly.
accelerate();

const money = { length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: true } };
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };

describe.each([
  ['a match', match, 4],
  ['a money game', money, 1],
] as const)('the losses of all choices in %s', async (_name, terms, seed) => {
  const record = randomRecord(seed, terms);
  const { report, cubes } = await reviewAtOnce(record);
  const rows = new Map(report.moves.flatMap((row) => (row.kind === 'play' && !row.forced ? [[row.n, row]] : [])));
  const judgedCubes = new Map(cubes.map((cube) => [cube.n, cube]));
  const steps = stepsOf(record);

  test(`AY1 for a play are those of the review, unless a play that the review did not search is better (seed ${seed})`, () => {
    let [same, greater] = [0, 0];
    for (const { n, before, action } of steps.slice(0, 160)) {
      const row = rows.get(n);
      if (!row || action.type !== 'play' || !before.dice) continue;
      const { position, dice } = before;
      const reached = applyPlay(position, action.player, dice, action.hops);
      if (!reached.ok) throw new Error(reached.message);
      const losses = lossesOf(before);
      const choices = losses?.choices as readonly CostOfPlay[];
      expect(choices).toHaveLength(legalPlays(position, action.player, dice).length);
      expect(choices[0]?.loss).toBe(0);
      const made = choices.find((choice) => samePosition(choice.position, reached.value));
      const more = (made?.loss ?? Number.NaN) - (row.loss ?? Number.NaN);
      if (Math.abs(more) < 1e-6) same++;
      else if (more > 0) greater++;
      else expect(choices.length, `event ${n}`).toBeGreaterThan(SEARCHED);
    }
    expect(same).toBeGreaterThan(30);
    expect(greater / (same + greater)).toBeLessThan(0.1);
  });

  test(`AY2 for the cube are those of the review, and the best action costs nothing (seed ${seed})`, () => {
    let compared = 0;
    for (const { n, before, action } of steps) {
      const judged = judgedCubes.get(n);
      if (!judged || before.phase === 'beaver') continue;
      const choices = lossesOf(before)?.choices as readonly CostOfCube[];
      const { actions } = options(before);
      for (const { type } of choices) expect(actions).toContain(type);
      expect(choices[0]?.loss).toBeCloseTo(0, 9);
      const made = choices.find(({ type }) => type === action.type);
      expect(made, `event ${n}`).toMatchObject({ mark: judged.tag });
      expect(made?.loss).toBeCloseTo(judged.loss, 9);
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });
});

test('AY3 are told only to a player against the bot, for a decision that is that player’s', async () => {
  const record = randomRecord(11, match);
  const at = record.events.findIndex(({ n, type, p }) => n > 8 && type === 'play' && p === 1);
  const against = (bots: readonly [boolean, boolean]): Transcript => {
    const players = record.header.players.map((player, seat) => ({ ...player, bot: bots[seat] ?? false }));
    return {
      header: { ...record.header, players: players as unknown as Header['players'] },
      events: record.events.slice(0, at),
    };
  };
  const ask = (bots: readonly [boolean, boolean], seat: Player | null) =>
    answer({ kind: 'losses', transcript: against(bots), seat }, () => undefined);
  const refused = { ok: false, code: 'against-people' };
  for (const seat of [0, 1, null] as const) {
    expect(await ask([false, false], seat)).toEqual(refused);
    expect(await ask([true, true], seat)).toEqual(refused);
  }
  expect(await ask([true, false], 0)).toEqual(refused);
  expect(await ask([true, false], 1)).toMatchObject({ ok: true, value: { kind: 'play' } });
  expect(await ask([false, true], 0)).toEqual({ ok: true, value: null });
});
