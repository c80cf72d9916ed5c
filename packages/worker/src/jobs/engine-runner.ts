import type { Engine, EngineFault, EngineResult } from '../engine/types.ts';
import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { evaluateJob } from './evaluate-job.ts';
import type { Throughput } from './lease-size.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { JobQueue, ResultQueue } from './queues.ts';
import type { WorkerStatus } from './status.ts';
import type { Task } from './types.ts';

const RESTART = { firstMs: 1_000, mostMs: 30_000 };
/** Number of failed restarts in a row after which the engine counts as broken. */
const MAX_RESTARTS = 5;
/** Number of engine failures after which a job is given up. */
const MAX_FAILURES = 2;
/** Faults of a job: the engine still works, and would fail in the same way again. */
const FAULTS_OF_JOB: readonly EngineFault[] = ['engine-refused', 'engine-disagrees', 'engine-garbled'];

interface EngineRunnerParts {
  readonly openEngine: () => Promise<EngineResult<Engine>>;
  readonly jobs: JobQueue;
  readonly results: ResultQueue;
  readonly throughput: Throughput;
  readonly status: WorkerStatus;
  readonly lifecycle: Lifecycle;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Runs one engine, job after job. Replaces an engine that hangs or ends. */
export class EngineRunner {
  readonly #parts: EngineRunnerParts;
  readonly #backoff: Backoff;
  #engine: Engine | null = null;

  constructor(parts: EngineRunnerParts) {
    this.#parts = parts;
    this.#backoff = new Backoff(RESTART, parts.random);
    // The results would be useless after an abort.
    parts.lifecycle.aborted.addEventListener('abort', () => void this.#engine?.close());
  }

  /** Starts the engine for the first time. If it cannot start, the run ends. */
  async open(): Promise<void> {
    const opened = await this.#parts.openEngine();
    if (!opened.ok) this.#parts.lifecycle.end({ code: 'engine-unfit', message: opened.message });
    else await this.#adopt(opened.value);
  }

  /** Returns when there are no more jobs, or on abort. */
  async run(): Promise<void> {
    while (this.#engine || (await this.#reopen())) {
      const task = await this.#parts.jobs.take(this.#parts.lifecycle.aborted);
      if (!task || !this.#engine) break;
      await this.#do(task, this.#engine);
    }
    await this.#engine?.close();
  }

  async #adopt(engine: Engine): Promise<void> {
    if (this.#parts.lifecycle.aborted.aborted) await engine.close();
    else this.#engine = engine;
  }

  /** Restarts the engine after a failure, with backoff. Returns false if that is hopeless or no longer needed. */
  async #reopen(): Promise<boolean> {
    this.#parts.status.restarting++;
    while (!this.#engine && !this.#parts.lifecycle.finishing.aborted) {
      await this.#parts.clock.sleep(this.#backoff.nextMs(), this.#parts.lifecycle.finishing);
      const opened = this.#parts.lifecycle.finishing.aborted ? null : await this.#parts.openEngine();
      if (opened?.ok) await this.#adopt(opened.value);
      else if (opened) this.#endIfHopeless(opened.code, opened.message);
    }
    this.#parts.status.restarting--;
    return this.#engine !== null;
  }

  #endIfHopeless(code: EngineFault, message: string): void {
    const hopeless = code === 'engine-differs' || this.#backoff.failures >= MAX_RESTARTS;
    if (hopeless) this.#parts.lifecycle.end({ code: 'engine-unfit', message });
  }

  async #do(task: Task, engine: Engine): Promise<void> {
    const startMs = this.#parts.clock.nowMs();
    this.#parts.status.running++;
    const judged = await evaluateJob(engine, task.job);
    this.#parts.status.running--;
    const ms = this.#parts.clock.nowMs() - startMs;
    if (judged.ok) this.#addResult(task, { ...judged.value, ms });
    else if (!this.#parts.lifecycle.aborted.aborted) await this.#fail(task, engine, judged);
    this.#parts.results.nudge();
  }

  #addResult(
    { job, token, deadlineMs }: Task,
    result: { ms: number } & Parameters<ResultQueue['add']>[0]['result'],
  ): void {
    const doneMs = this.#parts.clock.nowMs();
    this.#backoff.reset();
    this.#parts.throughput.add(result.ms);
    this.#parts.status.finished(doneMs);
    this.#parts.results.add({ key: job.key, job, token, deadlineMs, doneMs, result });
  }

  async #fail(task: Task, engine: Engine, { code, message }: { code: EngineFault; message: string }): Promise<void> {
    const failures = task.failures + 1;
    if (FAULTS_OF_JOB.includes(code) || failures >= MAX_FAILURES) {
      this.#parts.status.givenUp++;
      this.#parts.status.note(`A position was given up: ${message}`);
    } else this.#parts.jobs.putBack({ ...task, failures });
    if (FAULTS_OF_JOB.includes(code)) return;
    this.#parts.status.note(`Restarting the engine: ${message}`);
    this.#engine = null;
    await engine.close();
  }
}
