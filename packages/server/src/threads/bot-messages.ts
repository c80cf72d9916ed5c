import type { Action } from 'bg-rules';
import type { Thought } from '../domain/bot/decide.ts';

/** What the thread is to think about. */
export interface Consideration {
  readonly number: number;
  readonly thought: Thought;
  /** Milliseconds since the epoch after which nobody waits for it. */
  readonly until: number;
}

/** What it has come to: a quick idea, and a better one where it looks deeper. */
export interface Idea {
  readonly number: number;
  readonly action: Action | null;
  readonly isFinal: boolean;
}
