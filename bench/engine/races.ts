// Measures the chances in races: positions from games of mixed players, at least one of them not yet all home, against full rollouts,
// beside GNU Backgammon's (which must be installed). With OTHER=FILE, the engine.js of another build of bg-engine, also those of that one.
//   npx tsx --conditions=@anchor/source bench/engine/races.ts POSITIONS TRIALS SEED
import { pathToFileURL } from 'node:url';
import type { Chances } from '../../packages/engine/src/chances.ts';
import { evaluate } from '../../packages/engine/src/judge.ts';
import { accelerate, type Ply } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { rollout } from '../../packages/engine/src/rollout.ts';
import { cubelessEquity } from '../../packages/rules/src/cubeless-equity.ts';
import {
  type Dice,
  makeSituation,
  opponent,
  ownView,
  type Player,
  type Position,
  startPosition,
} from '../../packages/rules/src/index.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { seeded } from './statistics.ts';

const [positions = '100', trials = '144', seed = '1'] = process.argv.slice(2);
/** Share of careless plays, which need not be the best, of the players of a game. */
const CARELESS = [0, 0.05, 0.15, 0.4];
/** A position is taken after at most this many rolls of the race. */
const MOST_ROLLS = 8;
const PLIES: readonly Ply[] = [0, 1, 2];

/** A play after which the race goes on, with the opponent on roll. */
interface Race {
  readonly before: Position;
  readonly player: Player;
  readonly dice: Dice;
  readonly after: Position;
}

const rearOf = (position: Position, player: Player) => ownView(position, player).findLastIndex((count) => count > 0);
const isRace = (position: Position) => rearOf(position, 0) + rearOf(position, 1) <= 25;
const isHome = (position: Position) => Math.max(rearOf(position, 0), rearOf(position, 1)) <= 6;

/** Plays a game of two players and returns one play of its race, if there is one. */
function raceOf(random: () => number): Race | null {
  const die = () => 1 + Math.floor(random() * 6);
  const careless = [0, 1].map(() => CARELESS[Math.floor(random() * CARELESS.length)]!);
  const wanted = Math.floor(random() * MOST_ROLLS);
  let rolls = 0;
  let position = startPosition();
  for (let player: Player = 0; !position.off.includes(15); player = opponent(player)) {
    const dice: Dice = [die() as 1, die() as 1];
    const plays = rank(position, player, dice, { ply: 0 });
    const chosen = random() < careless[player]! ? Math.floor(random() * Math.min(plays.length, 6)) : 0;
    const after = plays[chosen]?.position ?? position;
    if (isHome(after)) return null;
    if (isRace(position) && rolls++ === wanted) return { before: position, player, dice, after };
    position = after;
  }
  return null;
}

accelerate();
const other: Pick<typeof import('../../packages/engine/src/engine.ts'), 'evaluate' | 'accelerate'> | null = process.env
  .OTHER
  ? await import(pathToFileURL(process.env.OTHER).href)
  : null;
other?.accelerate();
const gnubg = await openGnubg();
const squares = new Map<string, { win: number[]; equity: number[] }>();

function note(name: string, chances: Chances, truth: Chances): void {
  const sample = squares.get(name) ?? { win: [], equity: [] };
  squares.set(name, sample);
  sample.win.push(chances[0] - truth[0]);
  sample.equity.push(cubelessEquity(chances) - cubelessEquity(truth));
}

/** GNU Backgammon's chances of the opponent after the play. */
async function theirs({ before, player, dice, after }: Race, plies: number): Promise<Chances> {
  const answer = await gnubg.moves({ ...MONEY_GAME, position: before, onRoll: player, dice, plies });
  if (!answer.ok) throw new Error(answer.message);
  const found = answer.value.find((play) => ownView(play.position, 0).join() === ownView(after, 0).join());
  if (!found) throw new Error('GNU Backgammon does not know the play');
  const [win, winGammon, winBackgammon, loseGammon, loseBackgammon] = found.chances;
  return [1 - win, loseGammon, loseBackgammon, winGammon, winBackgammon];
}

const random = seeded(Number(seed));
const errors: number[] = [];
let count = 0;
while (count < Number(positions)) {
  const race = raceOf(random);
  if (!race) continue;
  count++;
  const onRoll = opponent(race.player);
  const situation = makeSituation({ position: race.after, onRoll });
  const { chances, chancesError } = await rollout(situation, { trials: Number(trials), cubeful: false });
  errors.push(chancesError[0]);
  for (const ply of PLIES) note(`ours ${ply}-ply`, evaluate(situation, { ply }), chances);
  if (other) for (const ply of PLIES) note(`the other build ${ply}-ply`, other.evaluate(situation, { ply }), chances);
  for (const plies of [0, 2]) note(`GNU Backgammon ${plies}-ply`, await theirs(race, plies), chances);
}
await gnubg.close();
const rms = (sample: readonly number[]) => Math.sqrt(sample.reduce((sum, one) => sum + one * one, 0) / sample.length);
const most = (sample: readonly number[]) => sample.reduce((so, one) => Math.max(so, Math.abs(one)), 0);
console.log(
  `${count} races, ${trials} games each, seed ${seed}: error of a rolled-out win chance ${rms(errors).toFixed(5)}`,
);
for (const [name, { win, equity }] of squares)
  console.log(
    `${name}: win chance off by ${rms(win).toFixed(5)} (most ${most(win).toFixed(4)}), equity by ${rms(equity).toFixed(5)}`,
  );
