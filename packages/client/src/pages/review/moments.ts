import { stepsOf, type Transcript } from 'bg-record';
import type { MatchState } from 'bg-rules';
import { lineOf, type Step } from '../../play/history.ts';

/** One decision of a finished match, with the state in which it was made. */
export interface Moment extends Step {
  /** The state before the decision. */
  readonly state: MatchState;
}

/** The moments of one game. */
export interface GameSpan {
  readonly game: number;
  /** The indexes of its first and last moment. */
  readonly first: number;
  readonly last: number;
  /** The score at the start of the game. */
  readonly score: readonly [number, number];
}

/** Returns every decision of a verified match, in order. */
export function momentsOf(transcript: Transcript): Moment[] {
  let rolls = 0;
  return stepsOf(transcript).flatMap((step) => {
    if (step.action.type === 'dice') rolls++;
    const line = lineOf(step, rolls);
    return line ? [{ ...line, state: step.before }] : [];
  });
}

/** Returns the index of the decision for an event number: that event, or the last decision before it. */
export function indexOfEvent(moments: readonly Moment[], n: number): number {
  return Math.max(
    0,
    moments.findLastIndex((moment) => moment.n <= n),
  );
}

/** Returns the games of a match as ranges of moments. */
export function spansOf(moments: readonly Moment[]): GameSpan[] {
  const spans: GameSpan[] = [];
  for (const [index, { game, state }] of moments.entries()) {
    const open = spans.at(-1);
    if (open?.game === game) spans[spans.length - 1] = { ...open, last: index };
    else spans.push({ game, first: index, last: index, score: state.score });
  }
  return spans;
}
