import { beginThread } from './begin.ts';
import type { Progress } from './instant.ts';
import type { Answered, Answers, Message, Question } from './messages.ts';
import { type Thread, watchThread } from './thread.ts';

/** An answer of the engine, or a failure to load it, for example offline before its first use. */
export type Told<Value> = Answered<Value> | { readonly ok: false; readonly code: 'not-loaded' };

type Reply = (told: Told<Answers[Question['kind']]>) => void;

/** The engine in a worker thread. The thread starts, and the engine is loaded, with the first question. */
export class Engine {
  readonly #begin: () => Thread;
  readonly #waiting = new Map<number, { readonly reply: Reply; readonly progress: Progress }>();
  #thread: { readonly port: Pick<Thread, 'postMessage'>; end(): void } | null = null;
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
    try {
      this.#thread ??= this.#started();
      this.#thread.port.postMessage({ id, question });
    } catch {
      // This browser starts no threads, or forbids this one.
      this.#fail();
    }
    return told;
  }

  /** Stops the current work. The next question starts a new thread. */
  close(): void {
    this.#thread?.end();
    this.#thread = null;
    this.#waiting.clear();
  }

  #started() {
    const port = this.#begin();
    const end = watchThread(port, { onMessage: (message) => this.#onMessage(message), onFailure: () => this.#fail() });
    return { port, end };
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
