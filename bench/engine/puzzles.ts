// Makes the puzzles by theme that the page has: decisions from games of mixed players, each with one clearly best choice by our search
// two rolls ahead, by our rollouts, and by GNU Backgammon at 2 plies (which must be installed), and a choice that tempts. docs/analysis.md
// explains them.
//   npx tsx --conditions=@anchor/source bench/engine/puzzles.ts SEED GAMES
// It ends when every theme has its puzzles or after so many games, and writes packages/client/src/pages/puzzles/puzzles.json. The same
// arguments give the same file.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { THEMES, type Theme, themeOf } from '../../packages/client/src/cards/themes.ts';
import { type CardPlay, judgeCard } from '../../packages/client/src/engine/judge-card.ts';
import { accelerate, decideDouble, type RankedPlay, rank, rollout } from '../../packages/engine/src/engine.ts';
import {
  applyPlay,
  type Dice,
  makePlay,
  makeSituation,
  makeXgid,
  opponent,
  type Player,
  type Position,
  rankPlays,
  type Situation,
  samePosition,
  startPosition,
  swapPlayers,
} from '../../packages/rules/src/index.ts';
import type { GnubgEngine } from '../../packages/worker/src/engine/gnubg.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { chosenBy, type Style, twoOf } from './mixed-players.ts';
import { seeded } from './statistics.ts';

const [seedText = '1', gamesText = '2000'] = process.argv.slice(2);
const FILE = fileURLToPath(new URL('../../packages/client/src/pages/puzzles/puzzles.json', import.meta.url));

/** The number of puzzles of a theme. */
const WANTED = 26;
/** So many of them at most are of one kind, see `Judged`: otherwise one could answer by the theme. */
const OF_ONE_KIND = 18;
/** So many decisions of a theme are tried in each game, until one of them is a puzzle. */
const TRIED = 3;
/** The best choice is better than every other by so much, in points of the cube. In races, which both engines know well, less is clear. */
const CLEAR = 0.05;
const CLEAR_IN_RACE = 0.03;
const CLEAR_CUBE = 0.06;
/** A decision about the cube that differs by more at 0 plies is too easy. */
const CLOSE = 0.2;
/** GNU Backgammon has to see this share of it, and so have our rollouts of the best plays, or of both sides of a double. */
const SEEN_TOO = 0.6;
const ROLLED_OUT = 3;
const SIZE = { trials: 324, truncation: 11, seed: 1 } as const;
/** A decision with fewer plays is too easy, one with more takes GNU Backgammon too long. */
const LEAST_PLAYS = 4;
const MOST_PLAYS = 60;

/**
 * The model of a player with a rating of 1500: our search at 0 plies with normal noise of so many times what is clear, which is 0.12 in a
 * position with contact, between two levels of the bot.
 */
const MODEL_NOISE = 2.4;
const DRAWS = 400;
/** A puzzle that the model solves more often than this is no puzzle. One that it solves less often tempts by itself. */
const TOO_EASY = 0.8;
const TEMPTING = 0.65;

const STYLES: readonly Style[] = [
  { noise: 0, back: 0 },
  { noise: 0.07, back: 0 },
  { noise: 0.16, back: 0 },
  { noise: 0.4, back: 0 },
  { noise: 0.02, back: 0.12 },
  { noise: 0.02, back: -0.12 },
];

interface Puzzle {
  readonly xgid: string;
  readonly theme: Theme;
  readonly rating: number;
  readonly best: string;
}

const random = seeded(Number(seedText));
const draws = seeded(Number(seedText) + 1);

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - draws())) * Math.cos(2 * Math.PI * draws());
}

/** Returns how often the model makes the best choice. `values` are the values at 0 plies, in which the noise decides. */
function shareOfModel(values: readonly number[], best: number, clear: number): number {
  let right = 0;
  for (let n = 0; n < DRAWS; n++) {
    const seen = values.map((value) => value + MODEL_NOISE * clear * normal());
    if (seen.indexOf(Math.max(...seen)) === best) right += 1;
  }
  return (right + 1) / (DRAWS + 2);
}

/** The rating at which a player solves the puzzle half of the time, if the model has 1500: the formula of Elo. */
function ratingOf(share: number): number {
  return Math.round(1500 + 400 * Math.log10((1 - share) / share));
}

// ---- one decision ----

interface Found extends Puzzle {
  readonly kind: string | null;
}

interface Tools {
  readonly gnubg: GnubgEngine;
  /** True if there are enough puzzles of this kind. Asked before the rollouts, which take long. */
  isEnough(kind: string | null): boolean;
}

async function puzzleOf(situation: Situation, theme: Theme, tools: Tools): Promise<Found | null> {
  const found = situation.dice ? await playOf(situation, theme, tools) : await cubeOf(situation, tools);
  if (!found) return null;
  return { xgid: makeXgid(situation), theme, rating: ratingOf(found.share), best: found.best, kind: found.kind };
}

const isRaceTheme = (theme: Theme) => theme === 'race' || theme === 'bear-off';
const clearIn = (theme: Theme) => (isRaceTheme(theme) ? CLEAR_IN_RACE : CLEAR);

/** True if the rules of thumb of bg-rules lead to another position than the best one. */
function isMissedByRules({ position, dice }: Situation, best: Position): boolean {
  const [naive] = dice ? rankPlays(position, 0, dice) : [];
  return naive !== undefined && !samePosition(naive.position, best);
}

interface Judged {
  readonly best: string;
  readonly share: number;
  /** The action about the cube; in the theme that asks it, whether the best play hits; `seen` if our search at 0 plies finds it. Null for others. */
  readonly kind: string | null;
}

async function playOf(situation: Situation, theme: Theme, { gnubg, isEnough }: Tools): Promise<Judged | null> {
  const { position, dice } = situation;
  const clear = clearIn(theme);
  const atSight = rank(situation, { ply: 0, cubeful: false });
  const [searched] = rank(situation, { ply: 2, cubeful: false });
  if (!dice || !searched || atSight.length < LEAST_PLAYS || atSight.length > MOST_PLAYS) return null;
  const values = atSight.map(({ equity }) => equity);
  const place = atSight.findIndex((play) => samePosition(play.position, searched.position));
  const share = shareOfModel(values, place, clear);
  const tempts = isRaceTheme(theme) || share < TEMPTING || isMissedByRules(situation, searched.position);
  if (share > TOO_EASY || !tempts) return null;
  const { plays } = judgeCard({ situation, choices: [{ type: 'play', hops: searched.hops }] });
  const [first, second] = plays ?? [];
  if (!first || !second || second.loss < clear) return null;
  const isSearched = String(first.hops) === String(searched.hops);
  if (!isSearched) return null;
  const answer = await gnubg.moves({ ...MONEY_GAME, position, onRoll: 0, dice, plies: 2 });
  if (!answer.ok) throw new Error(answer.message);
  const theirs = answer.value.map((play) => ({
    isOurs: samePosition(play.position, searched.position),
    worths: [play.equity, play.cubeless],
  }));
  const ours = theirs.find(({ isOurs }) => isOurs);
  const agrees = ours?.worths.every((worth, n) =>
    theirs.every((play) => play.isOurs || worth - play.worths[n]! >= SEEN_TOO * clear),
  );
  const best = makePlay(searched.hops, { position, player: 0 });
  const seen = place === 0 && !isRaceTheme(theme) ? 'seen' : null;
  const kind = theme === 'hit' ? (best.includes('*') ? 'hit' : 'no hit') : seen;
  if (!agrees || isEnough(kind) || (await rolledLead(situation, plays ?? [])) < SEEN_TOO * clear) return null;
  return { best, share, kind };
}

/** Returns by how much the first play is better than the other ones, by rollouts with the same dice. */
async function rolledLead({ position, dice }: Situation, plays: readonly CardPlay[]): Promise<number> {
  if (!dice) throw new TypeError('a play needs dice');
  const equities: number[] = [];
  for (const { hops } of plays.slice(0, ROLLED_OUT)) {
    const reached = applyPlay(position, 0, dice, hops);
    if (!reached.ok) throw new Error(reached.message);
    const after = makeSituation({ position: reached.value, onRoll: 1 });
    equities.push(-(await rollout(after, { ...SIZE, cubeful: false })).cubelessEquity);
  }
  const [first = 0, ...others] = equities;
  return first - Math.max(...others);
}

/** Judges a double, or the answer to it. The situation is the one of player 0, who decides. */
async function cubeOf(situation: Situation, { gnubg, isEnough }: Tools): Promise<Judged | null> {
  const { doubled, onRoll, position, cube, score, length, crawford, rules } = situation;
  const before = { ...situation, doubled: false, toAct: onRoll };
  const atSight = decideDouble(before, { ply: 0 });
  const searched = decideDouble(before, { ply: 2 });
  if (!atSight || !searched) return null;
  const choices = doubled ? (['take', 'pass'] as const) : (['double', 'roll'] as const);
  // what the first choice is worth more than the second, for the player who chooses
  const gainOf = ({ noDouble, doubleTake }: { readonly noDouble: number; readonly doubleTake: number }) =>
    doubled ? 1 - doubleTake : Math.min(doubleTake, 1) - noDouble;
  const gain = gainOf(searched);
  const best = gain > 0 ? 0 : 1;
  if (Math.abs(gain) < CLEAR_CUBE) return null;
  const share = shareOfModel([gainOf(atSight), 0], best, CLEAR);
  if (share > TOO_EASY) return null;
  const { jacoby, beavers } = rules;
  const asked = { position, onRoll, cube, score, length, crawford, jacoby, beavers, plies: 2 };
  const answer = await gnubg.cube(asked);
  if (!answer.ok) throw new Error(answer.message);
  const theirs = gainOf(answer.value);
  if (!isSeen(theirs, gain) || isEnough(choices[best])) return null;
  const { equity: noDouble } = await rollout(before, { ...SIZE, first: 'roll' });
  const { equity: doubleTake } = await rollout(before, { ...SIZE, first: 'double' });
  if (!isSeen(gainOf({ noDouble, doubleTake }), gain)) return null;
  return { best: choices[best], share, kind: choices[best] };
}

function isSeen(theirs: number, gain: number): boolean {
  return theirs > 0 === gain > 0 && Math.abs(theirs) >= SEEN_TOO * CLEAR_CUBE;
}

// ---- games ----

const die = () => (1 + Math.floor(random() * 6)) as 1;

/** Half of the decisions about the cube are for money, the others in matches before the Crawford game; a third are redoubles. */
function termsOfCube(): Pick<Situation, 'cube' | 'length' | 'score'> {
  const owner: Player | null = random() < 1 / 3 ? 0 : null;
  const cube = { value: owner === null ? 1 : 2, owner };
  if (random() < 0.5) return { cube, length: 0, score: [0, 0] };
  const length = random() < 0.5 ? 5 : 7;
  const points = () => Math.floor(random() * (length - 1));
  return { cube, length, score: [points(), points()] };
}

/** Returns the double of the player on roll, or the answer to it, for player 0, who decides. */
function cubeSituation(position: Position, isAnswer: boolean): Situation {
  const { cube, length, score } = termsOfCube();
  if (!isAnswer) return makeSituation({ position, cube, length, score });
  const theirs = { value: cube.value, owner: cube.owner === null ? null : (1 as const) };
  return makeSituation({ position: swapPlayers(position), onRoll: 1, doubled: true, cube: theirs, length, score });
}

/**
 * In a race hardly a play is a puzzle. At 0 plies our search sees which, because its figures are exact or nearly so. A race is one if the
 * rules of thumb miss the best play, and a bear-off if another play bears off as many checkers.
 */
function isRacePuzzle(situation: Situation, plays: readonly RankedPlay[], theme: Theme): boolean {
  const [first, second] = plays;
  if (!first || !second || first.equity - second.equity < clearIn(theme)) return false;
  if (theme === 'race') return isMissedByRules(situation, first.position);
  return plays.some((play) => play !== first && play.position.off[0] >= first.position.off[0]);
}

/** True if the decision is close at 0 plies, and a double that is answered was not a bad one. */
function isCubePuzzle(situation: Situation): boolean {
  const seen = decideDouble({ ...situation, doubled: false, toAct: situation.onRoll }, { ply: 0 });
  if (!seen) return false;
  const lost = seen.noDouble - Math.min(seen.doubleTake, 1);
  return situation.doubled ? lost < CLOSE / 2 && Math.abs(seen.doubleTake - 1) < CLOSE : Math.abs(lost) < CLOSE;
}

/** Plays a game of two players of random styles. Returns a few decisions of each theme, in a random order. */
function decisionsOfGame(): ReadonlyMap<Theme, readonly Situation[]> {
  const styles = twoOf(STYLES, random);
  const found = new Map<Theme, (readonly [number, Situation])[]>();
  const offer = (theme: Theme, situation: Situation) =>
    found.set(theme, [...(found.get(theme) ?? []), [random(), situation]]);
  let position = startPosition();
  for (let player: Player = 0; !position.off.includes(15); player = opponent(player)) {
    const dice: Dice = [die(), die()];
    const own = player === 0 ? position : swapPlayers(position);
    const situation = makeSituation({ position: own, dice });
    const plays = rank(situation, { ply: 0, cubeful: false });
    const theme = themeOf(situation);
    if (theme && plays.length >= LEAST_PLAYS && (!isRaceTheme(theme) || isRacePuzzle(situation, plays, theme)))
      offer(theme, situation);
    for (const isAnswer of [false, true]) {
      const cube = cubeSituation(own, isAnswer);
      if (isCubePuzzle(cube)) offer(isAnswer ? 'take' : 'double', cube);
    }
    const chosen = chosenBy(styles[player], plays, 0, random) ?? own;
    position = player === 0 ? chosen : swapPlayers(chosen);
  }
  const few = [...found].map(([theme, all]): [Theme, Situation[]] => {
    all.sort(([a], [b]) => a - b);
    return [theme, all.slice(0, TRIED).map(([, situation]) => situation)];
  });
  return new Map(few);
}

// ---- the file ----

const puzzles = new Map<Theme, Found[]>(THEMES.map((theme) => [theme, []]));

function store(): void {
  const all = THEMES.flatMap((theme) => [...puzzles.get(theme)!].sort((a, b) => a.rating - b.rating));
  const lines = all.map(({ kind: _, ...puzzle }) => `  ${JSON.stringify(puzzle)}`);
  writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`);
}

accelerate();
const gnubg = await openGnubg();
let tried = 0;
for (let game = 0; game < Number(gamesText); game++) {
  if (THEMES.every((theme) => puzzles.get(theme)!.length === WANTED)) break;
  for (const [theme, situations] of decisionsOfGame()) {
    const own = puzzles.get(theme)!;
    const isEnough = (kind: string | null) =>
      kind !== null && own.filter((puzzle) => puzzle.kind === kind).length === OF_ONE_KIND;
    for (const situation of situations) {
      if (own.length === WANTED) break;
      tried += 1;
      const puzzle = await puzzleOf(situation, theme, { gnubg, isEnough });
      if (!puzzle || own.some(({ xgid }) => xgid === puzzle.xgid)) continue;
      own.push(puzzle);
      break;
    }
  }
  if (game % 20 === 0) {
    store();
    const counts = THEMES.map((theme) => `${theme} ${puzzles.get(theme)!.length}`).join(', ');
    const { user, system } = process.cpuUsage();
    console.log(`${game} games, ${tried} decisions, ${Math.round((user + system) / 1e6)} s: ${counts}`);
  }
}
await gnubg.close();
store();
