import { setImmediate } from 'node:timers/promises';
import type { EngineName } from '@anchor/analysis';
import type { Config } from '../config.ts';
import type { Log, Store, World } from '../domain/ports.ts';
import type { PuzzleBank } from '../domain/puzzle/puzzles.ts';
import { type OpenQueue, openQueue } from './open-queue.ts';
import type { Sharing } from './sharing-setup.ts';

/** Search depth of the deep analysis. */
const DEEP_PLY = 2;

/** The engine of the deep analysis. */
export function deepEngineOf({ deepEngine }: Config): EngineName {
  return { engineId: deepEngine, ply: DEEP_PLY };
}

export interface VolunteersSetup {
  readonly config: Config;
  readonly store: Pick<Store, 'evaluations'>;
  readonly sharing: Pick<Sharing, 'bus' | 'jobs'>;
  readonly processId: string;
  readonly bank: PuzzleBank;
  readonly world: World;
  readonly log: Log;
}

/** The queue of deep analysis, of this process or shared with others. */
export function setUpVolunteers(setup: VolunteersSetup): OpenQueue {
  const { config, store, sharing, processId, bank, world, log } = setup;
  return openQueue({
    jobs: sharing.jobs,
    bus: sharing.bus,
    processId,
    evaluations: store.evaluations,
    bank,
    world,
    log,
    engine: deepEngineOf(config),
    isStrict: config.isAnalysisStrict,
    canaryPercent: config.canaryPercent,
    yieldToEventLoop: () => setImmediate(),
  });
}
