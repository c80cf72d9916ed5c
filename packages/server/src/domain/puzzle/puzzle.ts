import type { PuzzleAnswer, PuzzlePlay, PuzzleView } from '@anchor/wire';
import { applyPlay, type Hop, samePosition } from 'bg-rules';
import * as z from 'zod/mini';

const count = z.int().check(z.nonnegative());
const seat = z.union([z.literal(0), z.literal(1)]);
const die = z.int().check(z.gte(1), z.lte(6));
const hops = z.array(z.tuple([count, count]));
const byPlayer = z.tuple([count, count]);
const chance = z.number();

const puzzle = z.object({
  position: z.object({ points: z.array(z.int()).check(z.length(24)), bar: byPlayer, off: byPlayer }),
  dice: z.tuple([die, die]),
  cube: z.object({ value: count, owner: z.nullable(seat) }),
  score: byPlayer,
  length: count,
  crawford: z.boolean(),
  jacoby: z.boolean(),
  beavers: z.boolean(),
  plays: z
    .array(z.object({ hops, equity: z.number(), chances: z.tuple([chance, chance, chance, chance, chance]) }))
    .check(z.minLength(1)),
});

/** A position in which player 0 has rolled, with the engine's evaluation of every play, in an order that reveals nothing. */
export type Puzzle = z.infer<typeof puzzle>;

/** Parses a stored puzzle. Throws when the text is not valid. */
export function parsePuzzle(text: string): Puzzle {
  return z.parse(puzzle, JSON.parse(text));
}

/** The public view. It has only the number of plays, which anyone can count, and nothing that depends on their evaluation. */
export function viewOf(date: string, puzzle: Puzzle): PuzzleView {
  const { position, dice, cube, score, length, crawford, jacoby, beavers, plays } = puzzle;
  return { date, position, dice, cube, score, length, crawford, jacoby, beavers, choices: plays.length };
}

const SHOWN = 5;

/** Scores a play by the stored evaluation. Returns null when it is not legal. Plays of equal equity share the better rank. */
export function scoreOf(puzzle: Puzzle, hops: readonly Hop[]): PuzzleAnswer | null {
  const index = playIndex(puzzle, hops);
  const best = Math.max(...puzzle.plays.map(({ equity }) => equity));
  const judged = puzzle.plays.map((play): PuzzlePlay => ({ ...play, loss: round(best - play.equity) }));
  const play = judged[index];
  if (!play) return null;
  const rank = 1 + judged.filter(({ loss }) => loss < play.loss).length;
  const sorted = judged.toSorted((a, b) => a.loss - b.loss);
  return { rank, loss: play.loss, play, best: sorted.slice(0, SHOWN) };
}

/** Plays that reach the same position are the same play. */
function playIndex({ position, dice, plays }: Puzzle, hops: readonly Hop[]): number {
  const after = applyPlay(position, 0, dice, hops);
  if (!after.ok) return -1;
  return plays.findIndex((play) => {
    const other = applyPlay(position, 0, dice, play.hops);
    return other.ok && samePosition(other.value, after.value);
  });
}

/** Stored equities have five decimals, so round their differences to five. */
function round(loss: number): number {
  return Math.round(loss * 1e5) / 1e5;
}
