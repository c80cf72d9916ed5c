import * as z from 'zod/mini';
import { count, emailAddress, name, privateJwk, publicKey, shape } from './primitives.ts';

/** The body of POST /api/login-claim. */
export const loginToken = z.object({ token: z.string().check(z.maxLength(200)) });

/** POST /api/login-claim: the account with its key, for the browser to install. */
export const loginClaim = shape({ pub: publicKey, username: name, email: emailAddress, jwk: privateJwk });

/** POST /api/cron/daily: what was done. */
export const dailyReport = z.union([
  shape({ skipped: z.string() }),
  shape({ sent: z.literal(0), due: z.literal(0) }),
  shape({
    /** UTC, YYYY-MM-DD. */
    date: z.string(),
    ok: count,
    failed: count,
    /** Not tried because the mail provider failed. */
    skipped: count,
    /** Whether each mail that was tried was taken, in order. */
    outcomes: z.array(z.boolean()),
    /** Subscribers who were waiting for the mail. */
    due: count,
  }),
]);

export type LoginClaim = z.infer<typeof loginClaim>;
export type DailyReport = z.infer<typeof dailyReport>;
