import type { Worker } from 'node:worker_threads';
import type { Analyser, AnalysisCode } from '../domain/analysis/analyser.ts';
import type { Log } from '../domain/ports/world.ts';
import type { Puzzle } from '../domain/puzzle/puzzle.ts';
import { endThread } from '../shared/thread-end.ts';
import type { Reply, Task } from './analysis-thread.ts';
import { startThread, type ThreadScript } from './thread-calls.ts';

interface ThreadAnalyserParts {
  readonly script: ThreadScript;
  readonly log: Log;
  /** Time limit of a task. The thread is terminated when it is exceeded. */
  readonly timeoutMs?: number;
  /** Limit of queued tasks. More are refused. */
  readonly maxWaiting?: number;
}

type Outcome = { readonly ok: true; readonly value: Reply } | Failed;
type Failed = { readonly ok: false; readonly code: AnalysisCode; readonly message: string };

interface Waiting {
  readonly task: Task;
  readonly resolve: (outcome: Outcome) => void;
}

const TIMEOUT_MS = 15_000;
const MAX_WAITING = 64;

/** Runs analyses in one separate thread. If the thread fails, its current task fails and the next task gets a new thread. */
export class ThreadAnalyser implements Analyser {
  readonly #parts: ThreadAnalyserParts;
  readonly #timeoutMs: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];
  #thread: Worker | null = null;
  #current: (Waiting & { readonly timer: NodeJS.Timeout }) | null = null;
  #isStopped = false;

  constructor(parts: ThreadAnalyserParts) {
    this.#parts = parts;
    this.#timeoutMs = parts.timeoutMs ?? TIMEOUT_MS;
    this.#maxWaiting = parts.maxWaiting ?? MAX_WAITING;
  }

  fastReport: Analyser['fastReport'] = async (record) => {
    const outcome = await this.#run({ kind: 'rank', record });
    if (!outcome.ok) return outcome;
    return outcome.value.kind === 'report' ? { ok: true, value: outcome.value.text } : failedBy(outcome.value);
  };

  deepReport: Analyser['deepReport'] = async (record, engine, results) => {
    const outcome = await this.#run({ kind: 'judge', record, engine, results });
    if (!outcome.ok) return outcome;
    return outcome.value.kind === 'judged' ? { ok: true, value: outcome.value } : failedBy(outcome.value);
  };

  jobs: Analyser['jobs'] = async (record, engine) => {
    const outcome = await this.#run({ kind: 'jobs', record, engine });
    if (!outcome.ok) return outcome;
    return outcome.value.kind === 'jobs' ? { ok: true, value: outcome.value.jobs } : failedBy(outcome.value);
  };

  /** Judges a puzzle by our own engine. False if that fails. */
  confirm = async (puzzle: Puzzle): Promise<boolean> => {
    const outcome = await this.#run({ kind: 'confirm', puzzle });
    return outcome.ok && outcome.value.kind === 'confirmed' && outcome.value.isConfirmed;
  };

  /** Ends the thread; what waits fails. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const failed: Failed = { ok: false, code: 'analysis-failed', message: 'The service is stopping.' };
    for (const { resolve } of this.#waiting.splice(0)) resolve(failed);
    await this.#dismiss(failed, endThread);
  }

  #run(task: Task): Promise<Outcome> {
    if (this.#isStopped || this.#waiting.length >= this.#maxWaiting) return Promise.resolve(busy);
    return new Promise((resolve) => {
      this.#waiting.push({ task, resolve });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#thread ??= this.#start();
    const late = () => this.#fail('analysis-late', `An analysis took longer than ${this.#timeoutMs} ms.`);
    this.#current = { ...next, timer: setTimeout(late, this.#timeoutMs) };
    this.#thread.postMessage(next.task);
  }

  #start(): Worker {
    const thread = startThread(this.#parts.script);
    // Ignore events of a thread that has been replaced.
    const ifPresent = (act: () => void) => () => this.#thread === thread && act();
    thread.on('message', (reply: Reply) => ifPresent(() => this.#resolve({ ok: true, value: reply }))());
    thread.on('error', (err) =>
      ifPresent(() => this.#fail('analysis-failed', `The analysis thread crashed: ${err.message}`))(),
    );
    thread.on(
      'exit',
      ifPresent(() => this.#fail('analysis-failed', 'The analysis thread ended unexpectedly.')),
    );
    thread.unref();
    return thread;
  }

  #fail(code: AnalysisCode, message: string): void {
    this.#parts.log.error({ code, kind: this.#current?.task.kind }, message);
    void this.#dismiss({ ok: false, code, message }, (thread) => thread.terminate());
    this.#next();
  }

  async #dismiss(outcome: Failed, end: (thread: Worker) => Promise<unknown>): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    this.#resolve(outcome);
    if (thread) await end(thread);
  }

  #resolve(outcome: Outcome): void {
    const current = this.#current;
    if (!current) return;
    this.#current = null;
    clearTimeout(current.timer);
    current.resolve(outcome);
    this.#next();
  }
}

const busy: Failed = { ok: false, code: 'analysis-busy', message: 'Too many analyses are waiting.' };

function failedBy(reply: Reply): Failed {
  const message = reply.kind === 'failed' ? reply.message : `The analysis thread answered with ${reply.kind}.`;
  return { ok: false, code: 'analysis-failed', message };
}
