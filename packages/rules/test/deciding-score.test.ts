import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { decidingScore } from '../src/deciding-score.ts';
import { applyAction, options, startMatch } from '../src/match.ts';
import type { Action, MatchState } from '../src/match-types.ts';
import { legalPlays } from '../src/plays.ts';
import { opponent } from '../src/types.ts';

const plan = fc.record({
  length: fc.integer({ min: 0, max: 5 }),
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  most: fc.integer({ min: 1, max: 120 }),
  end: fc.constantFrom('resign', 'time', 'abandonment'),
});

/** Plays at random, then the player to act resigns until the match is over, or forfeits it. */
function ended({ length, seed, most, end }: typeof plan extends fc.Arbitrary<infer T> ? T : never): MatchState {
  const random = new SeededRandom(seed);
  const rules = { cube: true, crawford: length > 0, jacoby: false, beavers: false };
  let state = startMatch({ length, rules });
  for (let steps = 0; state.phase !== 'over'; steps++) {
    const action = steps < most ? undefined : forfeited(state, end);
    const next = applyAction(state, action ?? step(state, random, steps >= most));
    if (!next.ok) throw new Error(next.message);
    state = next.value;
  }
  return state;
}

function forfeited(state: MatchState, end: string): Action | undefined {
  if (end !== 'time' && end !== 'abandonment') return undefined;
  return { type: 'forfeit', loser: state.toAct ?? 0, reason: end };
}

function step(state: MatchState, random: SeededRandom, isEnd: boolean): Action {
  const { player, actions, resignations } = options(state);
  if (player === null) return { type: 'dice', dice: [random.below(6) + 1, random.below(6) + 1] };
  if (isEnd && resignations.length > 0) return { type: 'resign', player, points: resignations.at(-1)! };
  if (actions.includes('accept')) return { type: 'accept', player };
  if (actions.includes('take')) return { type: random.below(2) === 0 ? 'take' : 'pass', player };
  if (actions.includes('double') && random.below(10) === 0) return { type: 'double', player };
  if (!actions.includes('play')) return { type: 'roll', player };
  const plays = legalPlays(state.position, player, state.dice!);
  return { type: 'play', player, hops: plays[random.below(plays.length)]?.hops ?? [] };
}

test('a deciding score has more points for the winner, and in a match as many as its length', () => {
  fc.assert(
    fc.property(plan, (one) => {
      const { length, result } = ended(one);
      const score = decidingScore(result!, length);
      const isCutShort = result!.reason === 'time' || result!.reason === 'abandonment';
      expect(score === null).toBe(isCutShort && length > 0);
      if (!score) return;
      const { winner } = result!;
      expect(score[winner]).toBeGreaterThan(score[opponent(winner)]);
      if (length > 0) expect(score[winner]).toBe(length);
    }),
  );
});
