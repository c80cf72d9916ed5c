import type { EngineName } from '@anchor/analysis';
import type { Bus, EvaluationStore, Log, World } from '../../ports.ts';
import type { PuzzleBank } from '../../puzzle/puzzles.ts';
import { JUDGED_TOPIC } from '../../topics.ts';
import type { Evaluator } from '../evaluator.ts';
import { Canaries } from './canaries.ts';
import { EvaluationCache } from './evaluation-cache.ts';
import { JobQueue } from './job-queue.ts';
import type { JobStore } from './job-store.ts';
import { Judges } from './judges.ts';
import { knownPuzzles } from './known-puzzles.ts';
import { Volunteers } from './volunteers.ts';

export interface QueueParts {
  readonly jobs: JobStore;
  readonly evaluations: EvaluationStore;
  readonly bus: Bus;
  /** Of this process; no two have the same. */
  readonly processId: string;
  readonly bank: PuzzleBank;
  readonly engine: EngineName;
  readonly isStrict: boolean;
  readonly canaryPercent: number;
  readonly world: World;
  readonly log: Log;
  readonly breathe: () => Promise<void>;
}

/** What deep analysis asks, and what volunteers' workers see of it. */
export interface OpenQueue {
  readonly evaluator: Evaluator;
  readonly volunteers: Volunteers;
  /** Jobs waiting or out, and those that are out. */
  count(): Promise<{ readonly depth: number; readonly leased: number }>;
  /** Resolves when everything that was asked or withdrawn has reached the queue. */
  idle(): Promise<void>;
}

export function openQueue(parts: QueueParts): OpenQueue {
  const { jobs, evaluations, bank, engine, isStrict, canaryPercent, world, log, breathe, bus, processId } = parts;
  const { engineId } = engine;
  const queue = new JobQueue(jobs, isStrict);
  const cache = new EvaluationCache(evaluations, world);
  const failed = (err: unknown) => log.error({ err }, 'a job could not be withdrawn');
  const judges = new Judges({ queue, cache, world, failed });
  listen(judges, parts);
  const told = (keys: string[]) => bus.publish(JUDGED_TOPIC, { type: 'judged', keys });
  const known = knownPuzzles(bank, engine);
  const canaries = new Canaries({ known, percent: canaryPercent, world, log });
  const volunteers = new Volunteers({ queue, cache, judges, told, canaries, world, log, engineId, isStrict, breathe });
  // what one process does not wait for any more another one may
  const evaluator: Evaluator = {
    evaluate: (match, jobs, arrived) => judges.evaluate(`${processId}/${match}`, jobs, arrived),
  };
  return { evaluator, volunteers, count: () => queue.count(world.now()), idle: () => judges.idle() };
}

/** Results come in at any process; those who wait for them may be at another one. */
function listen(judges: Judges, { bus, log }: QueueParts): void {
  const lookUp = (keys?: readonly string[]) => {
    judges.lookUp(keys).catch((err) => log.error({ err }, 'results of another process were not read'));
  };
  bus.subscribe(JUDGED_TOPIC, (message) => {
    if (message.type === 'judged') lookUp(message.keys);
  });
  bus.onMissed(() => lookUp());
}
