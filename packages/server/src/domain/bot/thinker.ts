import type { Action } from 'bg-rules';
import type { Thought } from './decide.ts';

/** Thinks for the bot somewhere, so that nobody else waits for it. */
export interface Thinker {
  /** What to do, within a second whatever the position; null where nothing came of it. */
  think(thought: Thought): Promise<Action | null>;
}
