import type { Action } from 'bg-rules';
import type { DecisionRequest } from '../domain/bot/decide.ts';

/** A position to decide. */
export interface Consideration {
  readonly number: number;
  readonly request: DecisionRequest;
  /** Time after which nobody waits for the answer, milliseconds since the epoch. */
  readonly until: number;
}

/** A decision: a quick one first, then a better one if the level looks ahead. */
export interface Idea {
  readonly number: number;
  readonly action: Action | null;
  readonly isFinal: boolean;
}
