import type { JudgedPlay } from '@anchor/wire';
import type { SeededRandom } from './random.ts';

const MILLION = 1_000_000;

/** Returns a random valid distribution with six digits, as engines give it. */
export function randomChances(random: SeededRandom): NonNullable<JudgedPlay['probs']> {
  const win = random.below(MILLION + 1);
  const gammon = random.below(win + 1);
  const lostGammon = random.below(MILLION - win + 1);
  const backgammon = random.below(gammon + 1);
  const lostBackgammon = random.below(lostGammon + 1);
  return [win / MILLION, gammon / MILLION, backgammon / MILLION, lostGammon / MILLION, lostBackgammon / MILLION];
}
