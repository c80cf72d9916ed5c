import type { Step as RecordStep } from 'bg-record';
import type { MatchState, Player } from 'bg-rules';
import { lineOf, type Step } from '../play/history.ts';
import { shownScore } from '../play/score.ts';

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

/**
 * Returns every decision of a match, in order.
 *
 * @param undoubled the events of the rolls that are decisions, because a double was worth a thought
 */
export function momentsOf(steps: readonly RecordStep[], undoubled: ReadonlySet<number> = new Set()): Moment[] {
  let rolls = 0;
  return steps.flatMap((step): Moment[] => {
    const { n, action, before } = step;
    if (action.type === 'dice') rolls++;
    if (action.type === 'roll' && undoubled.has(n)) return [rollMoment(n, action.player, before)];
    const line = lineOf(step, rolls);
    return line ? [{ ...line, state: before }] : [];
  });
}

function rollMoment(n: number, player: Player, state: MatchState): Moment {
  const { game, position, cube, score, length } = state;
  const nothing = { dice: null, hops: [], roll: 0, points: 0, reason: null, ended: null };
  const lies = { before: position, after: position, cube, score: shownScore(score, length) };
  return { ...nothing, ...lies, n, type: 'roll', player, game, state };
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
