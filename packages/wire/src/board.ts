import * as z from 'zod/mini';
import { count, seat, shape } from './primitives.ts';

export const die = z.int().check(z.gte(1), z.lte(6));
const place = z.int().check(z.gte(0), z.lte(25));
/** The hops of one play, in the mover’s numbering: points 24 to 1, 25 for the bar, 0 for off. */
export const hops = z.array(z.tuple([place, place])).check(z.maxLength(4));
export const byPlayer = z.tuple([count, count]);
/**
 * A position as in a record: index i is player 0’s point i + 1; player 0’s checkers are positive, player 1’s
 * are negative.
 */
export const position = shape({ points: z.array(z.int()).check(z.length(24)), bar: byPlayer, off: byPlayer });
export const cube = shape({ value: count, owner: z.nullable(seat) });
export const chance = z.number().check(z.gte(0), z.lte(1));
/** Probabilities of: win, win a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon. */
export const chances = z.tuple([chance, chance, chance, chance, chance]);
