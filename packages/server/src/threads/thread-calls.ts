import { Worker } from 'node:worker_threads';
import { endThread } from '../shared/thread-end.ts';

/** The script of a thread and how to start it. */
export interface ThreadScript {
  readonly url: URL;
  /** Node.js options for the script. */
  readonly execArgv?: readonly string[];
  /** Command-line arguments of the script. */
  readonly argv?: readonly string[];
}

/**
 * The script of the thread `name`. `base` is the URL of a module in src/ or dist/. From src/, the thread is started through a loader for
 * TypeScript.
 */
export function threadScript(name: string, base: string): ThreadScript {
  if (!base.endsWith('.ts')) return { url: new URL(`threads/${name}.js`, base) };
  const fromSource = new URL('threads/from-source.mjs', base);
  return { url: fromSource, execArgv: ['--conditions=@anchor/source'], argv: [`./${name}.ts`] };
}

// Limits for garbage, which counts towards the process: by default the young generation of one thread may take 48 MB. The limit of the old
// generation is many times what any thread here needs.
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

export function startThread({ url, execArgv = [], argv = [] }: ThreadScript): Worker {
  return new Worker(url, { execArgv: [...execArgv], argv: [...argv], resourceLimits });
}

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

  /** True if the thread has answered all requests. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Buffers in `handedOver` are transferred to the thread. Rejects when the thread has ended. */
  ask(question: Question, handedOver: readonly ArrayBuffer[] = []): Promise<Answer> {
    if (this.#fault) return Promise.reject(this.#fault);
    this.#thread.postMessage(question, handedOver);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Ends the thread and rejects open requests. */
  async stop(): Promise<void> {
    this.#end(new Error('the thread was stopped'));
    await endThread(this.#thread);
  }

  #end(fault: Error): void {
    this.#fault ??= fault;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#fault);
  }
}
