import * as z from 'zod/mini';
import { analysisPending, analysisReport, analysisWait } from './analysis.ts';
import { health, matchRows, recordIds } from './http.ts';
import { dailyReport, loginClaim, loginToken } from './http-accounts.ts';
import { diceReport } from './http-dice.ts';
import { knownKey, leaderboard, leaderboardQuery, OLDER_MATCHES, playerCard } from './http-players.ts';
import { keyStart, matchId, publicKey, shape } from './primitives.ts';
import { puzzleDate, puzzleResponse } from './puzzle.ts';
import { acquireBody, acquired, submitBody, submitted, workerStatus } from './worker.ts';

/** Requests are counted by these; routes in none of them share the general one. */
export type Bucket = 'read' | 'write' | 'analysis' | 'general';

/** What an answer carries: a JSON value of this shape, or text of this media type. */
export type AnswerBody = { readonly json: z.core.$ZodType } | { readonly text: 'text/plain' | 'text/html' };

export interface Answer {
  readonly description: string;
  readonly body: AnswerBody;
  /** What other paths answer with instead. */
  readonly or?: AnswerBody;
}

export interface Parameter {
  readonly description: string;
  readonly schema: z.core.$ZodType;
  readonly required?: boolean;
}

/** One route of the HTTP interface: what the server registers, the documentation says and the tests hold answers to. */
export interface HttpRoute {
  /** `any`: every method gets the same answer. `GET` is how it is meant to be asked; other methods are answered alike. */
  readonly method: 'any' | 'GET' | 'POST';
  /** As the router takes it: `:name` is a parameter, `{…}` may be left out. */
  readonly path: string;
  readonly bucket: Bucket;
  readonly summary: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  /** The JSON that is posted. */
  readonly body?: z.core.$ZodType;
  /** By status; 400, 403, 413, 429 and 500 of every route are said once, in `commonAnswers`. */
  readonly answers: Readonly<Record<number, Answer>>;
}

/** The range of a number in a query, and what counts when none is given. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

/** A refusal that a program can show to a person; `code` where a program may want to tell it from others. */
export const httpError = shape({ error: z.string(), code: z.optional(z.string()) });

/** Numbers in a query are decimal digits; anything else counts as not given, one out of range as the nearest in range. */
const queryNumber = ({ least, most, otherwise }: NumberRange) =>
  z._default(z.int().check(z.gte(least), z.lte(most)), otherwise);

const refusal = (description: string): Answer => ({ description, body: { json: httpError } });
const json = (description: string, schema: z.core.$ZodType): Answer => ({ description, body: { json: schema } });
const page = (description: string): Answer => ({ description, body: { text: 'text/html' } });
const linkToken: Parameter = { description: 'The token of the link.', schema: z.string(), required: true };
const workerKey = {
  'x-worker-key': { description: 'The worker key of the operator.', schema: z.string(), required: true },
};
const workerRefusals: Readonly<Record<number, Answer>> = {
  400: refusal('The body has not the documented shape.'),
  401: refusal('The worker key is wrong or missing.'),
  503: refusal('This instance accepts no volunteer workers.'),
};
const wholeKey: Parameter = { description: 'The whole public key, in lower case.', schema: publicKey };
const missing: Answer = { description: 'Nothing is there: `not found`.', body: { text: 'text/plain' } };

/** What any route may answer besides its own. */
export const commonAnswers: Readonly<Record<number, Answer>> = {
  400: {
    description:
      'The path climbs with `..`, begins anew (`//x`, `/c:/x`), carries a NUL, is not percent-encoding or is longer than 1024 bytes; or there is none (text). ' +
      'Or the query has more than 1024 bytes or 16 pairs: JSON with the code `query-too-long`, of a page or file the code as text.',
    body: { text: 'text/plain' },
    or: { json: httpError },
  },
  403: {
    description: 'The address is banned: `error` says until when. Who asks for a page gets one that says so.',
    body: { json: httpError },
  },
  413: refusal('The body is longer than 1 MB.'),
  429: refusal('Too many requests of this address; `retry-after` says in how many seconds to come back.'),
  500: { description: 'Something went wrong in the service: `internal error`.', body: { text: 'text/plain' } },
};

/** Every route by its name, in the order in which they are matched. */
export const httpRoutes = {
  workerAcquire: {
    ...{ method: 'POST', path: '/worker/acquire', bucket: 'general' },
    summary: 'Gives a volunteer’s worker jobs on a lease of 60 seconds.',
    headers: workerKey,
    body: acquireBody,
    answers: { 200: json('A lease, or no jobs when there is no work for this engine.', acquired), ...workerRefusals },
  },
  workerSubmit: {
    ...{ method: 'POST', path: '/worker/submit', bucket: 'general' },
    summary:
      'Hands in results of a lease, all at once or some at a time. `x-refused` of the answer names the reasons why some were not taken.',
    headers: workerKey,
    body: submitBody,
    answers: { 200: json('What was taken, or why the lease is none.', submitted), ...workerRefusals },
  },
  workerStatus: {
    ...{ method: 'any', path: '/worker/status', bucket: 'general' },
    summary: 'How the queue of deep analysis is doing.',
    answers: { 200: json('The status.', workerStatus) },
  },
  health: {
    ...{ method: 'any', path: '/healthz', bucket: 'general' },
    summary: 'How the process is.',
    answers: { 200: json('The health report.', health) },
  },
  leaderboard: {
    ...{ method: 'GET', path: '/api/leaderboard', bucket: 'read' },
    summary: 'The best players, by the lowest rating that each very likely has. Bots are not listed.',
    query: {
      minGames: {
        description: 'Finished matches that a player must have.',
        schema: queryNumber(leaderboardQuery.minGames),
      },
      limit: { description: 'Players at most.', schema: queryNumber(leaderboardQuery.limit) },
    },
    answers: { 200: json('The leaderboard.', leaderboard) },
  },
  player: {
    ...{ method: 'GET', path: '/api/player/:pub', bucket: 'read' },
    summary: 'A player with the most recent matches.',
    parameters: { pub: wholeKey },
    answers: { 200: json('The player card.', playerCard), 404: refusal('`no such player`') },
  },
  playerMatches: {
    ...{ method: 'GET', path: '/api/player/:pub/matches', bucket: 'read' },
    summary: `More of a player’s matches than the card has: ${OLDER_MATCHES} at most, newest first.`,
    parameters: { pub: wholeKey },
    query: {
      before: { description: 'Only matches that finished before this one.', schema: z.optional(matchId) },
    },
    answers: { 200: json('Rows of the match index.', matchRows), 404: refusal('`no such player`') },
  },
  key: {
    ...{ method: 'GET', path: '/api/keys/:start', bucket: 'read' },
    summary: 'The whole key of a player from its beginning, which is all that the leaderboard shows.',
    parameters: {
      start: { description: 'The first 16 hex digits or more, in lower case.', schema: keyStart },
    },
    answers: { 200: json('The key.', knownKey), 404: refusal('`no such player`: no key begins so, or more than one.') },
  },
  fairness: {
    ...{ method: 'GET', path: '/api/fairness', bucket: 'read' },
    summary: 'How often each face of the dice fell in all finished matches.',
    answers: { 200: json('The dice report.', diceReport) },
  },
  puzzle: {
    ...{ method: 'GET', path: '/api/puzzle', bucket: 'read' },
    summary:
      'The puzzle of a day, without its answer. Only today’s is made on demand; past ones are there if they were asked for.',
    query: { date: { description: 'The day in UTC; today when absent.', schema: z.optional(puzzleDate) } },
    answers: {
      200: json('The puzzle.', puzzleResponse),
      404: refusal('A day to come, a past one without a puzzle, or no day at all.'),
      503: refusal('Today’s puzzle could not be made.'),
    },
  },
  emailVerify: {
    ...{ method: 'any', path: '/email/verify', bucket: 'general' },
    summary: 'The link of a mail: turns the daily puzzle by mail on.',
    query: { t: linkToken },
    answers: { 200: page('Subscribed.'), 400: page('The link has expired.') },
  },
  emailUnsubscribe: {
    ...{ method: 'any', path: '/email/unsubscribe', bucket: 'general' },
    summary: 'The link of a mail, for people (GET) and mail programs (POST): turns the daily puzzle by mail off.',
    query: { t: linkToken },
    answers: { 200: page('Unsubscribed, also when it was before.'), 400: page('There is nothing to unsubscribe.') },
  },
  loginClaim: {
    ...{ method: 'POST', path: '/api/login-claim', bucket: 'write' },
    summary: 'Uses up the token of a sign-in link; the browser installs the key of the answer.',
    body: loginToken,
    answers: { 200: json('The account with its key.', loginClaim), 400: refusal('The link has expired.') },
  },
  dailyMailing: {
    ...{ method: 'POST', path: '/api/cron/daily', bucket: 'write' },
    summary: 'Sends today’s puzzle to every subscriber who is still to get it. Safe to repeat.',
    headers: { 'x-cron-key': { description: 'The cron key of the operator.', schema: z.optional(z.string()) } },
    query: {
      key: {
        description: 'The same, for services that set no header: it stands in logs.',
        schema: z.optional(z.string()),
      },
    },
    answers: {
      200: json('What was done.', dailyReport),
      403: refusal('`bad key`'),
      500: refusal('There is no puzzle to send, or sending went wrong.'),
    },
  },
  analysis: {
    ...{ method: 'GET', path: '/api/analysis/:matchId', bucket: 'analysis' },
    summary: 'What a finished match was played like: made when first asked for, then kept.',
    parameters: { matchId: { description: 'The id of the match.', schema: matchId } },
    query: {
      deep: {
        description: '`1` for the tier that volunteers’ engines compute; anything else for the quick look.',
        schema: z.optional(z.string()),
      },
      wait: {
        description:
          'Seconds after which a deep analysis that goes on is answered with 503 and its progress. Without it, or with 0, the answer comes ' +
          'when everything is judged or nothing was for 20 seconds.',
        schema: queryNumber(analysisWait),
      },
    },
    answers: {
      200: json('The report.', analysisReport),
      404: refusal('`no such match`'),
      503: json('There is no report yet; `hint` says why, `progress` how far it has come.', analysisPending),
    },
  },
  records: {
    ...{ method: 'GET', path: '/api/records', bucket: 'read' },
    summary: 'Ids of the 50 matches that finished last, newest first. Pages of other sites may fetch them.',
    answers: { 200: json('Match ids.', recordIds) },
  },
  matches: {
    ...{ method: 'GET', path: '/api/matches', bucket: 'read' },
    summary: 'The 25 matches that finished last, newest first.',
    answers: { 200: json('Rows of the match index.', matchRows) },
  },
  record: {
    ...{ method: 'GET', path: '/records/:matchId{.json}', bucket: 'general' },
    summary:
      'The whole signed record of a finished match, to be saved. Its form is the record format’s. Pages of other sites may fetch it.',
    parameters: { matchId: { description: 'The id of the match.', schema: matchId } },
    answers: { 200: json('The record, canonical JSON.', z.looseObject({})), 404: missing },
  },
  openapi: {
    ...{ method: 'GET', path: '/api/openapi.json', bucket: 'read' },
    summary: 'This description.',
    answers: { 200: json('An OpenAPI 3.1 document.', z.looseObject({ openapi: z.string() })) },
  },
} as const satisfies Record<string, HttpRoute>;

export type RouteName = keyof typeof httpRoutes;
