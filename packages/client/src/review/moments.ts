import { stepsOf, type Transcript } from 'bg-record';
import type { MatchState } from 'bg-rules';
import { readHistory, type Step } from '../match/history.ts';

/** One decision of a finished match, with everything that was known when it was taken. */
export interface Moment extends Step {
  /** As it stood before the decision. */
  readonly state: MatchState;
}

/** A stretch of moments that are one game. */
export interface GameSpan {
  readonly game: number;
  /** Indexes of its first and last moment. */
  readonly first: number;
  readonly last: number;
  /** The score at its beginning. */
  readonly score: readonly [number, number];
}

/** Every decision of a match that was verified, in order. */
export function momentsOf(transcript: Transcript): Moment[] {
  const states = new Map(stepsOf(transcript).map(({ n, before }) => [n, before]));
  return readHistory(transcript.header, transcript.events).steps.flatMap((step) => {
    const state = states.get(step.n);
    return state ? [{ ...step, state }] : [];
  });
}

/** Index of the decision that an event number leads to: that event itself, or the last decision before it. */
export function indexOfEvent(moments: readonly Moment[], n: number): number {
  return Math.max(
    0,
    moments.findLastIndex((moment) => moment.n <= n),
  );
}

/** The games of a match as stretches of moments. */
export function spansOf(moments: readonly Moment[]): GameSpan[] {
  const spans: GameSpan[] = [];
  for (const [index, { game, state }] of moments.entries()) {
    const open = spans.at(-1);
    if (open?.game === game) spans[spans.length - 1] = { ...open, last: index };
    else spans.push({ game, first: index, last: index, score: state.score });
  }
  return spans;
}
