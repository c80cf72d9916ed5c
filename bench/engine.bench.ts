// Strength and speed of bg-engine against recorded judgement; ENGINE_PLIES=2 looks deeper (minutes). The 150 checker rows were
// seen while the net's inputs were chosen: bench/engine/fresh.ts makes rows that nobody has seen.
import type { Ply } from '../packages/engine/src/index.ts';
import { checkerLoss, cubeAgreement } from './engine/oracle.ts';
import { evaluationTime, moveTimes, selfPlay } from './engine/speed.ts';
import { written } from './engine/statistics.ts';

const SEED = 7;
const MOVES: Readonly<Record<Ply, number>> = { 0: 5000, 1: 400, 2: 40 };
const deepest = Number(process.env.ENGINE_PLIES ?? 1);
const plies = ([0, 1, 2] as const).filter((ply) => ply <= deepest);

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
for (const ply of plies) {
  const cubeless = checkerLoss(ply, false);
  console.log(
    `${ply}-ply plays: ${written(cubeless, 1000)} mp cubeless, ${written(checkerLoss(ply, true), 1000)} mp cubeful`,
  );
  for (const kind of ['money', 'match'] as const) {
    const cube = cubeAgreement(ply, kind);
    console.log(
      `${ply}-ply cube, ${cube.asked} ${kind} decisions: doubling ${percent(cube.doubling)} the same, costs ${written(cube.doublingCost, 1000)} mp;` +
        ` taking ${percent(cube.taking)}, ${written(cube.takingCost, 1000)} mp`,
    );
  }
}

selfPlay(SEED + 1, 3000);
const moments = selfPlay(SEED, MOVES[0]);
console.log(`evaluation: ${evaluationTime(moments).toFixed(1)} µs (moves of games with seed ${SEED})`);
for (const ply of plies) {
  const { median, p99, worst } = moveTimes(moments.slice(0, MOVES[ply]), ply);
  console.log(
    `${ply}-ply move, ${MOVES[ply]}: median ${median.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`,
  );
}
