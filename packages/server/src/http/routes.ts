import { gzipSync } from 'node:zlib';
import {
  type AnalysisPending,
  analysisWait,
  type Health,
  type HttpRoute,
  httpRoutes,
  type PuzzleResponse,
  type RouteName,
} from '@anchor/wire';
import Router, { type RouterContext } from '@koa/router';
import type { Context, Next } from 'koa';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import { accountHandlers } from './account-answers.ts';
import { logHandlers } from './log-answers.ts';
import type { HttpParts } from './parts.ts';
import { diceReportBody, makeMatchRow, playerHandlers, withSessions } from './player-handlers.ts';
import type { Responses } from './raw-answers.ts';
import { NEWEST_RECORDS, sendGzip, sendRecord } from './record-files.ts';
import { addressOf, queryNumber, queryValue } from './request.ts';
import { answerJson, answerWrittenJson, JSON_TYPE, refuseJson } from './response.ts';
import { workerHandlers } from './worker-answers.ts';

type Handler = (ctx: RouterContext, next: Next) => void | Promise<void>;

/** The handler of each route. Order, methods and paths are defined in the wire package. */
function makeHandlers(parts: HttpParts, responses: Responses): Record<RouteName, Handler> {
  const { health, records, answers, dice, openApi } = parts;
  // Written and compressed once: both take several milliseconds.
  const description = gzipSync(JSON.stringify(openApi));
  const newest = async (isWithSessions: boolean) =>
    JSON.stringify((await records.recentRows(25)).map((row) => makeMatchRow(row, isWithSessions)));
  return {
    ...workerHandlers(parts),
    health: (ctx) => answerHealth(ctx, health()),
    ...playerHandlers(parts),
    fairness: async (ctx) => answerJson(ctx, diceReportBody(await dice.totals())),
    puzzle: (ctx) => answerPuzzle(parts.puzzles, ctx),
    ...accountHandlers(parts),
    analysis: (ctx) => answerAnalysis(parts, ctx.params.matchId ?? '', ctx),
    records: async (ctx) => answerJson(ctx, await records.recentIds(NEWEST_RECORDS)),
    matches: async (ctx) => {
      const sessions = withSessions(ctx);
      const name = sessions ? 'matches with sessions' : 'matches';
      answerWrittenJson(ctx, await answers.get(name, () => newest(sessions)));
    },
    ...logHandlers(parts, responses),
    record: (ctx, next) => sendRecord(records, responses, ctx.params.matchId ?? '', ctx, next),
    packages: (ctx) => answerJson(ctx, parts.packages.index),
    openapi: (ctx) => {
      ctx.set('cache-control', 'no-store');
      ctx.set('content-type', JSON_TYPE);
      ctx.vary('accept-encoding');
      sendGzip(description, responses, ctx);
    },
  };
}

/** The routes, in matching order. A request that matches none falls through. */
export function makeRouter(parts: HttpParts, responses: Responses): Router {
  const router = new Router({ strict: true, sensitive: true });
  const handlers = makeHandlers(parts, responses);
  for (const name of routeNames) {
    const { method } = routes[name];
    const path = routedPath(routes[name]);
    if (method === 'POST') router.post(name, path, handlers[name]);
    else router.all(name, path, handlers[name]);
  }
  return router;
}

const routes: Readonly<Record<RouteName, HttpRoute>> = httpRoutes;
const routeNames = Object.keys(httpRoutes).filter((name): name is RouteName => Object.hasOwn(httpRoutes, name));

/**
 * The path of a route for the router. A route whose 404 is JSON also answers an empty parameter, which the router would otherwise leave to
 * the files.
 */
function routedPath({ path, answers }: HttpRoute): string {
  const missing = answers[404]?.body;
  return missing && 'json' in missing ? path.replace(/:\w+/g, '{$&}') : path;
}

/** The status is for people and monitors. A proxy must not take a process out because of it. */
function answerHealth(ctx: Context, health: Health): void {
  answerJson(ctx, health, health.ok ? 200 : 503);
}

const MS = 1000;

/** Answers with the analysis of a match: the fast tier, or the deep one with `deep=1`, which `judgements=1` extends. */
async function answerAnalysis(
  { analyses, trustProxy }: Pick<HttpParts, 'analyses' | 'trustProxy'>,
  match: string,
  ctx: Context,
): Promise<void> {
  const seconds = queryNumber(ctx, 'wait', analysisWait);
  const waitMs = seconds === analysisWait.otherwise ? null : seconds * MS;
  const isDeep = queryValue(ctx, 'deep') === '1';
  const analysed = await (isDeep ? analyses.deep(match, waitMs, addressOf(ctx, trustProxy)) : analyses.fast(match));
  if (!analysed.ok) {
    if (analysed.code === 'no-such-match') return refuseJson(ctx, 404, analysed.message);
    const { code, message, hint, progress } = analysed;
    const isLimit = code === 'analysis-limit';
    const body: AnalysisPending = { error: message, hint, ...(progress && { progress }), ...(isLimit && { code }) };
    return answerJson(ctx, body, 503);
  }
  ctx.set('cache-control', 'no-store');
  ctx.type = 'json';
  const areJudgementsWanted = isDeep && queryValue(ctx, 'judgements') === '1';
  const areConfirmationsWanted = isDeep && queryValue(ctx, 'confirmed') === '1';
  if (areJudgementsWanted) ctx.body = await analyses.judged(match, analysed.value);
  else ctx.body = areConfirmationsWanted ? await analyses.confirmed(match, analysed.value) : analysed.value;
}

const statuses = { 'no-puzzle': 404, 'puzzle-failed': 503 } as const;

/** Answers with the puzzle of the date in the query. An empty date counts as none. The requester is unknown, so no answer is shown. */
async function answerPuzzle(puzzles: Pick<Puzzles, 'show'>, ctx: Context): Promise<void> {
  const shown = await puzzles.show(queryValue(ctx, 'date') || undefined);
  if (!shown.ok) return refuseJson(ctx, statuses[shown.code], shown.message);
  const body: PuzzleResponse = { ...shown.value, streak: 0, yours: null };
  answerJson(ctx, body);
}
