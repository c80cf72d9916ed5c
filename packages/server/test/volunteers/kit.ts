import type { Job, JobResult } from '@anchor/wire';
import { openQueue, type QueueParts } from '../../src/compose/queue-setup.ts';
import { unpackResult } from '../../src/domain/analysis/packing.ts';
import type { EvaluationStore } from '../../src/domain/ports/analysis.ts';
import { InProcessBus } from '../../src/memory/in-process-bus.ts';
import { MemoryJobs } from '../../src/memory/memory-jobs.ts';
import { FakeLog, FakeWorld } from '../support/fake-world.ts';
import { ENGINE } from './engine.ts';

/** Rows in memory. */
export class MemoryEvaluations implements EvaluationStore {
  readonly rows = new Map<string, string>();

  async read(keys: readonly string[]) {
    return new Map(keys.flatMap((key) => (this.rows.has(key) ? [[key, this.rows.get(key) ?? ''] as const] : [])));
  }

  async keep(evaluations: readonly { readonly key: string; readonly text: string }[]) {
    for (const { key, text } of evaluations) if (!this.rows.has(key)) this.rows.set(key, text);
  }

  async prune(most: number) {
    for (const key of [...this.rows.keys()].slice(0, Math.max(0, this.rows.size - most))) this.rows.delete(key);
  }
}

interface TestQueueOptions extends Partial<Omit<QueueParts, 'world' | 'log'>> {
  readonly world?: FakeWorld;
}

/** The queue, with clock and random source under the test's control. */
export function openTestQueue({ world = new FakeWorld(), ...changes }: TestQueueOptions = {}) {
  const log = new FakeLog();
  const evaluations = new MemoryEvaluations();
  const parts: QueueParts = {
    jobs: new MemoryJobs(),
    evaluations,
    world,
    log,
    engine: ENGINE,
    bus: new InProcessBus(log),
    processId: 'p',
    bank: async () => [],
    isStrict: false,
    canaryPercent: 0,
    yieldToEventLoop: async () => {},
    ...changes,
  };
  const queue = openQueue(parts);
  return {
    queue,
    world,
    log,
    evaluations,
    workerApi: queue.workerApi,
    /** Requests jobs for a match and collects the results. */
    ask(match: string, jobs: readonly Job[]) {
      const arrived = new Map<string, JobResult>();
      const evaluation = queue.evaluator.evaluate(match, jobs, (key, text) =>
        arrived.set(key, unpackResult(text) ?? { plays: [] }),
      );
      return { ...evaluation, arrived };
    },
    /** Resolves when all operations have reached the queue. */
    settled: () => queue.idle(),
    status: () => queue.workerApi.status({ hits: 0, misses: 0, coalesced: 0, hitRate: 0 }),
    /** Advances the clock. */
    pass: (ms: number) => world.setNow(world.now() + ms),
    acquire: (workerId: string, count = 8, engineId: string = ENGINE.engineId) =>
      queue.workerApi.acquire({ engineId, workerId, count }),
  };
}

export type TestQueue = ReturnType<typeof openTestQueue>;
