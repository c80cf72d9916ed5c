import type { Weights } from '../src/estimate.ts';
import { FEATURES } from '../src/features.ts';

const POINTS = 24;
const LAST_TABLE = FEATURES.stack + POINTS;

/** The source text of src/weights.ts. */
export function printWeights({ win, gammon, lostGammon }: Weights, games: number, seed: number): string {
  return `// Written by tuning/tune.ts from ${games.toLocaleString('en-US')} games of the heuristic against itself, seed ${seed}. Nothing else went into it.
// Each table by point begins with the ace point. The other features follow in the order of \`FEATURES\`.

/** How much each feature counts for each chance. */
export const WEIGHTS = {
  win: [
${lines(win)}
  ],
  gammon: [
${lines(gammon)}
  ],
  lostGammon: [
${lines(lostGammon)}
  ],
} as const;
`;
}

function lines(weights: ArrayLike<number>): string {
  const all = Array.from(weights, (weight) => `${Number(weight.toFixed(3))},`);
  const tables = [FEATURES.blot, FEATURES.made, FEATURES.spare, FEATURES.stack];
  const rows = tables.map((start, n) => [
    `// ${['blot', 'made', 'spare', 'stack'][n]}`,
    all.slice(start, start + POINTS),
  ]);
  rows.push(['// pips, off, bar, shut out, prime, block, trapped, board', all.slice(LAST_TABLE, FEATURES.shot)]);
  rows.push(['// shot, shot pips, shot board, loose blots, turn', all.slice(FEATURES.shot)]);
  return rows.map(([title, cells]) => `    ${title}\n    ${[cells].flat(2).join(' ')}`).join('\n');
}
