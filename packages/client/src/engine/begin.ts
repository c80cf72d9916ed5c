import type { Thread } from './thread.ts';

/** Starts the engine's thread. The file of the worker is the engine; its threads that help start it by their own address. */
export function beginThread(): Thread {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}
