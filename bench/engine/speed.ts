import type { accelerate, evaluate, Ply, rank } from '../../packages/engine/src/index.ts';
import { makeSituation, opponent, POSITION_WORDS, packPosition } from '../../packages/rules/src/index.ts';
import type { Moment } from './self-play.ts';

/** The engine as a separate module instance, so that one can use WebAssembly while another does not. */
export interface Engine {
  readonly accelerate: typeof accelerate;
  readonly evaluate: typeof evaluate;
  readonly rank: typeof rank;
}

/** Milliseconds of the processor and of the clock. */
export interface MoveTime {
  readonly cpuMs: number;
  readonly wallMs: number;
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

interface Searcher {
  look(words: Int32Array, offset: number, ply: number): number;
}

/**
 * Returns the microseconds of processor time of one evaluation inside a search, with everything that belongs to it: plays,
 * pruning, inputs. The best of all rounds.
 */
export function searchedEvaluation(searcher: Searcher, moments: readonly Moment[], ply: Ply, rounds = 7): number {
  const positions = moments.map(({ position, player }) => {
    const words = new Int32Array(POSITION_WORDS);
    packPosition(position, opponent(player), words);
    return words;
  });
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    let evaluations = 0;
    for (const words of positions) evaluations += searcher.look(words, 0, ply);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / evaluations);
  }
  return best;
}

/** Returns the time of one move. */
export function moveTime({ rank }: Engine, { position, player, dice }: Moment, ply: Ply): MoveTime {
  const situation = makeSituation({ position, onRoll: player, dice });
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  rank(situation, { ply });
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - wall };
}
