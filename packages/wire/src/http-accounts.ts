import * as z from 'zod/mini';
import { count, emailAddress, name, privateJwk, publicKey, shape } from './primitives.ts';

/** The body of POST /api/login-claim. */
export const loginToken = z.object({ token: z.string().check(z.maxLength(200)) });

/** The answer of POST /api/login-claim: the account with its key, for the browser to store. */
export const loginClaim = shape({ pub: publicKey, username: name, email: emailAddress, jwk: privateJwk });

/** The answer of POST /api/cron/daily: a summary of the mailing. */
export const dailyReport = z.union([
  shape({ skipped: z.string() }),
  shape({ sent: z.literal(0), due: z.literal(0) }),
  shape({
    /** UTC, YYYY-MM-DD. */
    date: z.string(),
    ok: count,
    failed: count,
    /** Mails that were not tried because the mail provider failed. */
    skipped: count,
    /** For each mail that was tried, in order: true if the provider accepted it. */
    outcomes: z.array(z.boolean()),
    /** Subscribers who had not yet been sent the mail. */
    due: count,
  }),
]);

export type LoginClaim = z.infer<typeof loginClaim>;
export type DailyReport = z.infer<typeof dailyReport>;
