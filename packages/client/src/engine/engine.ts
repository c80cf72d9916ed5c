import type { Progress } from './instant.ts';
import type { Answered, Answers, Asked, Connected, Message, Question } from './messages.ts';

/** The interface of a worker thread for the page. */
export interface Thread {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: Asked | Connected, transfer?: Transferable[]): void;
  terminate(): void;
}

/** An answer of the engine, or a failure to load it, for example offline before its first use. */
export type Told<Value> = Answered<Value> | { readonly ok: false; readonly code: 'not-loaded' };

type Reply = (told: Told<Answers[Question['kind']]>) => void;

/** The engine in a worker thread. The thread starts, and the engine is loaded, with the first question. */
export class Engine {
  readonly #begin: () => Thread;
  readonly #waiting = new Map<number, { readonly reply: Reply; readonly progress: Progress }>();
  #thread: Thread | null = null;
  #asked = 0;

  constructor(begin: () => Thread = beginThread) {
    this.#begin = begin;
  }

  /** Never rejects. If the engine is closed in the meantime, the promise stays pending. */
  ask<Kind extends Question['kind']>(
    question: Extract<Question, { kind: Kind }>,
    progress: Progress = () => undefined,
  ): Promise<Told<Answers[Kind]>> {
    const id = this.#asked++;
    const told = new Promise<Told<Answers[Kind]>>((resolve) => {
      this.#waiting.set(id, { reply: resolve as Reply, progress });
    });
    this.#thread ??= this.#started();
    this.#thread.postMessage({ id, question });
    return told;
  }

  /** Stops the current work. The next question starts a new thread. */
  close(): void {
    this.#thread?.terminate();
    this.#thread = null;
    this.#waiting.clear();
  }

  #started(): Thread {
    const thread = this.#begin();
    thread.onmessage = ({ data }) => this.#onMessage(data);
    thread.onerror = (event) => {
      event.preventDefault();
      this.#fail();
    };
    return thread;
  }

  #onMessage(message: Message): void {
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'progress') waiting?.progress(message.done, message.wanted);
    else {
      this.#waiting.delete(message.id);
      waiting?.reply(message.answered);
    }
  }

  #fail(): void {
    const replies = [...this.#waiting.values()];
    this.close();
    for (const { reply } of replies) reply({ ok: false, code: 'not-loaded' });
  }
}

/** Starts the engine's thread. */
export function beginThread(): Thread {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}
