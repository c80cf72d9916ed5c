import { randomRecord } from '@anchor/testkit/records';
import { matchWinningChance } from 'bg-met';
import { stepsOf } from 'bg-record';
import { applyAction, legalPlays, type MatchState, opponent, type Player, swapPlayers } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { advise } from '../../src/engine/advise.ts';
import { outlookOf } from '../../src/engine/outlook.ts';

const SEED = 23;
const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const money = { length: 0, rules: { cube: true, crawford: false, jacoby: false, beavers: true } };
/** Only every fifth state is tested, because each takes the engine some milliseconds. */
const EVERY = 5;
const statesOf = (seed: number, terms: Parameters<typeof randomRecord>[1]) =>
  stepsOf(randomRecord(seed, terms))
    .map(({ after }) => after)
    .filter((_, n) => n % EVERY === 0);
const states = [...statesOf(SEED, { length: 5, rules }), ...statesOf(SEED + 1, money)];

/** The same state with the seats swapped. */
function mirrored(state: MatchState): MatchState {
  const other = (player: Player | null) => (player === null ? null : opponent(player));
  const [one, two] = state.score;
  return {
    ...state,
    position: swapPlayers(state.position),
    score: [two, one],
    turn: other(state.turn),
    toAct: other(state.toAct),
    doubler: other(state.doubler),
    cube: { ...state.cube, owner: other(state.cube.owner) },
  };
}

describe(`the win chance in a match in progress (seed ${SEED})`, () => {
  test('OL1 is a chance, symmetric for both players, and null when the match is over', () => {
    expect(states.length).toBeGreaterThan(20);
    for (const state of states) {
      const outlook = outlookOf(state);
      if (state.phase === 'over') expect(outlook).toBeNull();
      else {
        expect(outlook!.chance).toBeGreaterThanOrEqual(0);
        expect(outlook!.chance).toBeLessThanOrEqual(1);
        expect(outlookOf(mirrored(state))!.chance).toBeCloseTo(1 - outlook!.chance, 9);
      }
    }
  });

  test('OL2 depends only on the score before the first roll', () => {
    const start = states.find(({ game, turn, length }) => length === 5 && game === 1 && turn === null);
    expect(start && outlookOf(start)?.chance).toBeCloseTo(
      matchWinningChance(5, 5, { crawford: false, postCrawford: false }),
      2,
    );
  });

  test('OL3 is better after the expert’s play than after the worst one', () => {
    const chanceAfter = (state: MatchState, hops: readonly (readonly [number, number])[]) => {
      const next = applyAction(state, { type: 'play', player: state.turn!, hops });
      if (!next.ok) throw new Error(next.message);
      const { chance } = outlookOf(next.value) ?? { chance: 0.5 };
      return state.turn === 0 ? chance : 1 - chance;
    };
    let compared = 0;
    for (const state of states) {
      const advice = state.phase === 'play' ? advise(state) : null;
      if (advice?.kind !== 'play' || state.length === 0) continue;
      const [best] = advice.plays;
      const plays = legalPlays(state.position, advice.player, advice.dice);
      const ended = applyAction(state, { type: 'play', player: advice.player, hops: best!.hops });
      if (plays.length < 4 || !ended.ok || ended.value.games.length > state.games.length) continue;
      const chances = plays.map(({ hops }) => chanceAfter(state, hops));
      const mean = chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
      expect(chanceAfter(state, best!.hops)).toBeGreaterThanOrEqual(mean - 1e-9);
      compared++;
    }
    expect(compared).toBeGreaterThan(3);
  });
});
