import type { Engine, EngineResult } from '../engine/types.ts';
import type { Clock } from './clock.ts';
import { EngineRunner } from './engine-runner.ts';
import { JobFetcher } from './job-fetcher.ts';
import { HourlyLimit, Throughput } from './lease-size.ts';
import type { Lifecycle } from './lifecycle.ts';
import { JobQueue, ResultQueue } from './queues.ts';
import { ResultSender } from './result-sender.ts';
import { ServerAccess } from './server-access.ts';
import type { WorkerStatus } from './status.ts';
import type { Server } from './types.ts';

export interface WorkerParts {
  readonly server: Server;
  readonly openEngine: () => Promise<EngineResult<Engine>>;
  readonly status: WorkerStatus;
  readonly lifecycle: Lifecycle;
  readonly clock: Clock;
  /** Returns numbers from 0 up to but not including 1. */
  readonly random: () => number;
  /** Number of engines that work in parallel. */
  readonly engines: number;
  readonly engineId: string;
  /** Maximum search depth. */
  readonly ply: number;
  /** Null for no limit. */
  readonly maxJobsPerHour: number | null;
  /** Number of jobs in the server's queue from which on the worker works. */
  readonly minQueue: number;
}

/**
 * Runs a worker until it finishes, aborts or cannot continue. Then all engines are closed and results have been
 * submitted, as far as possible.
 */
export async function work(parts: WorkerParts): Promise<void> {
  const { lifecycle } = parts;
  const throughput = new Throughput();
  const jobs = new JobQueue({ ...parts, throughput });
  const results = new ResultQueue();
  const access = new ServerAccess(parts);
  const runners = Array.from(
    { length: parts.engines },
    () => new EngineRunner({ ...parts, jobs, results, throughput }),
  );
  const fetcher = new JobFetcher({ ...parts, access, jobs, throughput, limit: new HourlyLimit(parts.maxJobsPerHour) });
  const sender = new ResultSender({ ...parts, access, jobs, results });

  await Promise.all(runners.map((runner) => runner.open()));
  const engines = Promise.all(runners.map((runner) => runner.run()));
  const submitting = sender.run();
  if (!lifecycle.aborted.aborted) await fetcher.run();
  jobs.close();
  await engines;
  results.close();
  await submitting;
}
