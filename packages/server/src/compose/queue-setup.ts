import { setImmediate } from 'node:timers/promises';
import type { EngineName } from '@anchor/analysis';
import type { Config } from '../config/config.ts';
import type { Evaluator } from '../domain/analysis/deep-analysis.ts';
import { Canaries } from '../domain/analysis/queue/canaries.ts';
import { EvaluationCache } from '../domain/analysis/queue/evaluation-cache.ts';
import { EvaluationWaiters } from '../domain/analysis/queue/evaluation-waiters.ts';
import { JobQueue } from '../domain/analysis/queue/job-queue.ts';
import { WorkerApi } from '../domain/analysis/queue/worker-api.ts';
import { WorkerNames } from '../domain/analysis/queue/worker-name.ts';
import { Workers } from '../domain/analysis/queue/workers.ts';
import type { DeepQueueStore, EvaluationStore } from '../domain/ports/analysis.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Alarms, Log, World } from '../domain/ports/world.ts';

/** Search depth of the deep analysis. */
const DEEP_PLY = 2;

/** The engine of the deep analysis. */
export function deepEngineOf({ deepEngine }: Config): EngineName {
  return { engineId: deepEngine, ply: DEEP_PLY };
}

interface VolunteersSetup {
  readonly config: Config;
  readonly store: Pick<Store, 'evaluations' | 'deepQueue'>;
  /** The server's public key. */
  readonly serverPub: string;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** The queue of deep analysis. */
export function setUpVolunteers({ config, store, serverPub, alarms, world, log }: VolunteersSetup): OpenQueue {
  return openQueue({
    store: store.deepQueue,
    evaluations: store.evaluations,
    alarms,
    world,
    log,
    engine: deepEngineOf(config),
    isStrict: config.isAnalysisStrict,
    names: { serverPub, isSignedOnly: config.isSignedOnly, doors: config.workerKeys.length },
    canaryPercent: config.canaryPercent,
    yieldToEventLoop: () => setImmediate(),
  });
}

export interface QueueParts {
  readonly store: DeepQueueStore;
  readonly evaluations: EvaluationStore;
  readonly engine: EngineName;
  readonly isStrict: boolean;
  readonly names: ConstructorParameters<typeof WorkerNames>[0];
  readonly canaryPercent: number;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
  readonly yieldToEventLoop: () => Promise<void>;
}

/** The queue as seen by deep analysis and by volunteers' workers. */
export interface OpenQueue {
  readonly evaluator: Evaluator;
  readonly workerApi: WorkerApi;
  readonly workers: Workers;
  /** Number of open jobs, and of those that are held by workers. */
  count(): Promise<{ readonly depth: number; readonly leased: number }>;
  /** Resolves when all queue operations so far have ended. */
  idle(): Promise<void>;
}

export function openQueue(parts: QueueParts): OpenQueue {
  const { store, evaluations, engine, isStrict, canaryPercent, alarms, world, log, yieldToEventLoop } = parts;
  const { engineId } = engine;
  const queue = new JobQueue({ store, world, isStrict });
  const cache = new EvaluationCache(evaluations);
  const waiters = new EvaluationWaiters({ queue, cache, alarms, world, log });
  const workers = new Workers(store, world);
  const canaries = new Canaries({ store, queue, percent: canaryPercent });
  const workerApi = new WorkerApi({
    queue,
    store,
    cache,
    waiters,
    workers,
    names: new WorkerNames(parts.names),
    canaries,
    world,
    log,
    engineId,
    isStrict,
    yieldToEventLoop,
  });
  return { evaluator: waiters, workerApi, workers, count: () => queue.count(), idle: () => waiters.idle() };
}
