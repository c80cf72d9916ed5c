// The engine's own table of match winning chances, with the cube.
//   npx tsx --conditions=@anchor/source bench/engine/match-equity.ts play GAMES SEED FILE
//     plays money games of the engine with itself at 0 plies and writes, before each roll, the chances and the luck of the roll.
//   npx tsx --conditions=@anchor/source bench/engine/match-equity.ts make FILE...
//     replays the games with the cube at every score, as the engine doubles and takes at that score, and writes the table:
//     packages/engine/src/generated/match-equity.ts. A score needs only the chances at scores with fewer points to go.
//   npx tsx --conditions=@anchor/source bench/engine/match-equity.ts compare LENGTH MATCHES SEED FILE...
//     plays matches in which one player decides by this table and the other by bg-met, with the games of the files.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { Chances } from '../../packages/engine/src/chances.ts';
import { turnedRound } from '../../packages/engine/src/chances.ts';
import { worthsOfDouble } from '../../packages/engine/src/cube-outlook.ts';
import { outlookOf } from '../../packages/engine/src/evaluate.ts';
import { OWN_TABLE } from '../../packages/engine/src/generated/match-equity.ts';
import { doubled } from '../../packages/engine/src/live-cube.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import type { PositionKind } from '../../packages/engine/src/position-kind.ts';
import { rank } from '../../packages/engine/src/rank.ts';
import { type MatchScore, MONEY, type Stakes, stakesOf } from '../../packages/engine/src/stakes.ts';
import { type EquityTable, MATCH_EQUITY, MAX_AWAY, POST_CRAWFORD } from '../../packages/met/src/index.ts';
import { type Cube, type Dice, opponent, type Player, startPosition } from '../../packages/rules/src/index.ts';
import { meanOf, seeded, written } from './statistics.ts';

const MODULE = new URL('../../packages/engine/src/generated/match-equity.ts', import.meta.url);

/** A game without a cube. */
interface Game {
  readonly turns: readonly Turn[];
  /** Points won by player 0. */
  readonly points: number;
}

interface Turn {
  readonly mover: Player;
  readonly kind: PositionKind;
  /** The chances of the mover before the roll, the mean over all rolls. */
  readonly chances: Chances;
  /** The sum of the luck of all rolls before this one in player 0's chances. Each roll's has the mean zero. */
  readonly luck: readonly number[];
}

const ROLLS: readonly Dice[] = [1, 2, 3, 4, 5, 6].flatMap((a) => Array.from({ length: a }, (_, b): Dice => [a, b + 1]));

function play(random: () => number): Game {
  const die = () => 1 + Math.floor(6 * random());
  const turns: Turn[] = [];
  let luck: readonly number[] = [0, 0, 0, 0, 0];
  let mover: Player = random() < 0.5 ? 0 : 1;
  let position = startPosition();
  for (;;) {
    let dice: Dice = [die(), die()];
    while (turns.length === 0 && dice[0] === dice[1]) dice = [die(), die()];
    const { chances, kind, replies } = outlookOf(position, mover, 1);
    turns.push({ mover, kind, chances, luck });
    if (!replies) return { turns, points: pointsOf(mover === 0 ? chances : turnedRound(chances)) };
    if (turns.length > 1) {
      const [large, small] = [Math.max(...dice), Math.min(...dice)];
      const rolled = ROLLS.findIndex(([a, b]) => a === large && b === small);
      const after = replies[rolled]!.outlook.chances;
      const [now, then] = mover === 0 ? [chances, turnedRound(after)] : [turnedRound(chances), after];
      luck = luck.map((sum, n) => sum + then[n]! - now[n]!);
    }
    position = rank(position, mover, dice, { ply: 0 })[0]?.position ?? position;
    mover = opponent(mover);
  }
}

const brief = (value: number) => Number(value.toFixed(6));

/** Returns the points of a finished game. */
function pointsOf([win, winGammon, winBackgammon, loseGammon, loseBackgammon]: Chances): number {
  return win === 1 ? 1 + winGammon + winBackgammon : -1 - loseGammon - loseBackgammon;
}

function readGames(files: readonly string[]): Game[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): Game => JSON.parse(line)),
  );
}

/** A score at which player 0 needs `away` points and player 1 `other`. One point away is before the Crawford game if `post` is false. */
function scoreAt(away: number, other: number, post: boolean): MatchScore {
  const length = MAX_AWAY;
  const crawford = !post && (away === 1 || other === 1);
  const rules = { ...MONEY.rules, crawford: true };
  return { ...MONEY, length, score: [length - away, length - other], rules, crawford, postCrawford: post };
}

/** How one player decides about a double. */
function judgement({ chances, kind }: Turn, mover: Player, cube: Cube, stakes: Stakes) {
  const cash = stakes.worth(mover, cube.value);
  const { rolling, taken } = worthsOfDouble({ chances, kind, replies: null }, mover, cube, stakes);
  return { doubles: Math.min(taken, cash) > rolling, passes: taken > cash };
}

interface Result {
  /** Points won by player 0. */
  readonly points: number;
  /** The luck of player 0 in winning chance of the match, if the cube were not turned again. */
  readonly luck: number;
}

/** Replays a game with the cube. Each player has stakes to decide by; the luck is counted by those of player 0. */
function replay({ turns, points }: Game, stakes: readonly [Stakes, Stakes]): Result {
  const [measure] = stakes;
  let cube: Cube = { value: 1, owner: null };
  let luck = 0;
  let counted = turns[0]!.luck;
  const count = (now: readonly number[]) => {
    luck += worthOfLuck(now, cube, measure) - worthOfLuck(counted, cube, measure);
    counted = now;
  };
  for (const [index, turn] of turns.entries()) {
    const { mover, kind } = turn;
    if (index === 0 || kind === 'over' || !stakes[mover].mayDouble(mover, cube)) continue;
    const own = judgement(turn, mover, cube, stakes[mover]);
    if (!own.doubles) continue;
    count(turn.luck);
    const other = opponent(mover);
    const passes = stakes[0] === stakes[1] ? own.passes : judgement(turn, mover, cube, stakes[other]).passes;
    if (passes) return { points: mover === 0 ? cube.value : -cube.value, luck };
    cube = doubled(cube, mover);
  }
  count(turns.at(-1)!.luck);
  return { points: points * cube.value, luck };
}

function worthOfLuck(luck: readonly number[], { value }: Cube, stakes: Stakes): number {
  const [win = 0, winGammon = 0, winBackgammon = 0, loseGammon = 0, loseBackgammon = 0] = luck;
  const worth = (points: number) => stakes.worth(0, points * value);
  return (
    win * (worth(1) - worth(-1)) +
    winGammon * (worth(2) - worth(1)) +
    winBackgammon * (worth(3) - worth(2)) +
    loseGammon * (worth(-2) - worth(-1)) +
    loseBackgammon * (worth(-3) - worth(-2))
  );
}

/** Returns player 0's chance to win the match, with its standard error. The seats of each game are used both ways. */
function chanceAt(games: readonly Game[], away: number, other: number, post: boolean, table: EquityTable) {
  const both = [stakesOf(scoreAt(away, other, post), table), stakesOf(scoreAt(other, away, post), table)] as const;
  const results: number[] = [];
  const lucks: number[] = [];
  for (const game of games) {
    const [as0, as1] = both.map((stakes) => {
      const { points, luck } = replay(game, [stakes, stakes]);
      return { worth: stakes.worth(0, points), luck };
    }) as [{ worth: number; luck: number }, { worth: number; luck: number }];
    results.push(0.5 + (as0.worth - as1.worth) / 4);
    lucks.push((as0.luck - as1.luck) / 4);
  }
  const factor = slope(lucks, results);
  return meanOf(results.map((result, n) => result - factor * lucks[n]!));
}

/** Returns the factor by which the luck is subtracted so that the variance is least. */
function slope(x: readonly number[], y: readonly number[]): number {
  const [meanX, meanY] = [meanOf(x).mean, meanOf(y).mean];
  let [products, squares] = [0, 0];
  for (const [n, value] of x.entries()) {
    products += (value - meanX) * (y[n]! - meanY);
    squares += (value - meanX) ** 2;
  }
  return squares > 0 ? products / squares : 0;
}

const DIGITS = 5;
const rounded = (value: number) => Number(value.toFixed(DIGITS));

interface Made extends EquityTable {
  readonly largestError: number;
}

function makeTable(games: readonly Game[]): Made {
  const size = MAX_AWAY + 1;
  const matchEquity = Array.from({ length: size }, (_, away) => new Array<number>(size).fill(away === 0 ? 1 : 0));
  const postCrawford = [1];
  const table = { matchEquity, postCrawford };
  let largestError = 0;
  const chance = (away: number, other: number, post: boolean) => {
    const { mean, error } = chanceAt(games, away, other, post, table);
    largestError = Math.max(largestError, error);
    return rounded(mean);
  };
  for (let away = 1; away <= MAX_AWAY; away++) postCrawford.push(away === 1 ? 0.5 : chance(away, 1, true));
  for (let sum = 2; sum <= 2 * MAX_AWAY; sum++) {
    for (let away = Math.max(1, sum - MAX_AWAY); 2 * away <= sum; away++) {
      const other = sum - away;
      const lead = away === other ? 0.5 : chance(away, other, false);
      matchEquity[away]![other] = lead;
      matchEquity[other]![away] = rounded(1 - lead);
    }
  }
  return { ...table, largestError };
}

function make(files: readonly string[]): void {
  const digest = createHash('sha256');
  for (const file of files) digest.update(readFileSync(file));
  const games = readGames(files);
  const { matchEquity, postCrawford, largestError } = makeTable(games);
  const row = (values: readonly number[]) => `[${values.join(', ')}]`;
  const rows = matchEquity.map((values) => `    ${row(values)},\n`).join('');
  writeFileSync(
    MODULE,
    `// Generated by bench/engine/match-equity.ts from ${games.length} games with the SHA-256\n` +
      `// ${digest.digest('hex')}; the largest standard error is ${largestError.toFixed(DIGITS)}.\n` +
      `import type { EquityTable } from 'bg-met';\n\n` +
      `/** The chances of this engine against itself, both with the cube. */\n` +
      `// biome-ignore format: one row of the table a line\n` +
      `export const OWN_TABLE: EquityTable = {\n  matchEquity: [\n${rows}  ],\n  postCrawford: ${row(postCrawford)},\n};\n`,
  );
}

/** Returns the share of matches that player 0 wins, deciding by the engine's table against one who decides by bg-met. */
function compare(length: number, matches: number, seed: number, files: readonly string[]): void {
  const games = readGames(files);
  const plain: EquityTable = { matchEquity: MATCH_EQUITY, postCrawford: POST_CRAWFORD };
  const won: number[] = [];
  const playMatch = (tables: readonly [EquityTable, EquityTable], random: () => number): number => {
    let [away, other, post] = [length, length, false];
    while (away > 0 && other > 0) {
      const score = scoreAt(away, other, post);
      const game = games[Math.floor(random() * games.length)]!;
      const { points } = replay(game, [stakesOf(score, tables[0]), stakesOf(score, tables[1])]);
      post ||= score.crawford;
      if (points > 0) away -= points;
      else other += points;
    }
    return away <= 0 ? 1 : 0;
  };
  for (let match = 0; match < matches; match++) {
    const from = seed * 1_000_003 + match;
    const first = playMatch([OWN_TABLE, plain], seeded(from));
    won.push((first + 1 - playMatch([plain, OWN_TABLE], seeded(from))) / 2);
  }
  console.log(
    `${2 * matches} matches to ${length}, the engine's table against bg-met: ${written(meanOf(won), 100, 3)} % won`,
  );
}

const [command, ...rest] = process.argv.slice(2);
const [first = '', second = '', third = '', ...others] = rest;
if (command === 'play' && rest.length === 3) {
  accelerate();
  const random = seeded(Number(second));
  for (let n = 0; n < Number(first); n++)
    appendFileSync(
      third,
      `${JSON.stringify(play(random), (_, value) => (typeof value === 'number' ? brief(value) : value))}\n`,
    );
} else if (command === 'make' && rest.length > 0) make(rest);
else if (command === 'compare' && others.length > 0) compare(Number(first), Number(second), Number(third), others);
else
  throw new Error('usage: match-equity.ts play GAMES SEED FILE, make FILE..., or compare LENGTH MATCHES SEED FILE...');
