// Measures the strength of bg-engine against recorded evaluations. ENGINE_PLIES=2 searches deeper (minutes).
// The 150 checker rows were known while the net's inputs were chosen; bench/engine/fresh.ts makes unseen
// rows.
import { checkerLoss, cubeAgreement } from './engine/oracle.ts';
import { written } from './engine/statistics.ts';

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
