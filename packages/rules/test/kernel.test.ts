import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { generatePlays, loadPosition, PLAY_WORDS, plays } from '../src/kernel.ts';
import { POSITION_WORDS, packOpponentView, packPosition } from '../src/packed.ts';
import { legalPlays } from '../src/plays.ts';
import { swapPlayers } from '../src/position.ts';
import type { Player, Position } from '../src/types.ts';
import { bruteForce } from './support/brute-force.ts';
import { randomRoll, randomView, seenBy } from './support/views.ts';

const SEED = 99;
const random = new SeededRandom(SEED);
const cases = Array.from({ length: 2000 }, () => ({ view: randomView(random), dice: randomRoll(random) }));

function packed(position: Position, player: Player): Int32Array {
  const words = new Int32Array(POSITION_WORDS);
  packPosition(position, player, words);
  return words;
}

/** The packed positions in the kernel's results. */
function answers(position: Position, player: Player, [a, b]: readonly [number, number]): string[] {
  loadPosition(packed(position, player));
  const count = generatePlays(a, b);
  return Array.from({ length: count }, (_, n) => plays.slice(n * PLAY_WORDS, n * PLAY_WORDS + POSITION_WORDS).join());
}

describe(`the kernel on ${cases.length} random positions, seed ${SEED}`, () => {
  it('generates the positions that brute force finds, each once', () => {
    const wrong = cases.filter(({ view, dice }) => {
      const expected = new Set(bruteForce(view, dice).map((one) => packed(seenBy(one.view, 0), 0).join()));
      return answers(seenBy(view, 0), 0, dice).sort().join(' ') !== [...expected].sort().join(' ');
    });
    expect(wrong).toEqual([]);
  });

  it('returns hops that lead to each of them', () => {
    const wrong = cases.filter(({ view, dice }) => {
      const position = seenBy(view, 1);
      const byHops = legalPlays(position, 1, dice).map((play) => packed(play.position, 1).join());
      return answers(position, 1, dice).join(' ') !== byHops.join(' ');
    });
    expect(wrong).toEqual([]);
  });

  it('mirrors a position like exchanging the players', () => {
    for (const { view } of cases) {
      const turned = new Int32Array(POSITION_WORDS);
      packOpponentView(packed(seenBy(view, 0), 0), 0, turned, 0);
      expect(turned).toEqual(packed(seenBy(view, 0), 1));
      expect(turned).toEqual(packed(swapPlayers(seenBy(view, 0)), 0));
    }
  });
});
