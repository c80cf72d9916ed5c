// The truth set: decisions about plays whose candidates were rolled out, and the errors of engines on them.
//   npx tsx --conditions=@anchor/source bench/engine/truth.ts make DECISIONS SEED FILE
//     takes positions from the engine's games with itself, and rolls out every play that an engine of the table chooses
//     and those that our engine holds for nearly as good. Appends to the file, and goes on where it was ended.
//   npx tsx --conditions=@anchor/source bench/engine/truth.ts judge FILE...
//     prints the mean loss of each engine, also as PR (loss × 500), and the part of it that kinds of position contribute.
//   npx tsx --conditions=@anchor/source bench/engine/truth.ts count GAMES SEED
//     prints how many decisions a player has in a game of the engine with itself.
// GNU Backgammon must be installed. All is for money without the cube.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { accelerate, type Ply } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { rollout } from '../../packages/engine/src/rollout.ts';
import { cubelessEquity } from '../../packages/rules/src/cubeless-equity.ts';
import {
  legalPlays,
  makePositionId,
  makeSituation,
  opponent,
  type Player,
  type Position,
  startPosition,
} from '../../packages/rules/src/index.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { type Moment, scatteredMoments } from './self-play.ts';
import { spots } from './spots.ts';
import { meanOf, seeded, written } from './statistics.ts';
import { positionOf, readTruth, TRUTH_SIZE, type TruthRow } from './truth-set.ts';

/** All candidates of a decision have the same dice. */
const ROLLOUT = { ...TRUTH_SIZE, depth: 0, cubeful: false } as const;
/** Plays that our engine holds for at most this much worse than its best, up to this number, are rolled out too. */
const NEAR = 0.06;
const MOST_NEAR = 4;

/** The engines of the table. The value is the number of plies. */
const OURS: Readonly<Record<string, Ply>> = { 'ours 0-ply': 0, 'ours 1-ply': 1, 'ours 2-ply': 2 };
const THEIRS: Readonly<Record<string, number>> = { 'GNU Backgammon 0-ply': 0, 'GNU Backgammon 2-ply': 2 };

async function make(decisions: number, seed: number, file: string): Promise<void> {
  accelerate();
  const gnubg = await openGnubg();
  const done = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  const moments = scatteredMoments(seed, 2 * decisions, seeded(seed))
    .filter(({ position, player, dice }) => legalPlays(position, player, dice).length > 1)
    .slice(0, decisions);
  for (const [index, moment] of moments.entries()) {
    if (index < done) continue;
    const { position, player, dice } = moment;
    const chosen: Record<string, string> = {};
    for (const [name, plies] of Object.entries(THEIRS)) {
      const answer = await gnubg.moves({ ...MONEY_GAME, position, onRoll: player, dice, plies });
      if (!answer.ok) throw new Error(answer.message);
      const [first, ...rest] = answer.value;
      if (!first) throw new Error('GNU Backgammon named no play');
      const worth = ({ chances }: typeof first) => cubelessEquity(chances);
      chosen[name] = idAfter(
        rest.reduce((best, one) => (worth(one) > worth(best) ? one : best), first).position,
        player,
      );
    }
    const candidates = new Set<string>();
    for (const [name, ply] of Object.entries(OURS)) {
      const ranked = rank(position, player, dice, { ply });
      const [best] = ranked;
      if (!best) throw new Error('there is no play');
      chosen[name] = idAfter(best.position, player);
      if (ply < 2) continue;
      for (const one of ranked.slice(0, MOST_NEAR))
        if (best.equity - one.equity <= NEAR) candidates.add(idAfter(one.position, player));
    }
    for (const id of Object.values(chosen)) candidates.add(id);
    const plays = await rolledOut(moment, [...candidates], seed + index);
    const choices = Object.fromEntries(
      Object.entries(chosen).map(([name, id]) => [name, plays.findIndex(([one]) => one === id)]),
    );
    const row: TruthRow = { position: makePositionId(position, player), dice, plays, choices };
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }
  await gnubg.close();
}

const idAfter = (position: Position, player: Player) => makePositionId(position, opponent(player));

/** Rolls out candidates, the best first. A single one needs no rollout. */
async function rolledOut(
  { position, player, dice }: Moment,
  ids: readonly string[],
  seed: number,
): Promise<TruthRow['plays']> {
  const plays = legalPlays(position, player, dice);
  if (ids.length === 1) return ids.map((id) => [id, 0, 0]);
  const rolled: [string, number, number][] = [];
  for (const id of ids) {
    const play = plays.find((one) => idAfter(one.position, player) === id);
    if (!play) throw new Error(`no play leads to ${id}`);
    const after = makeSituation({ position: play.position, onRoll: opponent(player) });
    const { cubelessEquity: equity, cubelessError: error } = await rollout(after, { ...ROLLOUT, seed });
    rolled.push([id, rounded(-equity), rounded(error)]);
  }
  return rolled.sort(([, a], [, b]) => b - a);
}

const rounded = (value: number) => Math.round(value * 1e5) / 1e5;

function judge(files: readonly string[]): void {
  const rows = readTruth(files);
  const errors = rows.flatMap(({ plays }) => plays.map(([, , error]) => error)).filter((error) => error > 0);
  console.log(
    `${rows.length} decisions, ${rows.filter(({ plays }) => plays.length > 1).length} of them with more than one candidate, ` +
      `${errors.length} rollouts, standard error of a rollout ${(meanOf(errors).mean * 1000).toFixed(1)} mp on average`,
  );
  const lossesOf = (name: string) =>
    rows.map(({ plays, choices }) => (plays[0]?.[1] ?? 0) - (plays[choices[name] ?? 0]?.[1] ?? 0));
  for (const name of [...Object.keys(OURS), ...Object.keys(THEIRS)]) {
    const losses = lossesOf(name);
    const wrong = losses.filter((loss) => loss > 0).length;
    console.log(
      `${name}: ${written(meanOf(losses), 1000)} mp, PR ${written(meanOf(losses), 500)}, another play than the best in ${((100 * wrong) / rows.length).toFixed(1)} %`,
    );
  }
  for (const [kind, isOfKind] of Object.entries(spots)) {
    const ofKind = rows.map(({ position }) => isOfKind(positionOf(position)));
    const parts = Object.keys(OURS).map((name) => {
      const losses = lossesOf(name).map((loss, index) => (ofKind[index] ? loss : 0));
      return `${name} ${written(meanOf(losses), 500)}`;
    });
    console.log(`${kind}, ${ofKind.filter(Boolean).length} decisions, part of the PR: ${parts.join(', ')}`);
  }
  const paired = (one: string, other: string) => {
    const [first, second] = [lossesOf(one), lossesOf(other)];
    return written(meanOf(first.map((loss, index) => loss - (second[index] ?? 0))), 500);
  };
  console.log(
    `PR of ours minus GNU Backgammon, both 2-ply, by decision: ${paired('ours 2-ply', 'GNU Backgammon 2-ply')}`,
  );
  console.log(
    `PR of ours minus GNU Backgammon, both 0-ply, by decision: ${paired('ours 0-ply', 'GNU Backgammon 0-ply')}`,
  );
}

function count(games: number, seed: number): void {
  accelerate();
  const random = seeded(seed);
  const die = () => 1 + Math.floor(random() * 6);
  let decisions = 0;
  for (let game = 0; game < games; game++) {
    let position = startPosition();
    for (let player: Player = 0; !position.off.includes(15); player = opponent(player)) {
      const plays = rank(position, player, [die(), die()], { ply: 0 });
      if (plays.length > 1) decisions += 1;
      position = plays[0]?.position ?? position;
    }
  }
  console.log(`${(decisions / games / 2).toFixed(1)} decisions a player in each of ${games} games`);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'make' && rest.length === 3) await make(Number(rest[0]), Number(rest[1]), rest[2] ?? '');
else if (command === 'judge' && rest.length > 0) judge(rest);
else if (command === 'count' && rest.length === 2) count(Number(rest[0]), Number(rest[1]));
else throw new Error('usage: truth.ts make DECISIONS SEED FILE, truth.ts judge FILE..., or truth.ts count GAMES SEED');
