import type { accelerate, evaluate, Ply, rank } from '../../packages/engine/src/index.ts';
import type { Moment } from './self-play.ts';

/** The engine as a module of its own, so that one can work in WebAssembly and another beside it cannot. */
export interface Engine {
  readonly accelerate: typeof accelerate;
  readonly evaluate: typeof evaluate;
  readonly rank: typeof rank;
}

/** Positions a second, engine by engine, in turns: the best of all rounds. Runs in a page as well. */
export function evaluationRates(engines: readonly Engine[], moments: readonly Moment[], rounds = 9): number[] {
  const bestMs = engines.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { evaluate }] of engines.entries()) {
      const start = performance.now();
      for (const { position, player } of moments) evaluate(position, player);
      bestMs[index] = Math.min(bestMs[index]!, performance.now() - start);
    }
  }
  return bestMs.map((ms) => (1000 * moments.length) / ms);
}

/** Milliseconds of each move. */
export function moveTimes({ rank }: Engine, moments: readonly Moment[], ply: Ply): number[] {
  return moments.map(({ position, player, dice }) => {
    const start = performance.now();
    rank(position, player, dice, { ply, cubeful: true });
    return performance.now() - start;
  });
}
