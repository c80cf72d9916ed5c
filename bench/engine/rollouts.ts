// Compares our rollouts with GNU Backgammon's (which must be installed): the same positions from the engine's self-play,
// the same number of games to the end, both sides at 0 plies, variance reduction, money without the cube.
//   npx tsx --conditions=@anchor/source bench/engine/rollouts.ts [POSITIONS] [TRIALS] [SEED]
// Or a sample of the rollouts of the truth set, in which our net stands in after 12 rolls, with GNU Backgammon's of the same
// positions, as many games and to the end:
//   npx tsx --conditions=@anchor/source bench/engine/rollouts.ts truth POSITIONS SEED FILE...
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { rollout } from '../../packages/engine/src/rollout.ts';
import { makePositionId, makeSituation, ownView } from '../../packages/rules/src/index.ts';
import { gnubgRollout, type Placed, type Rolled, type Size } from './gnubg-rollout.ts';
import { scatteredMoments } from './self-play.ts';
import { meanOf, seeded, written } from './statistics.ts';
import { positionOf, readTruth, TRUTH_SIZE } from './truth-set.ts';

async function ourRollout({ position, player }: Placed, { trials, seed }: Size): Promise<Rolled> {
  const situation = makeSituation({ position, onRoll: player });
  const { cubelessEquity, cubelessError } = await rollout(situation, { trials, cubeful: false, seed });
  return { equity: cubelessEquity, error: cubelessError };
}

/** A game in which something is still to be decided, so that both programs play it and neither looks it up. */
const isContact = ({ position, player }: Placed) => {
  const last = (side: 0 | 1) => ownView(position, side).findLastIndex((count) => count > 0);
  return last(player) + last(player === 0 ? 1 : 0) > 26;
};

/** Prints our rollout of each position beside GNU Backgammon's, and a summary. */
async function compare<T extends Placed>(
  places: readonly T[],
  ourRolloutOf: (place: T) => Promise<Rolled>,
  size: Size,
): Promise<void> {
  const differences: number[] = [];
  const scaled: number[] = [];
  console.log('position        ours             GNU Backgammon   difference in standard errors');
  for (const place of places) {
    const [ours, theirs] = await Promise.all([ourRolloutOf(place), gnubgRollout(place, size)]);
    const difference = ours.equity - theirs.equity;
    const z = difference / Math.hypot(ours.error, theirs.error);
    differences.push(difference);
    scaled.push(z);
    const said = ({ equity, error }: Rolled) => `${equity.toFixed(3).padStart(6)} ± ${error.toFixed(3)}`.padEnd(16);
    console.log(`${makePositionId(place.position, place.player)}  ${said(ours)} ${said(theirs)} ${z.toFixed(2)}`);
  }
  const within = (limit: number) => scaled.filter((z) => Math.abs(z) <= limit).length;
  const chiSquare = scaled.reduce((sum, z) => sum + z * z, 0);
  console.log(
    `${scaled.length} positions, ${size.trials} games each (seed ${size.seed}): mean difference ${written(meanOf(differences), 1, 4)}; ` +
      `${within(1)} within one standard error, ${within(2)} within two, ${within(3)} within three; chi-square ${chiSquare.toFixed(1)}`,
  );
}

/** A position of the truth set after a play, with the opponent, player 0 here, on roll. */
interface Sample extends Placed {
  readonly ours: Rolled;
}

/** Contact positions of the truth set with our rollouts, spread over it. */
function sampleOf(files: readonly string[], count: number, random: () => number): readonly Sample[] {
  const samples = readTruth(files)
    .flatMap(({ plays }) => (plays.length > 1 ? plays : []))
    .map(([id, equity, error]): Sample => ({ position: positionOf(id), player: 0, ours: { equity: -equity, error } }))
    .filter(isContact);
  return Array.from({ length: count }, () => samples[Math.floor(random() * samples.length)]!);
}

const [first = '50', second = '324', third = '1', ...files] = process.argv.slice(2);
const seed = Number(third);
if (first === 'truth') {
  const samples = sampleOf(files, Number(second), seeded(seed));
  await compare(samples, async ({ ours }) => ours, { trials: TRUTH_SIZE.trials, seed });
} else {
  accelerate();
  const [count, size] = [Number(first), { trials: Number(second), seed }];
  const moments = scatteredMoments(seed, 4 * count, seeded(seed)).filter(isContact);
  await compare(moments.slice(0, count), (moment) => ourRollout(moment, size), size);
}
