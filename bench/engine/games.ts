// Plays games against GNU Backgammon, which must be installed: money games without a cube. Each pair of games
// uses the same dice with the seats exchanged. The luck of every roll, by our own evaluation, is subtracted
// from the result; its mean is zero.
//   npx tsx --conditions=@anchor/source bench/engine/games.ts PAIRS [SEED] [OUR_PLY] [THEIR_PLY]

import { evaluate } from '../../packages/engine/src/evaluate.ts';
import type { Ply } from '../../packages/engine/src/look-ahead.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { cubelessEquity as equityOf } from '../../packages/rules/src/cubeless-equity.ts';
import { type Dice, opponent, type Player, type Position, startPosition } from '../../packages/rules/src/index.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { meanOf, seeded, written } from './statistics.ts';

const [pairs = '50', seedText = '1', ourPly = '0', theirPly = '0'] = process.argv.slice(2);
accelerate();
const gnubg = await openGnubg();

function rolls(random: () => number): () => Dice {
  const die = () => 1 + Math.floor(random() * 6);
  return () => [die(), die()];
}

function opening(next: () => Dice): Dice {
  const dice = next();
  return dice[0] === dice[1] ? opening(next) : dice;
}

/** Returns the position after our play. `theirs` does the same for GNU Backgammon. */
function ours(position: Position, player: Player, dice: Dice): Position {
  return rank(position, player, dice, { ply: Number(ourPly) as Ply })[0]?.position ?? position;
}

async function theirs(position: Position, player: Player, dice: Dice): Promise<Position> {
  const plies = Number(theirPly);
  const answer = await gnubg.moves({ ...MONEY_GAME, position, onRoll: player, dice, plies });
  if (!answer.ok) throw new Error(answer.message);
  const [best] = [...answer.value].sort((a, b) => b.cubeless - a.cubeless);
  return best?.position ?? position;
}

/** Returns the luck of a roll: its equity minus the mean over all rolls, by our evaluation at 0 plies. */
function luck(position: Position, player: Player, dice: Dice, first: boolean): number {
  let sum = 0;
  let ways = 0;
  for (let a = 1; a <= 6; a++) {
    for (let b = a; b <= 6; b++) {
      if (first && a === b) continue;
      const weight = a === b ? 1 : 2;
      sum += weight * afterRoll(position, player, [a, b]);
      ways += weight;
    }
  }
  return afterRoll(position, player, dice) - sum / ways;
}

function afterRoll(position: Position, player: Player, dice: Dice): number {
  const [best] = rank(position, player, dice, { ply: 0 });
  return best ? best.equity : -equityOf(evaluate(position, opponent(player)));
}

interface Played {
  /** Points that we won. */
  readonly points: number;
  readonly luck: number;
}

/** Plays one game in which we are player 0. */
async function play(next: () => Dice, starter: Player): Promise<Played> {
  let position = startPosition();
  let player = starter;
  let ourLuck = 0;
  let dice = opening(next);
  for (let move = 0; !position.off.includes(15); move++) {
    ourLuck += (player === 0 ? 1 : -1) * luck(position, player, dice, move === 0);
    position = player === 0 ? ours(position, player, dice) : await theirs(position, player, dice);
    player = opponent(player);
    dice = next();
  }
  return { points: Math.round(equityOf(evaluate(position, 0))), luck: ourLuck };
}

const raw: number[] = [];
const adjusted: number[] = [];
const report = () =>
  `${2 * raw.length} games, ours ${ourPly}-ply, GNU Backgammon ${theirPly}-ply, seed ${seedText}: ` +
  `${written(meanOf(raw), 1, 3)} points per game, ${written(meanOf(adjusted), 1, 3)} adjusted for luck`;
for (let pair = 0; pair < Number(pairs); pair++) {
  const seed = Number(seedText) * 1_000_003 + pair;
  const both = [await play(rolls(seeded(seed)), 0), await play(rolls(seeded(seed)), 1)];
  raw.push(meanOf(both.map((game) => game.points)).mean);
  adjusted.push(meanOf(both.map((game) => game.points - game.luck)).mean);
  if (raw.length % 10 === 0) console.error(report());
}
await gnubg.close();
console.log(report());
