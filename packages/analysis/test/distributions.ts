import type { JudgedPlay } from '@anchor/wire';
import { legalPlays } from 'bg-rules';
import type { PlayDecision } from '../src/decisions.ts';
import type { Chance } from './chance.ts';

const MILLION = 1_000_000;

/** Returns a random valid distribution with six digits, as engines give it. */
export function randomChances(chance: Chance): NonNullable<JudgedPlay['probs']> {
  const win = chance.whole(MILLION + 1);
  const gammon = chance.whole(win + 1);
  const lostGammon = chance.whole(MILLION - win + 1);
  const backgammon = chance.whole(gammon + 1);
  const lostBackgammon = chance.whole(lostGammon + 1);
  return [win / MILLION, gammon / MILLION, backgammon / MILLION, lostGammon / MILLION, lostBackgammon / MILLION];
}

/** Returns random evaluations of every play of a decision. Some plays have equal values. */
export function randomJudgement({ state, player, dice }: PlayDecision, chance: Chance): JudgedPlay[] {
  const few = [randomChances(chance), randomChances(chance)];
  return legalPlays(state.position, player, dice).map(({ hops }) => ({
    hops: hops.map(([from, to]): [number, number] => [from, to]),
    equity: chance.whole(8 * MILLION) / MILLION - 4,
    probs: chance.whole(4) === 0 ? chance.pick(few) : randomChances(chance),
  }));
}
