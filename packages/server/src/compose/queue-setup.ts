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
import type { Bus } from '../domain/ports/bus.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Log, World } from '../domain/ports/world.ts';
import { EVALUATED_TOPIC } from '../domain/topics.ts';

/** Search depth of the deep analysis. */
const DEEP_PLY = 2;

/** The engine of the deep analysis. */
export function deepEngineOf({ deepEngine }: Config): EngineName {
  return { engineId: deepEngine, ply: DEEP_PLY };
}

interface VolunteersSetup {
  readonly config: Config;
  readonly store: Pick<Store, 'evaluations' | 'deepQueue'>;
  readonly bus: Bus;
  /** The server's public key. */
  readonly serverPub: string;
  readonly world: World;
  readonly log: Log;
}

/** The queue of deep analysis. */
export function setUpVolunteers({ config, store, bus, serverPub, world, log }: VolunteersSetup): OpenQueue {
  return openQueue({
    store: store.deepQueue,
    evaluations: store.evaluations,
    bus,
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
  readonly bus: Bus;
  readonly engine: EngineName;
  readonly isStrict: boolean;
  readonly names: ConstructorParameters<typeof WorkerNames>[0];
  readonly canaryPercent: number;
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
  const { store, evaluations, engine, isStrict, canaryPercent, world, log, yieldToEventLoop, bus } = parts;
  const { engineId } = engine;
  const queue = new JobQueue({ store, world, isStrict });
  const cache = new EvaluationCache(evaluations);
  const waiters = new EvaluationWaiters({ queue, cache });
  const workers = new Workers(store, world);
  listen(waiters, parts);
  const publishStored = (keys: string[]) => bus.publish(EVALUATED_TOPIC, { type: 'evaluated', keys });
  const canaries = new Canaries({ store, queue, percent: canaryPercent });
  const workerApi = new WorkerApi({
    queue,
    store,
    cache,
    waiters,
    workers,
    names: new WorkerNames(parts.names),
    publishStored,
    canaries,
    world,
    log,
    engineId,
    isStrict,
    yieldToEventLoop,
  });
  return { evaluator: waiters, workerApi, workers, count: () => queue.count(), idle: () => waiters.idle() };
}

/** A worker may submit a result to any process. */
function listen(waiters: EvaluationWaiters, { bus, log }: QueueParts): void {
  bus.subscribe(EVALUATED_TOPIC, (message) => {
    if (message.type === 'evaluated') waiters.tell(message.keys);
  });
  bus.onMissed(() => {
    waiters
      .lookUp()
      .catch((err) => log.error({ err }, 'could not read analysis results of another process; its jobs stay open'));
  });
}
