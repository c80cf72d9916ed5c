import * as z from 'zod/mini';
import { count, seat, shape } from './primitives.ts';

export const die = z.int().check(z.gte(1), z.lte(6));
const place = z.int().check(z.gte(0), z.lte(25));
/** Hops of one play in the mover’s own numbers: 24 … 1, 25 the bar, 0 off. */
export const hops = z.array(z.tuple([place, place])).check(z.maxLength(4));
export const byPlayer = z.tuple([count, count]);
/** As in a record: point i+1 as player 0 counts; player 0’s checkers are positive, player 1’s negative. */
export const position = shape({ points: z.array(z.int()).check(z.length(24)), bar: byPlayer, off: byPlayer });
export const cube = shape({ value: count, owner: z.nullable(seat) });
export const chance = z.number().check(z.gte(0), z.lte(1));
/** To win, win a gammon or more, a backgammon, lose a gammon or more, a backgammon. */
export const chances = z.tuple([chance, chance, chance, chance, chance]);
