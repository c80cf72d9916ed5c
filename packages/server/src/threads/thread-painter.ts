import type { Painter } from '../domain/links/pictures.ts';
import type { Log } from '../domain/ports/world.ts';
import type { Painting, Subject } from './picture-thread.ts';
import { ThreadCalls, type ThreadScript } from './thread-calls.ts';

/** Limit of pictures that wait or are being painted. More are refused. */
const MAX_WAITING = 8;

/** Paints pictures in a separate thread, which starts with the first one. A failed thread is replaced. */
export class ThreadPainter implements Painter {
  readonly #script: ThreadScript;
  readonly #log: Log;
  #thread: ThreadCalls<Subject, Painting> | null = null;
  #waiting = 0;
  #hasStopped = false;

  constructor(script: ThreadScript, log: Log) {
    this.#script = script;
    this.#log = log;
  }

  get isBusy(): boolean {
    return this.#hasStopped || this.#waiting >= MAX_WAITING;
  }

  paint: Painter['paint'] = async (subject) => {
    if (this.isBusy) return null;
    this.#waiting += 1;
    try {
      this.#thread ??= this.#start();
      const painting = await this.#thread.ask(subject);
      if ('png' in painting) return painting.png;
      this.#log.error({ fault: painting.fault }, 'could not paint a picture');
      return null;
    } catch {
      // The thread has ended, which is logged once.
      return null;
    } finally {
      this.#waiting -= 1;
    }
  };

  async stop(): Promise<void> {
    this.#hasStopped = true;
    await this.#thread?.stop();
  }

  #start(): ThreadCalls<Subject, Painting> {
    const thread = new ThreadCalls<Subject, Painting>(this.#script, (err) => {
      if (this.#hasStopped) return;
      this.#log.error({ err }, 'the picture thread ended; the next picture gets a new one');
      this.#thread = null;
    });
    return thread;
  }
}
