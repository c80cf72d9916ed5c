import { connectEngine, type RemoteEngine } from 'bg-engine';
import { beginThread } from './engine.ts';

/** The interface of a worker thread that serves the engine on a port. */
interface StudyThread {
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: { readonly port: MessagePort }, transfer: Transferable[]): void;
  terminate(): void;
}

interface Started {
  readonly engine: RemoteEngine;
  /** Rejects when the thread ends, or if the engine cannot be loaded, for example offline before its first use. */
  readonly ended: Promise<never>;
  end(): void;
}

/**
 * The engine for positions that the reader sets up, in a thread of its own. No match is involved, so no permission is
 * needed. The thread starts, and the engine is loaded, with the first question.
 */
export class StudyEngine {
  readonly #begin: () => StudyThread;
  #started: Started | null = null;

  constructor(begin: () => StudyThread = beginThread) {
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
    const stop = () => started.end();
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
    this.#started?.end();
  }

  #start(): Started {
    const thread = this.#begin();
    const { port1, port2 } = new MessageChannel();
    let end = () => {};
    const ended = new Promise<never>((_, reject) => {
      end = () => {
        if (this.#started === started) this.#started = null;
        port1.close();
        thread.terminate();
        reject(new Error('The thread of the engine has ended.'));
      };
    });
    ended.catch(() => undefined);
    const started: Started = { engine: connectEngine(port1), ended, end };
    thread.onerror = (event) => {
      event.preventDefault();
      end();
    };
    thread.postMessage({ port: port2 }, [port2]);
    return started;
  }
}
