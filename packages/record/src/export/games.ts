import type { GameResult } from 'bg-rules';
import { type Step, stepsOf } from '../steps.ts';
import type { Transcript } from '../types.ts';

/** One game of a match. */
export interface Game {
  /** Number of the game, from 1. */
  readonly number: number;
  readonly scoreBefore: readonly [number, number];
  readonly crawford: boolean;
  readonly steps: readonly Step[];
  /** Null if the match ended within the game. */
  readonly result: GameResult | null;
  /** A sentence about what is left out at the end of the steps, if anything is. */
  readonly gap?: string;
}

/** Groups the steps of a match by game. */
export function gamesOf(transcript: Transcript): Game[] {
  const games: [Step, ...Step[]][] = [];
  for (const step of stepsOf(transcript)) {
    const game = games[step.before.game - 1];
    if (game) game.push(step);
    else games.push([step]);
  }
  return games.map((steps, index) => ({
    number: index + 1,
    scoreBefore: steps[0].before.score,
    // Formally a match to 1 is one Crawford game, but no program calls it so.
    crawford: steps[0].before.crawford,
    steps,
    result: steps.at(-1)?.after.games[index] ?? null,
  }));
}
