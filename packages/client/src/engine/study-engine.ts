import { connectEngine, type RemoteEngine } from 'bg-engine';
import { beginThread } from './engine.ts';

/** The engine for positions that the reader sets up: no match is involved, so no permission is needed. */
export interface StudyEngine {
  readonly engine: RemoteEngine;
  close(): void;
}

/**
 * Starts the engine's thread and connects to it.
 *
 * @param failed called if the engine cannot be loaded, for example offline before its first use
 */
export function openStudyEngine(failed: () => void): StudyEngine {
  const thread = beginThread();
  const { port1, port2 } = new MessageChannel();
  thread.onerror = (event) => {
    event.preventDefault();
    failed();
  };
  thread.postMessage({ port: port2 }, [port2]);
  return {
    engine: connectEngine(port1),
    close: () => {
      port1.close();
      thread.terminate();
    },
  };
}
