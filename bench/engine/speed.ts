import type { accelerate, evaluate, Ply, rank } from '../../packages/engine/src/index.ts';
import { makeSituation } from '../../packages/rules/src/index.ts';
import type { Moment } from './self-play.ts';

/** The engine as a separate module instance, so that one can use WebAssembly while another does not. */
export interface Engine {
  readonly accelerate: typeof accelerate;
  readonly evaluate: typeof evaluate;
  readonly rank: typeof rank;
}

/** Returns positions per second for each engine, measured alternately: the best of all rounds. Also runs in a page. */
export function evaluationRates(engines: readonly Engine[], moments: readonly Moment[], rounds = 9): number[] {
  const bestMs = engines.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { evaluate }] of engines.entries()) {
      const start = performance.now();
      for (const { position, player } of moments) evaluate({ position, onRoll: player });
      bestMs[index] = Math.min(bestMs[index]!, performance.now() - start);
    }
  }
  return bestMs.map((ms) => (1000 * moments.length) / ms);
}

/** Returns the milliseconds of each move. */
export function moveTimes({ rank }: Engine, moments: readonly Moment[], ply: Ply): number[] {
  return moments.map(({ position, player, dice }) => {
    const situation = makeSituation({ position, onRoll: player, dice });
    const start = performance.now();
    rank(situation, { ply });
    return performance.now() - start;
  });
}
