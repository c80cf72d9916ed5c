import type { Engine, EngineFault, EngineResult } from '../engine/types.ts';
import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Desk } from './desk.ts';
import { judge } from './judge.ts';
import type { Pace } from './pace.ts';
import type { Shift } from './shift.ts';
import type { Spool } from './spool.ts';
import type { Tally } from './tally.ts';
import type { Task } from './types.ts';

const RESTART = { firstMs: 1_000, mostMs: 30_000 };
/** Restarts in a row that fail before the engine is taken for broken. */
const MOST_RESTARTS = 5;
/** Engines that may fail over a job before it is given up. */
const MOST_FAILURES = 2;
/** The engine lives and would say the same again. */
const FAULTS_OF_JOB: readonly EngineFault[] = ['engine-refused', 'engine-disagrees', 'engine-garbled'];

export interface LaneParts {
  readonly openEngine: () => Promise<EngineResult<Engine>>;
  readonly desk: Desk;
  readonly spool: Spool;
  readonly pace: Pace;
  readonly tally: Tally;
  readonly shift: Shift;
  readonly clock: Clock;
  readonly random: () => number;
}

/** One engine and the work that goes through it, job after job; a hung or dead engine is replaced. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #backoff: Backoff;
  #engine: Engine | null = null;

  constructor(parts: LaneParts) {
    this.#parts = parts;
    this.#backoff = new Backoff(RESTART, parts.random);
    // whatever it thinks about is of no use any more
    parts.shift.aborted.addEventListener('abort', () => void this.#engine?.close());
  }

  /** Starts the engine for the first time; one that will not start ends the shift. */
  async open(): Promise<void> {
    const { openEngine, shift } = this.#parts;
    const opened = await openEngine();
    if (!opened.ok) shift.end({ code: 'engine-unfit', message: opened.message });
    else await this.#adopt(opened.value);
  }

  /** Returns when there is no more work, or on abort. */
  async run(): Promise<void> {
    const { desk, shift } = this.#parts;
    while (this.#engine || (await this.#reopen())) {
      const task = await desk.take(shift.aborted);
      if (!task || !this.#engine) break;
      await this.#do(task, this.#engine);
    }
    await this.#engine?.close();
  }

  async #adopt(engine: Engine): Promise<void> {
    if (this.#parts.shift.aborted.aborted) await engine.close();
    else this.#engine = engine;
  }

  /** Starts a new engine after a failure, however often it takes; false when it is no use, or nobody needs it any more. */
  async #reopen(): Promise<boolean> {
    const { openEngine, clock, shift, tally } = this.#parts;
    tally.restarting++;
    while (!this.#engine && !shift.finishing.aborted) {
      await clock.sleep(this.#backoff.nextMs(), shift.finishing);
      const opened = shift.finishing.aborted ? null : await openEngine();
      if (opened?.ok) await this.#adopt(opened.value);
      else if (opened) this.#despair(opened.code, opened.message);
    }
    tally.restarting--;
    return this.#engine !== null;
  }

  #despair(code: EngineFault, message: string): void {
    const hopeless = code === 'engine-differs' || this.#backoff.failures >= MOST_RESTARTS;
    if (hopeless) this.#parts.shift.end({ code: 'engine-unfit', message });
  }

  async #do(task: Task, engine: Engine): Promise<void> {
    const { clock, tally, spool } = this.#parts;
    const startMs = clock.nowMs();
    tally.running++;
    const judged = await judge(engine, task.job);
    tally.running--;
    const ms = clock.nowMs() - startMs;
    if (judged.ok) this.#keep(task, { ...judged.value, ms });
    else if (!this.#parts.shift.aborted.aborted) await this.#fail(task, engine, judged);
    spool.nudge();
  }

  #keep({ job, token, deadlineMs }: Task, result: { ms: number } & Parameters<Spool['add']>[0]['result']): void {
    const { clock, pace, tally, spool } = this.#parts;
    const doneMs = clock.nowMs();
    this.#backoff.reset();
    pace.add(result.ms);
    tally.finished(doneMs);
    spool.add({ key: job.key, token, deadlineMs, doneMs, result });
  }

  async #fail(task: Task, engine: Engine, { code, message }: { code: EngineFault; message: string }): Promise<void> {
    const { desk, tally } = this.#parts;
    const failures = task.failures + 1;
    if (FAULTS_OF_JOB.includes(code) || failures >= MOST_FAILURES) {
      tally.givenUp++;
      tally.note(`A position was given up: ${message}`);
    } else desk.putBack({ ...task, failures });
    if (FAULTS_OF_JOB.includes(code)) return;
    tally.note(`The engine is started again: ${message}`);
    this.#engine = null;
    await engine.close();
  }
}
