import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { estimate } from '../src/estimate.ts';
import { HEURISTIC_ID, rankPlays } from '../src/heuristic.ts';
import { legalPlays } from '../src/plays.ts';
import { pipCount, startPosition, swapPlayers } from '../src/position.ts';
import { type Dice, opponent, type Play, type Player, type Position } from '../src/types.ts';
import { keyOf, keysOf, randomRoll, randomView, seenBy } from './support/views.ts';

const SEED = 1701;
const GAMES = 400;

type Policy = (position: Position, player: Player, dice: Dice, plays: readonly Play[]) => Play;

const heuristic: Policy = (position, player, dice) => rankPlays(position, player, dice)[0]!;
const randomly =
  (random: SeededRandom): Policy =>
  (_position, _player, _dice, plays) =>
    random.pick(plays);
/** Minimises the own pip count minus the opponent's. Takes the first of equal plays. */
const greedy: Policy = (_position, player, _dice, plays) => {
  const lead = (play: Play) => pipCount(play.position, player) - pipCount(play.position, opponent(player));
  return plays.reduce((best, play) => (lead(play) < lead(best) ? play : best));
};

/** Returns the winner of one game. The opening roll is never a double. */
function playGame(policies: readonly [Policy, Policy], random: SeededRandom): Player {
  let position = startPosition();
  let dice = randomRoll(random);
  while (dice[0] === dice[1]) dice = randomRoll(random);
  let player: Player = dice[0] > dice[1] ? 0 : 1;
  for (;;) {
    const plays = legalPlays(position, player, dice);
    if (plays.length > 0) position = policies[player](position, player, dice, plays).position;
    if (position.off[player] === 15) return player;
    player = opponent(player);
    dice = randomRoll(random);
  }
}

/** Returns the share of games that the heuristic wins. The seats change after each game. */
function winsAgainst(other: Policy, random: SeededRandom): number {
  let wins = 0;
  for (let game = 0; game < GAMES; game++) {
    const seat: Player = game % 2 === 0 ? 0 : 1;
    const winner = playGame(seat === 0 ? [heuristic, other] : [other, heuristic], random);
    if (winner === seat) wins++;
  }
  return wins / GAMES;
}

describe(`in ${GAMES} single games, seed ${SEED}`, () => {
  it('beats random plays', () => {
    const random = new SeededRandom(SEED);
    expect(winsAgainst(randomly(random), random)).toBeGreaterThanOrEqual(0.97);
  });

  it('beats a player who minimises pips', () => {
    expect(winsAgainst(greedy, new SeededRandom(SEED))).toBeGreaterThanOrEqual(0.95);
  });
});

describe('rankPlays', () => {
  it('has the id under which rankings are stored', () => {
    expect(HEURISTIC_ID).toBe('builtin-heuristic-1');
  });

  it('ranks all legal plays, best first, the same for both players and in any order of the dice', () => {
    const random = new SeededRandom(SEED);
    for (let n = 0; n < 300; n++) {
      const position = seenBy(randomView(random), 0);
      const dice = randomRoll(random);
      const ranked = rankPlays(position, 0, dice);
      const mirrored = rankPlays(swapPlayers(position), 1, [dice[1], dice[0]]);
      expect(keysOf(ranked)).toEqual(keysOf(legalPlays(position, 0, dice)));
      expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a));
      expect(mirrored.map(({ hops, score }) => ({ hops, score }))).toEqual(
        ranked.map(({ hops, score }) => ({ hops, score })),
      );
    }
  });

  const openings: [string, Dice, string][] = [
    ['makes the 5-point', [3, 1], '8,5 6,5'],
    ['makes the 4-point', [4, 2], '8,4 6,4'],
    ['makes the bar-point', [6, 1], '13,7 8,7'],
    ['makes the 3-point', [5, 3], '8,3 6,3'],
    ['runs to safety', [6, 5], '24,18 18,13'],
  ];
  it.each(openings)('%s', (_, dice, hops) => {
    expect(rankPlays(startPosition(), 0, dice)[0]!.hops.join(' ')).toBe(hops);
  });

  it('bears off instead of moving within the home board', () => {
    const position = seenBy([0, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -2, -2, -2, -2, 0], 0);
    expect(rankPlays(position, 0, [6, 5])[0]!.hops).toEqual([
      [6, 0],
      [5, 0],
    ]);
  });
});

interface Row {
  readonly kind: string;
  readonly points: readonly number[];
  readonly dice: Dice;
  readonly moves: readonly {
    readonly equity: number;
    readonly probs: readonly number[];
    readonly points: readonly number[];
  }[];
}
const file = new URL('../../../vectors/gnubg/equities.jsonl.gz', import.meta.url);
const rows: Row[] = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const decisions = rows.filter(({ kind }) => kind === 'checker');

describe(`compared with GNU Backgammon, 2-ply, on ${decisions.length} decisions`, () => {
  it('loses less than 0.04 per play', () => {
    const losses = decisions.map(({ points, dice, moves }) => {
      const equities = new Map(moves.map((move) => [keyOf(seenBy(move.points, 1)), move.equity]));
      const chosen = rankPlays(seenBy(points, 1), 1, dice)[0]!;
      return Math.max(...equities.values()) - equities.get(keyOf(chosen.position))!;
    });
    expect(losses.reduce((sum, loss) => sum + loss, 0) / losses.length).toBeLessThan(0.04);
  });

  it('estimates chances with a root mean square error below 0.2', () => {
    const best = decisions.map(({ moves }) => moves[0]!);
    const errors = best.map(({ points, probs }) => {
      const chances = estimate(seenBy(points, 0), 0, 1);
      return [chances.win - probs[0]!, chances.gammon - probs[1]!, chances.lostGammon - probs[3]!];
    });
    const meanSquare = (of: number) => errors.reduce((sum, error) => sum + error[of]! ** 2, 0) / errors.length;
    expect(Math.max(...[0, 1, 2].map((of) => Math.sqrt(meanSquare(of))))).toBeLessThan(0.2);
  });
});
