import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { MAX_CUBE } from '../src/cube.ts';
import { applyAction, options, startMatch } from '../src/match.ts';
import type { Action, MatchState } from '../src/match-types.ts';
import { legalPlays } from '../src/plays.ts';
import { CHECKERS, checkersAt } from '../src/position.ts';
import { opponent, type Player } from '../src/types.ts';

type Chooser = (below: number) => number;

const matches = fc.record({
  length: fc.integer({ min: 0, max: 5 }),
  rules: fc.record({ cube: fc.boolean(), crawford: fc.boolean(), jacoby: fc.boolean(), beavers: fc.boolean() }),
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
});

/** Returns every action that a player could try, with random dice and plays. */
function attempts(state: MatchState, choose: Chooser): Action[] {
  const plain = ['roll', 'double', 'take', 'pass', 'beaver', 'accept', 'decline'] as const;
  const ofPlayer = (player: Player): Action[] => [
    ...plain.map((type): Action => ({ type, player })),
    ...[0, 1, 2, 3, 4].map((points): Action => ({ type: 'resign', player, points })),
    { type: 'play', player, hops: drawHops(state, player, choose) },
  ];
  const dice = [choose(6) + 1, choose(6) + 1] as const;
  return [...ofPlayer(0), ...ofPlayer(1), { type: 'dice', dice }];
}

function drawHops(state: MatchState, player: Player, choose: Chooser) {
  const plays = legalPlays(state.position, player, state.dice ?? [6, 5]);
  return plays[choose(Math.max(plays.length, 1))]?.hops ?? [];
}

function isListed(state: MatchState, action: Action): boolean {
  const { player, actions, resignations } = options(state);
  const actor = 'player' in action ? action.player : null;
  if (actor !== player || !actions.includes(action.type)) return false;
  return action.type !== 'resign' || resignations.includes(action.points);
}

/** Checks that exactly the listed options are accepted. Returns the accepted actions with the resulting states. */
function checkOptions(state: MatchState, choose: Chooser): [Action, MatchState][] {
  const before = structuredClone(state);
  const accepted = attempts(state, choose).flatMap((action): [Action, MatchState][] => {
    const next = applyAction(state, action);
    if (next.ok !== isListed(state, action)) throw new Error(`${JSON.stringify({ action, state, next })}`);
    return next.ok ? [[action, next.value]] : [];
  });
  expect(state).toEqual(before);
  return accepted;
}

function checkState(state: MatchState): void {
  const { player, actions } = options(state);
  expect(actions.length > 0).toBe(state.phase !== 'over');
  expect(player === null).toBe(state.phase === 'dice' || state.phase === 'over');
  expect(state.dice !== null).toBe(state.phase === 'play' || state.resignation?.from === 'play');
  for (const seat of [0, 1] as const) {
    const places = Array.from({ length: 26 }, (_, place) => checkersAt(state.position, seat, place));
    expect(places.reduce((sum, n) => sum + n, 0)).toBe(CHECKERS);
    const won = state.games.filter(({ winner }) => winner === seat).reduce((sum, { points }) => sum + points, 0);
    expect(state.score[seat]).toBe(won);
  }
  expect(Math.log2(state.cube.value) % 1).toBe(0);
  expect(state.cube.value).toBeLessThanOrEqual(MAX_CUBE);
  expect(state.games.length).toBe(state.phase === 'over' ? state.game : state.game - 1);
}

/** Prefers to continue play, so that games also reach the bear-off. Every other action occurs now and then. */
function draw(accepted: [Action, MatchState][], choose: Chooser): MatchState {
  const going = accepted.filter(([{ type }]) => !['resign', 'accept', 'double'].includes(type));
  const from = going.length > 0 && choose(12) > 0 ? going : accepted;
  return from[choose(from.length)]![1];
}

function checkEnd(state: MatchState): void {
  const { result, length, score } = state;
  const winner = result!.winner;
  expect(result!.score).toEqual(score);
  expect(score[winner]).toBeGreaterThanOrEqual(Math.max(length, 1));
  if (length > 0) expect(score[opponent(winner)]).toBeLessThan(length);
  expect(state.games.at(-1)?.winner).toBe(winner);
}

test('random matches: exactly the options are accepted, one party acts, checkers and score add up, the match ends', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(matches, ({ length, rules, seed }) => {
      const random = new SeededRandom(seed);
      const choose: Chooser = (below) => random.below(below);
      let state = startMatch({ length, rules });
      let crawfordGames = 0;
      while (state.phase !== 'over') {
        checkState(state);
        const next = draw(checkOptions(state, choose), choose);
        if (next.game > state.game && state.crawford) crawfordGames++;
        state = next;
      }
      checkState(state);
      checkEnd(state);
      expect(crawfordGames).toBeLessThanOrEqual(1);
      for (const { kind } of state.games) kinds.add(kind);
    }),
    { numRuns: 60 },
  );
  expect([...kinds].sort()).toEqual(['backgammon', 'gammon', 'pass', 'resign', 'single']);
});
