import { randomChances } from '@anchor/testkit/probabilities';
import type { SeededRandom } from '@anchor/testkit/random';
import type { JudgedPlay } from '@anchor/wire';
import { legalPlays } from 'bg-rules';
import type { PlayDecision } from '../src/decisions.ts';

const MILLION = 1_000_000;

/** Returns random evaluations of every play of a decision. Some plays have equal values. */
export function randomJudgement({ state, player, dice }: PlayDecision, random: SeededRandom): JudgedPlay[] {
  const few = [randomChances(random), randomChances(random)];
  return legalPlays(state.position, player, dice).map(({ hops }) => ({
    hops: hops.map(([from, to]): [number, number] => [from, to]),
    equity: random.below(8 * MILLION) / MILLION - 4,
    probs: random.below(4) === 0 ? random.pick(few) : randomChances(random),
  }));
}
