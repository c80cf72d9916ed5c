import { setImmediate } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { EngineName } from './domain/analysis/normalise.ts';
import { MemoryJobs } from './domain/analysis/queue/memory-jobs.ts';
import { type OpenQueue, openQueue } from './domain/analysis/queue/open-queue.ts';
import type { Log, Store, World } from './domain/ports.ts';
import type { PuzzleBank } from './domain/puzzle/puzzles.ts';

/** The depth of deep analysis. */
const DEEP_PLY = 2;

/** Whose judgement counts. */
export function deepEngineOf({ deepEngine }: Config): EngineName {
  return { engineId: deepEngine, ply: DEEP_PLY };
}

export interface VolunteersSetup {
  readonly config: Config;
  readonly store: Pick<Store, 'evaluations'>;
  readonly bank: PuzzleBank;
  readonly world: World;
  readonly log: Log;
}

/** The queue of deep analysis, in this process. */
export function setUpVolunteers({ config, store, bank, world, log }: VolunteersSetup): OpenQueue {
  return openQueue({
    ...{ jobs: new MemoryJobs(), evaluations: store.evaluations, bank, world, log },
    engine: deepEngineOf(config),
    ...{ isStrict: config.isAnalysisStrict, canaryPercent: config.canaryPercent },
    breathe: () => setImmediate(),
  });
}
