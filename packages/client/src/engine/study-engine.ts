import type { RemoteEngine } from 'bg-engine';
import { beginThread } from './begin.ts';
import { connectThread, type EngineThread, type Thread } from './thread.ts';

/**
 * The engine for positions that the reader sets up, in a thread of its own. No match is involved, so no permission is
 * needed. The thread starts, and the engine is loaded, with the first question.
 */
export class StudyEngine {
  readonly #begin: () => Thread;
  #started: EngineThread | null = null;

  constructor(begin: () => Thread = beginThread) {
    this.#begin = begin;
  }

  /**
   * Asks one question. If it is aborted, the thread ends with its work, because a search does not listen while it runs;
   * the next question starts a new thread. Rejects with the signal's reason, or if the engine cannot be loaded.
   */
  async ask<Value>(question: (engine: RemoteEngine) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted();
    this.#started ??= this.#start();
    const started = this.#started;
    const stop = () => this.#end(started);
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([question(started.engine), started.ended]);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ends the thread. Questions without an answer are rejected. */
  close(): void {
    if (this.#started) this.#end(this.#started);
  }

  #end(started: EngineThread): void {
    if (this.#started === started) this.#started = null;
    started.end();
  }

  #start(): EngineThread {
    const started = connectThread(this.#begin(), false);
    started.ended.catch(() => this.#end(started));
    return started;
  }
}
