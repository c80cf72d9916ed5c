import { connectEngine, type RemoteEngine } from 'bg-engine';
import type { Asked, Connected, Message, Ready } from './messages.ts';

/** The interface of a worker thread with the engine. */
export interface Thread {
  onmessage: ((event: MessageEvent<Message | Ready>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: Asked | Connected, transfer?: Transferable[]): void;
  terminate(): void;
}

/**
 * A thread that has not started after this long counts as failed: browsers do not report every script that they refuse. Long enough
 * for the engine's file over a slow connection.
 */
export const START_LIMIT_MS = 60_000;

interface Events {
  /** The thread has started. It runs WebAssembly if `accelerated` is true. */
  readonly onReady?: (ready: Ready) => void;
  readonly onMessage?: (message: Message) => void;
  /** The thread could not be loaded, or has not started in time. */
  readonly onFailure: () => void;
}

/** Watches a thread that was just created. Returns the function that ends it. */
export function watchThread(thread: Thread, { onReady, onMessage, onFailure }: Events): () => void {
  const limit = setTimeout(fail, START_LIMIT_MS);
  function end(): void {
    clearTimeout(limit);
    thread.onmessage = null;
    thread.onerror = null;
    thread.terminate();
  }
  function fail(): void {
    end();
    onFailure();
  }
  thread.onmessage = ({ data }) => {
    if (data.kind !== 'ready') return onMessage?.(data);
    clearTimeout(limit);
    onReady?.(data);
  };
  thread.onerror = (event) => {
    event.preventDefault();
    fail();
  };
  return end;
}

/** The engine of bg-engine in a thread. */
export interface EngineThread {
  readonly engine: RemoteEngine;
  /** Resolves when the thread has started. */
  readonly ready: Promise<Ready>;
  /** Rejects when the thread ends, or if the engine cannot be loaded, for example offline before its first use. */
  readonly ended: Promise<never>;
  end(): void;
}

/**
 * Connects the page, or another thread, with the engine in a thread that was just created.
 *
 * @param isHelper true if the thread shall work alone, false if it may start threads that help it
 */
export function connectThread(thread: Thread, isHelper: boolean): EngineThread {
  const { port1, port2 } = new MessageChannel();
  let start: (ready: Ready) => void = () => undefined;
  let lose: () => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = () => reject(new Error('The thread of the engine has ended.'));
  });
  const started = new Promise<Ready>((resolve) => {
    start = resolve;
  });
  const ready = Promise.race([started, lost]);
  for (const promise of [ready, lost]) promise.catch(() => undefined);
  const onFailure = () => {
    port1.close();
    lose();
  };
  const stop = watchThread(thread, { onReady: start, onFailure });
  thread.postMessage({ port: port2, isHelper }, [port2]);
  const end = () => {
    stop();
    onFailure();
  };
  return { engine: connectEngine(port1), ready, ended: lost, end };
}
