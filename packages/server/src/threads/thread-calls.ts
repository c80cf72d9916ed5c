import type { Worker } from 'node:worker_threads';
import { startThread, type ThreadScript } from './thread-script.ts';

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** Requests to a thread that answers each with one message, in order. */
export class ThreadCalls<Question, Answer> {
  readonly #thread: Worker;
  readonly #waiting: Waiting<Answer>[] = [];
  #fault: Error | null = null;

  /** `ended` is called when the thread has ended unexpectedly. Until then it answers every request. */
  constructor(script: ThreadScript, ended: (fault: Error) => void) {
    this.#thread = startThread(script);
    this.#thread.on('message', (answer: Answer) => this.#waiting.shift()?.resolve(answer));
    const fail = (fault: Error) => {
      if (this.#fault) return;
      this.#end(fault);
      ended(fault);
    };
    this.#thread.on('error', fail);
    this.#thread.on('messageerror', fail);
    this.#thread.on('exit', (code) => fail(new Error(`the thread exited with code ${code}`)));
  }

  /** Buffers in `handedOver` are transferred to the thread. Rejects when the thread has ended. */
  ask(question: Question, handedOver: readonly ArrayBuffer[] = []): Promise<Answer> {
    if (this.#fault) return Promise.reject(this.#fault);
    this.#thread.postMessage(question, handedOver);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Terminates the thread and rejects open requests. */
  async stop(): Promise<void> {
    this.#end(new Error('the thread was stopped'));
    await this.#thread.terminate();
  }

  #end(fault: Error): void {
    this.#fault ??= fault;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#fault);
  }
}
