// Hard decisions of the level that decides by rollouts: back games, prime against prime and blitzes from games of mixed players. Both
// engines roll out what the level, our search and GNU Backgammon's at 2 plies (which must be installed) choose, if they differ.
//   npx tsx --conditions=@anchor/source bench/engine/hard.ts make DECISIONS SEED FILE
//     appends to the file, and goes on where it was ended
//   npx tsx --conditions=@anchor/source bench/engine/hard.ts judge FILE...
// All is for money without the cube. Nothing is chosen by these decisions.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { rankByRollouts } from '../../packages/engine/src/decide-by-rollouts.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { rollout } from '../../packages/engine/src/rollout.ts';
import { cubelessEquity } from '../../packages/rules/src/cubeless-equity.ts';
import {
  type Dice,
  legalPlays,
  makePositionId,
  makeSituation,
  opponent,
  type Player,
  type Position,
  pipCount,
} from '../../packages/rules/src/index.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { gnubgRollout } from './gnubg-rollout.ts';
import { backOf, checkersOf, mixedGame } from './mixed-players.ts';
import type { Moment } from './self-play.ts';
import { meanOf, seeded, written } from './statistics.ts';

/** Our rollouts of a candidate have other dice than the level's, more games and more rolls; GNU Backgammon's go to the end. */
const OUR_TRIALS = 648;
const OUR_TRUNCATION = 14;
const THEIR_TRIALS = 144;
const ENGINES = ['rollouts', 'ours 2-ply', 'GNU Backgammon 2-ply'] as const;

/** An equity with its standard error, by our rollouts and by GNU Backgammon's. */
type Judged = readonly [number, number, number, number];

interface Row {
  readonly kind: string;
  readonly position: string;
  readonly dice: Dice;
  /** The position after each candidate, with what the rollouts say of it. */
  readonly plays: readonly (readonly [string, ...Judged])[];
  /** The choice of each engine, by its place in `plays`. */
  readonly choices: Readonly<Record<string, number>>;
}

// ---- positions ----

/** Returns the length of the longest run of made points from 2 to 11. */
function longestPrime(position: Position, player: Player): number {
  let [run, longest] = [0, 0];
  for (const count of checkersOf(position, player, 2, 11)) {
    run = count > 1 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const KINDS: Readonly<Record<string, (position: Position, player: Player) => boolean>> = {
  'back game': (position, player) =>
    checkersOf(position, player, 19, 24).filter((count) => count > 1).length > 1 &&
    pipCount(position, player) - pipCount(position, opponent(player)) >= 40,
  'prime against prime': (position, player) =>
    [player, opponent(player)].every((side) => longestPrime(position, side) > 3 && backOf(position, side) > 0),
  blitz: (position, player) =>
    checkersOf(position, opponent(player), 25, 25)[0]! > 0 &&
    checkersOf(position, player, 1, 6).filter((count) => count > 0).length > 3 &&
    backOf(position, opponent(player)) > 1,
};

interface Hard extends Moment {
  readonly kind: string;
}

/** Plays a game of two players of random styles and returns at most one decision of each kind. */
function decisionsOf(random: () => number): Hard[] {
  const found = new Map<string, Hard[]>();
  for (const { position, player, dice, plays } of mixedGame(random))
    for (const [kind, isOfKind] of Object.entries(KINDS)) {
      if (
        plays.length > 1 &&
        isOfKind(position, player) &&
        !isOfKind(position, opponent(player)) === (kind !== 'prime against prime')
      )
        found.set(kind, [...(found.get(kind) ?? []), { kind, position, player, dice }]);
    }
  return [...found.values()].map((all) => all[Math.floor(random() * all.length)]!);
}

// ---- making ----

const idAfter = (position: Position, player: Player) => makePositionId(position, opponent(player));

async function make(decisions: number, seed: number, file: string): Promise<void> {
  accelerate();
  const gnubg = await openGnubg();
  const done = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  const random = seeded(seed);
  const all: Hard[] = [];
  while (all.length < decisions) all.push(...decisionsOf(random));
  for (const [index, { kind, position, player, dice }] of all.slice(0, decisions).entries()) {
    if (index < done) continue;
    const rules = { cube: false, crawford: false, jacoby: false, beavers: false };
    const situation = { ...makeSituation({ position, onRoll: player, dice }), rules };
    const answer = await gnubg.moves({ ...MONEY_GAME, position, onRoll: player, dice, plies: 2 });
    if (!answer.ok) throw new Error(answer.message);
    const theirs = answer.value.reduce((a, b) => (cubelessEquity(b.chances) > cubelessEquity(a.chances) ? b : a));
    const [byRollouts] = await rankByRollouts(situation, { seed: seed + index });
    const [searched] = rank(position, player, dice, { ply: 2 });
    const chosen = [byRollouts!, searched!, theirs].map((play) => idAfter(play.position, player));
    const ids = [...new Set(chosen)];
    const plays: Row['plays'][number][] = [];
    for (const id of ids)
      plays.push(
        ids.length < 2 ? [id, 0, 0, 0, 0] : [id, ...(await rolledOut(position, player, dice, id, seed + index))],
      );
    const choices = Object.fromEntries(ENGINES.map((name, n) => [name, ids.indexOf(chosen[n]!)]));
    const row: Row = { kind, position: makePositionId(position, player), dice, plays, choices };
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }
  await gnubg.close();
}

async function rolledOut(before: Position, player: Player, dice: Dice, id: string, seed: number): Promise<Judged> {
  const play = legalPlays(before, player, dice).find((one) => idAfter(one.position, player) === id);
  if (!play) throw new Error(`no play leads to ${id}`);
  const onRoll = opponent(player);
  const ours = await rollout(makeSituation({ position: play.position, onRoll }), {
    trials: OUR_TRIALS,
    truncation: OUR_TRUNCATION,
    cubeful: false,
    seed: 1_000_000 + seed,
  });
  const theirs = await gnubgRollout({ position: play.position, player: onRoll }, { trials: THEIR_TRIALS, seed });
  return [-ours.cubelessEquity, ours.cubelessError, -theirs.equity, theirs.error];
}

// ---- judging ----

function judge(files: readonly string[]): void {
  const rows = files.flatMap((file): Row[] => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  });
  for (const [judged, at] of [
    ['our rollouts', 0],
    ["GNU Backgammon's rollouts", 2],
  ] as const) {
    const equitiesOf = ({ plays }: Row) => plays.map(([, ...found]) => found[at]);
    const lossesOf = (name: string, of: readonly Row[]) =>
      of.map((row) => Math.max(...equitiesOf(row)) - equitiesOf(row)[row.choices[name] ?? 0]!);
    for (const name of ENGINES) {
      const kinds = Object.keys(KINDS).map((kind) => {
        const ofKind = rows.filter((row) => row.kind === kind);
        return `${kind} ${written(meanOf(lossesOf(name, ofKind)), 1000)} of ${ofKind.length}`;
      });
      const all = written(meanOf(lossesOf(name, rows)), 1000);
      console.log(`${name}, by ${judged}: ${all} mp of ${rows.length}; ${kinds.join(', ')}`);
    }
    for (const name of ENGINES.slice(1)) {
      const [level, other] = [lossesOf('rollouts', rows), lossesOf(name, rows)];
      const difference = meanOf(level.map((loss, n) => loss - other[n]!));
      console.log(`  rollouts minus ${name}: ${written(difference, 1000)} mp`);
    }
    const errors = rows
      .flatMap(({ plays }) => plays.map(([, ...found]) => found[at + 1]!))
      .filter((error) => error > 0);
    console.log(`  ${errors.length} rollouts, standard error ${(meanOf(errors).mean * 1000).toFixed(1)} mp on average`);
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'make' && rest.length === 3) await make(Number(rest[0]), Number(rest[1]), rest[2] ?? '');
else if (command === 'judge' && rest.length > 0) judge(rest);
else throw new Error('usage: hard.ts make DECISIONS SEED FILE, or hard.ts judge FILE...');
