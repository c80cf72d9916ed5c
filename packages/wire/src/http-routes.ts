import * as z from 'zod/mini';
import { analysisPending, analysisReport, analysisWait } from './analysis.ts';
import { health, matchRows, packageIndex, recordIds } from './http.ts';
import { dailyReport, loginClaim, loginToken } from './http-accounts.ts';
import { ANALYSES_SHOWN, playerAnalyses } from './http-analyses.ts';
import { diceReport } from './http-dice.ts';
import { knownKey, leaderboard, leaderboardQuery, OLDER_MATCHES, playerCard, playerRating } from './http-players.ts';
import { boundsOf, type JsonBounds } from './json-bounds.ts';
import { confirmedReport, judgedReport } from './judgements.ts';
import { keyStart, matchId, publicKey, shape } from './primitives.ts';
import { puzzleDate, puzzleResponse } from './puzzle.ts';
import {
  acquireBody,
  acquired,
  jobResult,
  MAX_SUBMITTED_VALUES,
  submitBody,
  submitted,
  workerStatus,
} from './worker.ts';

/** The rate limiter counts requests by bucket. */
export type Bucket = 'read' | 'write' | 'analysis';

/** The body of an answer: a JSON value of this shape, or text or bytes of this media type. */
export type AnswerBody =
  | { readonly json: z.core.$ZodType }
  | { readonly text: 'text/plain' | 'text/html' | 'application/octet-stream' };

export interface Answer {
  readonly description: string;
  /** Absent if the answer has no content. */
  readonly body?: AnswerBody;
  /** An alternative body, used for some paths. */
  readonly or?: AnswerBody;
}

export interface Parameter {
  readonly description: string;
  readonly schema: z.core.$ZodType;
  readonly required?: boolean;
}

/** The groups of routes in the OpenAPI document. */
export const tags = {
  Matches: 'Finished matches: records, rows, analyses and the dice of all of them.',
  Players: 'Players, their ratings and matches, and the leaderboard.',
  'Daily puzzle': 'The puzzle of a day.',
  Accounts: 'Links in mails.',
  'Public log': 'The transparency log of all results; docs/log.md describes it.',
  Workers: 'The queue of deep analysis for the programs of volunteers; docs/worker-protocol.md describes it.',
  Service: 'The service itself: for operators, monitors and programmers.',
} as const;
type Tag = keyof typeof tags;

/** The secrets of the operator by the places in which a request carries them. */
export const secrets = {
  workerKey: { in: 'header', name: 'x-worker-key', description: 'A worker key of the operator.' },
  cronKey: { in: 'header', name: 'x-cron-key', description: 'The cron key of the operator.' },
  cronKeyInQuery: {
    in: 'query',
    name: 'key',
    description: 'The cron key, for services that cannot set a header. Query strings may appear in logs.',
  },
} as const;
type SecretName = keyof typeof secrets;

/** One route of the HTTP interface. The router, the OpenAPI document and the conformance tests are derived from it. */
export interface HttpRoute {
  /** `any`: every method gets the same answer. `GET`: other methods are answered too, but clients should use GET. */
  readonly method: 'any' | 'GET' | 'POST';
  /** Path in the router’s syntax: `:name` is a parameter, `*name` one with slashes, `{…}` is optional. */
  readonly path: string;
  /** Absent if the number of requests is not limited. */
  readonly bucket?: Bucket;
  readonly tag: Tag;
  /** The purpose of the route. Its first sentence is the summary in the OpenAPI document. */
  readonly summary: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  /** The secrets of the operator of which a request must carry one. Absent if everyone may ask. */
  readonly secrets?: readonly SecretName[];
  /** The JSON request body. One that is out of these bounds is refused like one that does not match the schema, without being parsed. */
  readonly body?: { readonly schema: z.core.$ZodType; readonly bounds: JsonBounds };
  /** Answers by status. `commonAnswers` holds 400, 403, 413, 429, 500 and 503, which every route may send. */
  readonly answers: Readonly<Record<number, Answer>>;
}

/** Range and default of a number in a query. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

/**
 * A refusal. `error` is a sentence to show to a person; `code` is present if a program may need to tell
 * refusals apart.
 */
export const httpError = shape({ error: z.string(), code: z.optional(z.string()) });

/** A number in a query, in decimal digits. Other text counts as absent; a number out of range is clamped. */
const queryNumber = ({ least, most, otherwise }: NumberRange) =>
  z._default(z.int().check(z.gte(least), z.lte(most)), otherwise);

const refusal = (description: string): Answer => ({ description, body: { json: httpError } });
const json = (description: string, schema: z.core.$ZodType): Answer => ({ description, body: { json: schema } });
const page = (description: string): Answer => ({ description, body: { text: 'text/html' } });
const linkToken: Parameter = { description: 'The token of the link.', schema: z.string(), required: true };
const workerRefusals: Readonly<Record<number, Answer>> = {
  401: refusal('The worker key is wrong or missing.'),
  503: refusal('This instance accepts no volunteer workers.'),
};
const wholeKey: Parameter = { description: 'The complete public key, in lower case.', schema: publicKey };
const withSessions: Parameter = {
  description:
    '`1` for rows with two more members: `money` if the match is a money game, and `dice` if it has dice in advance. Without it no row has them.',
  schema: z.optional(z.string()),
};
const plain = (description: string): Answer => ({ description, body: { text: 'text/plain' } });
const noLog: Answer = { description: 'This service has no public log: `not found`.', body: { text: 'text/plain' } };
const missing: Answer = { description: 'The file does not exist: `not found`.', body: { text: 'text/plain' } };

/** Answers that every route may send besides its own. */
export const commonAnswers: Readonly<Record<number, Answer>> = {
  400: {
    description:
      'The path contains `..`, is absolute again (`//x`, `/c:/x`), contains a NUL, is not valid percent-encoding, is longer than 1024 bytes, or is missing (text).  ' +
      'Or the request has no `Host` header, or several (text).  ' +
      'Or the query has more than 1024 bytes or 16 pairs: JSON with the code `query-too-long`; for a page or file, the code as text.',
    body: { text: 'text/plain' },
    or: { json: httpError },
  },
  403: {
    description: 'The address is banned; `error` says until when. A request for a page gets an HTML page that says so.',
    body: { json: httpError },
  },
  413: refusal('The body is longer than 1 MB.'),
  429: refusal('Too many requests from this address; `retry-after` is the number of seconds to wait.'),
  503: refusal(
    'The bodies of all requests together take too much memory: JSON with the code `too-many-bodies`.  ' +
      'Or the service cannot use its database at the moment, and the route needs it and is limited, or is below `/records/`: JSON with the code `database-unavailable`.  ' +
      '`retry-after` is the number of seconds to wait.',
  ),
  500: { description: 'Unexpected error in the service: `internal error`.', body: { text: 'text/plain' } },
};

/** Every route by its name, in matching order. */
export const httpRoutes = {
  workerAcquire: {
    method: 'POST',
    path: '/worker/acquire',
    tag: 'Workers',
    summary: 'Leases analysis jobs to a volunteer’s worker for 60 seconds.',
    secrets: ['workerKey'],
    body: { schema: acquireBody, bounds: boundsOf(acquireBody) },
    answers: {
      200: json('A lease, or an empty list if there are no jobs for this engine.', acquired),
      400: refusal('The body does not have the documented shape.'),
      ...workerRefusals,
    },
  },
  workerSubmit: {
    method: 'POST',
    path: '/worker/submit',
    tag: 'Workers',
    summary:
      'Submits results of a lease, in one or several requests. The response header `x-refused` lists the reasons for results that were not accepted.',
    secrets: ['workerKey'],
    body: {
      schema: submitBody,
      bounds: { ...boundsOf(submitBody, boundsOf(jobResult)), values: MAX_SUBMITTED_VALUES },
    },
    answers: {
      200: json(
        'The number of accepted results, or why nothing was accepted: the lease is invalid, or the body malformed.',
        submitted,
      ),
      ...workerRefusals,
    },
  },
  workerStatus: {
    method: 'any',
    path: '/worker/status',
    tag: 'Workers',
    summary: 'The status of the deep analysis queue.',
    answers: { 200: json('The status.', workerStatus) },
  },
  health: {
    method: 'any',
    path: '/healthz',
    tag: 'Service',
    summary:
      'The health of the process, from its memory: for people and monitors. A proxy should check only that the process answers.',
    answers: {
      200: json('The health report; `ok` is true.', health),
      503: json('The health report; `ok` is false, because the process cannot write to its database.', health),
    },
  },
  leaderboard: {
    method: 'GET',
    path: '/api/leaderboard',
    bucket: 'read',
    tag: 'Players',
    summary:
      'The best players, ordered by the lower bound of their rating (rating − 2·rd). Rated matches alone count. Bots are not listed.',
    query: {
      minGames: {
        description: 'Minimum number of finished rated matches. 0 counts as 1.',
        schema: queryNumber(leaderboardQuery.minGames),
      },
      limit: { description: 'Maximum number of players.', schema: queryNumber(leaderboardQuery.limit) },
      countries: {
        description: '`1` for rows with one more member, `country`, if the player shows one. Without it no row has it.',
        schema: z.optional(z.string()),
      },
    },
    answers: { 200: json('The leaderboard.', leaderboard) },
  },
  player: {
    method: 'GET',
    path: '/api/player/:pub',
    bucket: 'read',
    tag: 'Players',
    summary: 'A player and their most recent matches.',
    parameters: { pub: wholeKey },
    query: { sessions: withSessions },
    answers: { 200: json('The player card.', playerCard), 404: refusal('`no such player`') },
  },
  playerRating: {
    method: 'GET',
    path: '/api/player/:pub/rating',
    bucket: 'read',
    tag: 'Players',
    summary: 'The present rating of a key. A key that the service has not stored has the rating of a new player.',
    parameters: { pub: wholeKey },
    answers: { 200: json('The rating.', playerRating), 404: refusal('`no such player`: the path holds no key.') },
  },
  playerMatches: {
    method: 'GET',
    path: '/api/player/:pub/matches',
    bucket: 'read',
    tag: 'Players',
    summary: `Older matches of a player, at most ${OLDER_MATCHES}, newest first.`,
    parameters: { pub: wholeKey },
    query: {
      sessions: withSessions,
      before: { description: 'Return only matches that finished before this one.', schema: z.optional(matchId) },
    },
    answers: { 200: json('Rows of the match index.', matchRows), 404: refusal('`no such player`') },
  },
  playerAnalyses: {
    method: 'GET',
    path: '/api/player/:pub/analyses',
    bucket: 'read',
    tag: 'Players',
    summary:
      `The deep reports on matches of a player, at most ${ANALYSES_SHOWN}, the newest match first: decisions, loss and PR of both players. ` +
      'After players have deleted their data, earlier matches are left out.',
    parameters: { pub: wholeKey },
    answers: { 200: json('The sums of the reports.', playerAnalyses), 404: refusal('`no such player`') },
  },
  key: {
    method: 'GET',
    path: '/api/keys/:start',
    bucket: 'read',
    tag: 'Players',
    summary: 'Completes the key prefix shown on the leaderboard to the player’s full key.',
    parameters: {
      start: { description: 'The first 16 or more hex digits, in lower case.', schema: keyStart },
    },
    answers: {
      200: json('The key.', knownKey),
      404: refusal('`no such player`: no key has this prefix, or more than one has.'),
    },
  },
  fairness: {
    method: 'GET',
    path: '/api/fairness',
    bucket: 'read',
    tag: 'Matches',
    summary: 'How often each die face was rolled in all finished matches.',
    answers: { 200: json('The dice report.', diceReport) },
  },
  puzzle: {
    method: 'GET',
    path: '/api/puzzle',
    bucket: 'read',
    tag: 'Daily puzzle',
    summary:
      'The puzzle of a day, without its answer. Today’s puzzle is created on first request; a past day has a puzzle only if it was requested on that day.',
    query: { date: { description: 'The day in UTC; defaults to today.', schema: z.optional(puzzleDate) } },
    answers: {
      200: json('The puzzle.', puzzleResponse),
      404: refusal('A future day, a past day without a puzzle, or an invalid date.'),
      503: refusal('Today’s puzzle could not be created.'),
    },
  },
  emailVerify: {
    method: 'any',
    path: '/email/verify',
    tag: 'Accounts',
    summary:
      'Target of a link in a mail: subscribes the address to the daily puzzle. GET and POST act. HEAD, other methods, and GET with `Range` or `Sec-Purpose: prefetch` change nothing, and have the same statuses.',
    query: { t: linkToken },
    answers: { 200: page('Subscribed.'), 400: page('The link has expired.') },
  },
  emailUnsubscribe: {
    method: 'any',
    path: '/email/unsubscribe',
    tag: 'Accounts',
    summary:
      'Target of a link in a mail, for people (GET) and mail programs (POST): unsubscribes the address from the daily puzzle. The page has a link to subscribe again. Other requests change nothing, as for `/email/verify`.',
    query: { t: linkToken },
    answers: { 200: page('Unsubscribed, even if it already was.'), 400: page('There is no such subscription.') },
  },
  emailNever: {
    method: 'any',
    path: '/email/never',
    tag: 'Accounts',
    summary:
      'POST of the page `/account/mails`, to which each mail that others can ask for has a link: the address gets no more of them. Other requests change nothing and have the same statuses.',
    query: { t: linkToken },
    answers: {
      200: page('Stopped, even if they already were, or nothing changed.'),
      400: page('The link is not valid.'),
    },
  },
  emailAgain: {
    method: 'any',
    path: '/email/again',
    tag: 'Accounts',
    summary:
      'POST of the same page for the way back: the address can get such mails again, and their count for the day begins anew. Other requests change nothing and have the same statuses.',
    query: { t: linkToken },
    answers: {
      200: page('Allowed, even if they already were, or nothing changed.'),
      400: page('The link is not valid.'),
    },
  },
  loginClaim: {
    method: 'POST',
    path: '/api/login-claim',
    bucket: 'write',
    tag: 'Accounts',
    summary: 'Consumes the token of a sign-in link and returns the account’s key, which the browser stores.',
    body: { schema: loginToken, bounds: boundsOf(loginToken) },
    answers: { 200: json('The account with its key.', loginClaim), 400: refusal('The link has expired.') },
  },
  dailyMailing: {
    method: 'POST',
    path: '/api/cron/daily',
    bucket: 'write',
    tag: 'Service',
    summary: 'Sends today’s puzzle to every subscriber who has not received it yet. Safe to repeat.',
    secrets: ['cronKey', 'cronKeyInQuery'],
    answers: {
      200: json('A summary of the mailing.', dailyReport),
      403: refusal('`bad key`'),
      500: refusal('There is no puzzle to send, or sending failed.'),
    },
  },
  analysis: {
    method: 'GET',
    path: '/api/analysis/:matchId',
    bucket: 'analysis',
    tag: 'Matches',
    summary: 'The analysis of a finished match. The server creates it on the first request and stores it.',
    parameters: { matchId: { description: 'The id of the match.', schema: matchId } },
    query: {
      deep: {
        description:
          '`1` for the deep analysis, computed by volunteers’ engines; anything else for the quick analysis.',
        schema: z.optional(z.string()),
      },
      wait: {
        description:
          'Seconds after which the server answers with 503 and the progress if a deep analysis is still running. If absent or 0, the server answers ' +
          'when every decision is judged, or when none was judged for 20 seconds.',
        schema: queryNumber(analysisWait),
      },
      judgements: {
        description:
          '`1` with `deep=1` for the report with one more member: the workers’ judgements that it follows from, with their signatures. ' +
          '`bg-worker verify` checks them.',
        schema: z.optional(z.string()),
      },
      confirmed: {
        description:
          '`1` with `deep=1` for the report with one more member: the number of its judgements, and of those on which workers behind different ' +
          'door keys agree.',
        schema: z.optional(z.string()),
      },
    },
    answers: {
      200: json(
        'The report, with the judgements behind it or their number if they were requested.',
        z.union([analysisReport, judgedReport, confirmedReport]),
      ),
      404: refusal('`no such match`'),
      503: json(
        'There is no report yet; `hint` says why, and `progress` how many decisions are judged.',
        analysisPending,
      ),
    },
  },
  records: {
    method: 'GET',
    path: '/api/records',
    bucket: 'read',
    tag: 'Matches',
    summary: 'Ids of the 50 most recently finished matches, newest first.',
    answers: { 200: json('Match ids.', recordIds) },
  },
  matches: {
    method: 'GET',
    path: '/api/matches',
    bucket: 'read',
    tag: 'Matches',
    summary: 'The 25 most recently finished matches, newest first.',
    query: { sessions: withSessions },
    answers: { 200: json('Rows of the match index.', matchRows) },
  },
  logCheckpoint: {
    method: 'GET',
    path: '/log/checkpoint',
    tag: 'Public log',
    summary: 'The newest checkpoint of the public log, a signed note. docs/log.md describes the log.',
    answers: { 200: plain('The signed note.'), 404: noLog },
  },
  logTile: {
    method: 'GET',
    path: '/log/tile/*path',
    tag: 'Public log',
    summary: 'A tile or an entry bundle of the public log (c2sp.org/tlog-tiles). It never changes.',
    parameters: {
      path: {
        description: 'Level and index as in `0/x001/067` or `entries/000.p/8`, with a width if it is partial.',
        schema: z.string(),
      },
    },
    answers: {
      200: { description: 'The hashes, or the entries.', body: { text: 'application/octet-stream' } },
      404: { ...noLog, description: 'The tree has no such tile: `not found`.' },
    },
  },
  logVkey: {
    method: 'GET',
    path: '/log/vkey',
    tag: 'Public log',
    summary: 'The verifier key of the public log (c2sp.org/signed-note).',
    answers: { 200: plain('One line: name, id and key.'), 204: { description: 'The service has no public log.' } },
  },
  recordProof: {
    method: 'GET',
    path: '/records/:matchId.tlog-proof',
    tag: 'Public log',
    summary:
      'The proof that the entry of a match is in the public log (c2sp.org/tlog-proof), with the entry as extra data, to be verified offline.',
    parameters: { matchId: { description: 'The id of the match.', schema: matchId } },
    answers: {
      200: plain('The proof, against the newest checkpoint.'),
      404: { ...noLog, description: 'The public log has no entry of this match, or not yet: `not found`.' },
    },
  },
  record: {
    method: 'GET',
    path: '/records/:matchId{.json}',
    tag: 'Matches',
    summary: 'The complete signed record of a finished match, as a download. The record format documents its members.',
    parameters: { matchId: { description: 'The id of the match.', schema: matchId } },
    answers: { 200: json('The record, canonical JSON.', z.looseObject({})), 404: missing },
  },
  packages: {
    method: 'GET',
    path: '/packages/index.json',
    bucket: 'read',
    tag: 'Service',
    summary:
      'The addresses of the npm packages of this server’s build, by name. The address of a package changes with its content.',
    answers: { 200: json('Addresses on this server, for `npm install` and `npx`.', packageIndex) },
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    bucket: 'read',
    tag: 'Service',
    summary: 'This description.',
    answers: { 200: json('An OpenAPI 3.1 document.', z.looseObject({ openapi: z.string() })) },
  },
} as const satisfies Record<string, HttpRoute>;

export type RouteName = keyof typeof httpRoutes;
