import { setImmediate } from 'node:timers/promises';
import type { EngineName } from '@anchor/analysis';
import type { Config } from '../config/config.ts';
import type { Evaluator } from '../domain/analysis/deep-analysis.ts';
import { Canaries } from '../domain/analysis/queue/canaries.ts';
import { EvaluationCache } from '../domain/analysis/queue/evaluation-cache.ts';
import { EvaluationWaiters } from '../domain/analysis/queue/evaluation-waiters.ts';
import { JobQueue } from '../domain/analysis/queue/job-queue.ts';
import type { JobStore } from '../domain/analysis/queue/job-store.ts';
import { WorkerApi } from '../domain/analysis/queue/worker-api.ts';
import type { EvaluationStore } from '../domain/ports/analysis.ts';
import type { Bus } from '../domain/ports/bus.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Log, World } from '../domain/ports/world.ts';
import { knownPuzzles } from '../domain/puzzle/known-puzzles.ts';
import type { PuzzleBank } from '../domain/puzzle/puzzles.ts';
import { EVALUATED_TOPIC } from '../domain/topics.ts';
import type { Sharing } from './sharing-setup.ts';

/** Search depth of the deep analysis. */
const DEEP_PLY = 2;

/** The engine of the deep analysis. */
export function deepEngineOf({ deepEngine }: Config): EngineName {
  return { engineId: deepEngine, ply: DEEP_PLY };
}

interface VolunteersSetup {
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

export interface QueueParts {
  readonly jobs: JobStore;
  readonly evaluations: EvaluationStore;
  readonly bus: Bus;
  /** Unique per run of a process. */
  readonly processId: string;
  readonly bank: PuzzleBank;
  readonly engine: EngineName;
  readonly isStrict: boolean;
  readonly canaryPercent: number;
  readonly world: World;
  readonly log: Log;
  readonly yieldToEventLoop: () => Promise<void>;
}

/** The queue as seen by deep analysis and by volunteers' workers. */
export interface OpenQueue {
  readonly evaluator: Evaluator;
  readonly workerApi: WorkerApi;
  /** Number of open jobs, and of those that are held by workers. */
  count(): Promise<{ readonly depth: number; readonly leased: number }>;
  /** Resolves when all queue operations so far have ended. */
  idle(): Promise<void>;
}

export function openQueue(parts: QueueParts): OpenQueue {
  const { jobs, evaluations, bank, engine, isStrict, canaryPercent, world, log, yieldToEventLoop, bus, processId } =
    parts;
  const { engineId } = engine;
  const queue = new JobQueue(jobs, isStrict);
  const cache = new EvaluationCache(evaluations, world);
  const failed = (err: unknown) =>
    log.error({ err }, 'could not withdraw an analysis job; a worker may still compute it');
  const waiters = new EvaluationWaiters({ queue, cache, world, failed });
  listen(waiters, parts);
  const publishStored = (keys: string[]) => bus.publish(EVALUATED_TOPIC, { type: 'evaluated', keys });
  const known = knownPuzzles(bank, engine);
  const canaries = new Canaries({ known, percent: canaryPercent, world, log });
  const workerApi = new WorkerApi({
    queue,
    cache,
    waiters,
    publishStored,
    canaries,
    world,
    log,
    engineId,
    isStrict,
    yieldToEventLoop,
  });
  // Another process may still wait for a job that this one withdraws, so the name has the process id.
  const evaluator: Evaluator = {
    evaluate: (match, jobs, arrived) => waiters.evaluate(`${processId}/${match}`, jobs, arrived),
  };
  return { evaluator, workerApi, count: () => queue.count(world.now()), idle: () => waiters.idle() };
}

/** A worker may submit a result to any process, so results of other processes are looked up. */
function listen(waiters: EvaluationWaiters, { bus, log }: QueueParts): void {
  const lookUp = (keys?: readonly string[]) => {
    waiters
      .lookUp(keys)
      .catch((err) => log.error({ err }, 'could not read analysis results of another process; its jobs stay open'));
  };
  bus.subscribe(EVALUATED_TOPIC, (message) => {
    if (message.type === 'evaluated') lookUp(message.keys);
  });
  bus.onMissed(() => lookUp());
}
