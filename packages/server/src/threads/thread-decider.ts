import type { Worker } from 'node:worker_threads';
import type { Action } from 'bg-rules';
import type { BotDecider, DecisionRequest } from '../domain/bot/decide.ts';
import type { Log } from '../domain/ports/world.ts';
import { endThread } from '../shared/thread-end.ts';
import type { Consideration, Idea } from './bot-thread.ts';
import { startThread, type ThreadScript } from './thread-calls.ts';

export interface DeciderLimits {
  /** After this time the best decision so far is used. */
  readonly limitMs?: number;
  /** A thread that has not answered for this long despite open requests is terminated. */
  readonly stuckMs?: number;
}

interface ThreadDeciderParts extends DeciderLimits {
  readonly script: ThreadScript;
  readonly log: Log;
}

interface Waiting {
  readonly resolve: (action: Action | null) => void;
  readonly timer: NodeJS.Timeout;
  best: Action | null;
}

const LIMIT_MS = 700;
const STUCK_MS = 10_000;

/**
 * Computes bot decisions in a separate thread. Each request is answered in time: with the best decision so far, or null. A failed thread is
 * replaced.
 */
export class ThreadDecider implements BotDecider {
  readonly #parts: ThreadDeciderParts;
  readonly #limitMs: number;
  readonly #stuckMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  /** Time of the first request since the thread last answered. Null if there is none. */
  #silentSince: number | null = null;
  #asked = 0;
  #isStopped = false;

  constructor(parts: ThreadDeciderParts) {
    this.#parts = parts;
    this.#limitMs = parts.limitMs ?? LIMIT_MS;
    this.#stuckMs = parts.stuckMs ?? STUCK_MS;
    // Start now, so that the first move does not wait for it.
    this.#thread = this.#start();
  }

  decide(request: DecisionRequest): Promise<Action | null> {
    if (this.#isStopped) return Promise.resolve(null);
    const number = ++this.#asked;
    this.#thread ??= this.#start();
    this.#silentSince ??= Date.now();
    const consideration: Consideration = { number, request, until: Date.now() + this.#limitMs };
    this.#thread.postMessage(consideration);
    return new Promise((resolve) => {
      this.#waiting.set(number, { resolve, timer: setTimeout(() => this.#late(number), this.#limitMs), best: null });
    });
  }

  /** Ends the thread. Open requests get the best decision so far. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#dismiss(endThread);
  }

  #start(): Worker {
    const thread = startThread(this.#parts.script);
    this.#silentSince = null;
    // Ignore events of a thread that has been replaced.
    const ifPresent = (act: () => void) => this.#thread === thread && act();
    thread.on('message', (idea: Idea) => ifPresent(() => this.#onIdea(idea)));
    thread.on('error', (err) => ifPresent(() => this.#fail(`The bot thread crashed: ${err.message}`)));
    thread.on('exit', () => ifPresent(() => this.#fail('The bot thread ended unexpectedly.')));
    thread.unref();
    return thread;
  }

  #onIdea({ number, action, isFinal }: Idea): void {
    this.#silentSince = null;
    const waiting = this.#waiting.get(number);
    if (waiting) waiting.best = action;
    if (isFinal) this.#resolve(number);
  }

  #late(number: number): void {
    const isStuck = this.#silentSince !== null && Date.now() - this.#silentSince >= this.#stuckMs;
    this.#resolve(number);
    if (isStuck) this.#fail(`The bot thread did not answer for ${this.#stuckMs} ms and was replaced.`);
  }

  #resolve(number: number): void {
    const waiting = this.#waiting.get(number);
    if (!waiting) return;
    this.#waiting.delete(number);
    clearTimeout(waiting.timer);
    waiting.resolve(waiting.best);
  }

  #fail(message: string): void {
    this.#parts.log.error({}, message);
    void this.#dismiss((thread) => thread.terminate());
  }

  async #dismiss(end: (thread: Worker) => Promise<unknown>): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    for (const number of [...this.#waiting.keys()]) this.#resolve(number);
    if (thread) await end(thread);
  }
}
