import type { EvaluationStore, Log, World } from '../../ports.ts';
import type { PuzzleBank } from '../../puzzle/puzzles.ts';
import type { Evaluator } from '../evaluator.ts';
import type { EngineName } from '../normalise.ts';
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
  const { jobs, evaluations, bank, engine, isStrict, canaryPercent, world, log, breathe } = parts;
  const { engineId } = engine;
  const queue = new JobQueue(jobs, isStrict);
  const cache = new EvaluationCache(evaluations, world);
  const failed = (err: unknown) => log.error({ err }, 'a job could not be withdrawn');
  const judges = new Judges({ queue, cache, world, failed });
  const known = knownPuzzles(bank, engine);
  const canaries = new Canaries({ known, percent: canaryPercent, world, log });
  const volunteers = new Volunteers({ queue, cache, judges, canaries, world, log, engineId, isStrict, breathe });
  return { evaluator: judges, volunteers, count: () => queue.count(world.now()), idle: () => judges.idle() };
}
