import type { Action } from 'bg-rules';
import type { Thought } from './decide.ts';

/** Computes bot decisions off the main thread. */
export interface Thinker {
  /** Decides within a second for any position. Returns null on failure. */
  think(thought: Thought): Promise<Action | null>;
}
