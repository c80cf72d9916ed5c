// Compares cube decisions on unseen positions: positions from the engine's self-play, for money or at random
// match scores, with a centred cube or one owned by the player on roll, evaluated by GNU Backgammon at 2
// plies (which must be installed). Decisions near a double are reported separately.
//   npx tsx --conditions=@anchor/source bench/engine/fresh-cubes.ts ROWS [SEED] [LENGTH, 0 for money] [post-crawford]

import type { Ply } from '../../packages/engine/src/look-ahead.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import type { MatchScore } from '../../packages/engine/src/stakes.ts';
import { fromOwnView, ownView } from '../../packages/rules/src/index.ts';
import { openGnubg } from './gnubg.ts';
import { agreementOn } from './oracle.ts';
import type { CubeRow } from './reference.ts';
import { type Moment, scatteredMoments } from './self-play.ts';
import { seeded, written } from './statistics.ts';

const [rows = '100', seedText = '1', lengthText = '0', part = ''] = process.argv.slice(2);
const isPostCrawford = part === 'post-crawford';
const [seed, length] = [Number(seedText), Number(lengthText)];
/** Share of redoubles among the decisions. */
const REDOUBLES = 0.3;
/** A decision is near a double if doubling and not doubling differ by less than this, in points of the cube. */
const NEAR = 0.25;
const PLIES: readonly Ply[] = [0, 1, 2];

const random = seeded(seed);
const gnubg = await openGnubg();
accelerate();

/** Returns a random score of the match: after the Crawford game, with the player on roll behind, or before it. */
function score(): readonly [number, number] {
  if (length === 0) return [0, 0];
  const points = () => Math.floor(random() * (length - 1));
  if (isPostCrawford) return [points(), length - 1];
  return [points(), points()];
}

function situation(): MatchScore {
  const isRedouble = !isPostCrawford && random() < REDOUBLES;
  const cube = isRedouble ? ({ value: 2, owner: 0 } as const) : ({ value: 1, owner: null } as const);
  const rules = { cube: true, crawford: length > 0, jacoby: false, beavers: false };
  return { length, score: score(), rules, cube, crawford: false, postCrawford: isPostCrawford };
}

async function judge(moment: Moment): Promise<CubeRow> {
  const match = situation();
  const position = fromOwnView(ownView(moment.position, moment.player), 0);
  const { cube, score, crawford } = match;
  const common = { jacoby: false, beavers: false, plies: 2 };
  const answer = await gnubg.cube({ ...common, position, onRoll: 0, cube, score, length, crawford });
  if (!answer.ok) throw new Error(answer.message);
  const { noDouble, doubleTake } = answer.value;
  return { position, match, noDouble, doubleTake };
}

function tell(name: string, judged: readonly CubeRow[]): void {
  for (const ply of PLIES) {
    const { asked, doubling, taking, doublingCost, takingCost } = agreementOn(judged, ply);
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    console.log(
      `${name}, ${ply}-ply, ${asked} decisions: doubling ${percent(doubling)}, costs ${written(doublingCost, 1000)} mp; ` +
        `taking ${percent(taking)}, ${written(takingCost, 1000)} mp (seed ${seed})`,
    );
  }
}

const judged: CubeRow[] = [];
const moments = scatteredMoments(seed, Number(rows), random);
for (const moment of moments) judged.push(await judge(moment));
await gnubg.close();
tell('all', judged);
const near = judged.filter(({ noDouble, doubleTake }) => Math.abs(Math.min(doubleTake, 1) - noDouble) < NEAR);
tell('near a double', near);
