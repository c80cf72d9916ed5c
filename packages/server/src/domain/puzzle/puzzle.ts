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
