import * as z from 'zod/mini';
import { count, shape } from './primitives.ts';

/** GET /api/fairness: how often each face was rolled in all finished matches. */
export const diceReport = shape({
  protocol: z.literal('hmac-sha256/hashchain-reveal-v2'),
  /** Number of dice counted, two for each roll. */
  rolls: count,
  counts: shape({ '1': count, '2': count, '3': count, '4': count, '5': count, '6': count }),
  chi2: z.number(),
  df: z.literal(5),
  critical95: z.literal(11.07),
  /** True if `chi2` is below `critical95`. Null while fewer than 600 dice are counted. */
  uniform: z.nullable(z.boolean()),
  note: z.string(),
});

export type DiceReport = z.infer<typeof diceReport>;
