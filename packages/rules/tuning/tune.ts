// Finds the heuristic's weights by self-play and writes src/weights.ts:
//   npx tsx packages/rules/tuning/tune.ts <games> <seed>
// Temporal-difference learning: after each play, the estimate for the previous position moves toward the
// current estimate (for the winning chance also those of earlier positions, with the factor LAMBDA per ply).
// A race needs no weights, so learning stops there.
import { writeFileSync } from 'node:fs';
import { SeededRandom } from '../../testkit/src/random.ts';
import { afterMove, type Estimate, equity } from '../src/estimate.ts';
import { contactFeatures, FEATURE_COUNT } from '../src/features.ts';
import { generatePlays, loadPosition, PLAY_WORDS, plays } from '../src/kernel.ts';
import { countAt, POSITION_WORDS, packOpponentView, packPosition } from '../src/packed.ts';
import { BAR, startPosition } from '../src/position.ts';
import { isRace } from '../src/race.ts';
import { printWeights } from './print-weights.ts';

const STEP = 0.1;
const LAMBDA = 0.5;
/** The result is the average of the weights over the games after this share of all games. */
const SETTLED = 0.6;

const games = Number(process.argv[2]);
const seed = Number(process.argv[3]);
if (!(games > 0 && Number.isInteger(seed))) throw new Error('usage: tune.ts <games> <seed>');
const random = new SeededRandom(seed);

const KINDS = ['win', 'gammon', 'lostGammon'] as const;
const newWeights = () => ({
  win: new Float64Array(FEATURE_COUNT),
  gammon: new Float64Array(FEATURE_COUNT),
  lostGammon: new Float64Array(FEATURE_COUNT),
});
const weights = newWeights();
const sums = newWeights();
let summed = 0;

const board = new Int32Array(POSITION_WORDS);
const next = new Int32Array(POSITION_WORDS);
const own = new Array<number>(BAR + 1).fill(0);
const other = new Array<number>(BAR + 1).fill(0);

/**
 * Returns the chances of the player who has just moved in the packed position at `at`. Leaves the checkers in
 * `own` and `other`.
 */
function judge(words: Int32Array, at: number): Estimate {
  for (let place = 0; place <= BAR; place++) {
    own[place] = countAt(words, at, place);
    other[place] = countAt(words, at + 4, BAR - place);
  }
  return afterMove(own, other, weights);
}

/** Makes the best play of a roll from `board` and writes it to `next`. */
function playBest(): void {
  const count = generatePlays(1 + random.below(6), 1 + random.below(6));
  next.set(board);
  let best = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count * PLAY_WORDS; at += PLAY_WORDS) {
    const points = equity(judge(plays, at));
    if (points <= best) continue;
    best = points;
    next.set(plays.subarray(at, at + POSITION_WORDS));
  }
}

/** Adds `by` times `along` to a table. */
function add(table: Float64Array, along: Float64Array, by: number): void {
  for (let index = 0; index < FEATURE_COUNT; index++) table[index]! += by * along[index]!;
}

function playGame(step: number): void {
  const trace = new Float64Array(FEATURE_COUNT);
  const seen = new Float64Array(FEATURE_COUNT);
  let before: Estimate | null = null;
  packPosition(startPosition(), 0, board);
  for (;;) {
    loadPosition(board);
    playBest();
    const now = judge(next, 0);
    if (before) {
      add(weights.win, trace, step * (1 - now.win - before.win));
      add(weights.gammon, seen, step * (now.lostGammon - before.gammon));
      add(weights.lostGammon, seen, step * (now.gammon - before.lostGammon));
    }
    if (isRace(own, other)) return;
    contactFeatures(own, other, seen);
    for (let index = 0; index < FEATURE_COUNT; index++) trace[index] = seen[index]! - LAMBDA * trace[index]!;
    before = judge(next, 0);
    packOpponentView(next, 0, board, 0);
  }
}

for (let game = 0; game < games; game++) {
  playGame(STEP * Math.max(1 - game / games, 0.02));
  if (game % 10_000 === 0) console.log(`${game} of ${games} games`);
  if (game < games * SETTLED) continue;
  for (const kind of KINDS) add(sums[kind], weights[kind], 1);
  summed++;
}
for (const kind of KINDS) sums[kind] = sums[kind].map((sum) => sum / summed);
writeFileSync(new URL('../src/weights.ts', import.meta.url), printWeights(sums, games, seed));
