// Rolls out the plays that the trainer for openings compares: the best plays of the 15 opening rolls, and of the 21 replies to the best
// play of each, for money without the cube.
//   npx tsx --conditions=@anchor/source bench/engine/openings.ts
// writes packages/client/src/pages/openings/rolled-out.json, and goes on where it was ended if the engine is still the same. With the same
// engine it gives the same file.
//   npx tsx --conditions=@anchor/source bench/engine/openings.ts judge
// prints what the first choices of our search and of GNU Backgammon's (which must be installed), both at 2 plies, lose by that file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RolledOut, Rollouts } from '../../packages/client/src/pages/openings/rollouts.ts';
import { SPOTS, type Spot, situationOfSpot } from '../../packages/client/src/pages/openings/spots.ts';
import { turnedRound } from '../../packages/engine/src/chances.ts';
import { accelerate, rank, rollout } from '../../packages/engine/src/engine.ts';
import { ENGINE_ID } from '../../packages/engine/src/engine-id.ts';
import {
  applyPlay,
  makePlay,
  makeSituation,
  opponent,
  parsePlay,
  samePosition,
  startPosition,
} from '../../packages/rules/src/index.ts';
import { MONEY_GAME, openGnubg } from './gnubg.ts';
import { meanOf, written } from './statistics.ts';

const FILE = fileURLToPath(new URL('../../packages/client/src/pages/openings/rolled-out.json', import.meta.url));

/** Plays at most this much worse than the best at 2 plies are rolled out, in points: at least so many, and at most so many. */
const CLOSE = 0.06;
const LEAST = 2;
const MOST = 4;
/** Games of each play, and the rolls after which our net stands in. All plays of a spot have the same dice. */
const TRIALS = 1296;
const TRUNCATION = 11;
const SEED = 20261130;
const ALL = [...SPOTS.openings, ...SPOTS.replies];

const rounded = (value: number) => Number(value.toFixed(4));

async function rolledOut(spot: Spot, seed: number): Promise<RolledOut[]> {
  const situation = situationOfSpot(spot);
  const { position, onRoll } = situation;
  const ranked = rank(situation, { ply: 2, cubeful: false });
  const best = ranked[0]?.equity ?? 0;
  const close = ranked.slice(0, MOST).filter(({ equity }, place) => place < LEAST || best - equity <= CLOSE);
  const rows: RolledOut[] = [];
  for (const play of close) {
    const after = makeSituation({ position: play.position, onRoll: opponent(onRoll) });
    const { cubelessEquity, cubelessError, chances } = await rollout(after, {
      trials: TRIALS,
      truncation: TRUNCATION,
      cubeful: false,
      seed,
    });
    const notation = makePlay(play.hops, { position, player: onRoll });
    rows.push([notation, rounded(-cubelessEquity), rounded(cubelessError), turnedRound(chances).map(rounded)]);
  }
  return rows.sort((a, b) => b[1] - a[1]);
}

function stored(): Rollouts['spots'] {
  if (!existsSync(FILE)) return {};
  const { engineId, trials, truncation, spots }: Rollouts = JSON.parse(readFileSync(FILE, 'utf8'));
  return engineId === ENGINE_ID && trials === TRIALS && truncation === TRUNCATION ? spots : {};
}

function store(spots: Rollouts['spots']): void {
  const lines = Object.entries(spots).map(([id, plays]) => {
    const rows = plays.map((play) => `      ${JSON.stringify(play).replaceAll(',', ', ')}`);
    return `    ${JSON.stringify(id)}: [\n${rows.join(',\n')}\n    ]`;
  });
  const head = [ENGINE_ID, TRIALS, TRUNCATION].map((value) => JSON.stringify(value));
  const [engineId, trials, truncation] = head;
  writeFileSync(
    FILE,
    `{\n  "engineId": ${engineId},\n  "trials": ${trials},\n  "truncation": ${truncation},\n  "spots": {\n${lines.join(',\n')}\n  }\n}\n`,
  );
}

async function make(): Promise<void> {
  let spots = stored();
  for (const [index, spot] of ALL.entries()) {
    if (spots[spot.id]) continue;
    spots = { ...spots, [spot.id]: await rolledOut(spot, SEED + index) };
    store(spots);
    const { user, system } = process.cpuUsage();
    const seconds = Math.round((user + system) / 1e6);
    console.log(`${index + 1} of ${ALL.length}, ${seconds} s: ${spot.id} ${JSON.stringify(spots[spot.id])}`);
    if (index === SPOTS.openings.length - 1) requireOpenings(spots);
  }
}

/** The replies follow the play of each opening that spots.ts names: throws if another one is better beyond two standard errors of their difference. */
function requireOpenings(spots: Rollouts['spots']): void {
  for (const { id, dice } of SPOTS.openings) {
    const { hops } = SPOTS.replies.find(({ opened }) => String(opened?.dice) === String(dice))!.opened!;
    const named = makePlay(hops, { position: startPosition(), player: 0 });
    const [best, ...others] = spots[id] ?? [];
    const own = [best, ...others].find((play) => play?.[0] === named);
    if (!best || !own || best[1] - own[1] > 2 * Math.hypot(best[2], own[2]))
      throw new Error(`spots.ts: the best play of ${id} is ${best?.[0]}, not ${named}`);
  }
}

async function judge(): Promise<void> {
  const spots = stored();
  const gnubg = await openGnubg();
  const losses: Record<string, number[]> = { ours: [], 'GNU Backgammon': [] };
  for (const spot of ALL) {
    const situation = situationOfSpot(spot);
    const { position, onRoll, dice } = situation;
    const answer = await gnubg.moves({ ...MONEY_GAME, position, onRoll, dice, plies: 2 });
    if (!answer.ok) throw new Error(answer.message);
    const [ours] = rank(situation, { ply: 2, cubeful: false });
    const theirs = answer.value.reduce((a, b) => (b.cubeless > a.cubeless ? b : a));
    const choices = { ours: ours?.position, 'GNU Backgammon': theirs.position };
    const rolled = (spots[spot.id] ?? []).map(([text, equity]) => {
      const read = parsePlay(text, { position, player: onRoll, dice });
      const reached = read.ok ? applyPlay(position, onRoll, dice, read.value) : read;
      if (!reached.ok) throw new Error(`${spot.id}: ${text}`);
      return { equity, position: reached.value };
    });
    for (const [name, chosen] of Object.entries(choices)) {
      const found = rolled.find((play) => chosen && samePosition(play.position, chosen));
      if (found) losses[name]?.push(Math.max(...rolled.map(({ equity }) => equity)) - found.equity);
      else console.log(`${spot.id}: no rollout of the choice of ${name}`);
    }
  }
  await gnubg.close();
  for (const [name, found] of Object.entries(losses)) {
    const [wrong, bad] = [0, 0.02].map((least) => found.filter((loss) => loss > least).length);
    console.log(
      `${name}: ${written(meanOf(found), 1000)} mp of ${found.length}, ${wrong} with a loss, ${bad} of more than 0.02`,
    );
  }
}

accelerate();
if (process.argv[2] === 'judge') await judge();
else await make();
