import { type HttpRoute, httpRoutes, type RouteName } from '@anchor/wire';
import Router, { type RouterContext } from '@koa/router';
import type { Next } from 'koa';
import { accountHandlers } from './account-answers.ts';
import { answerAnalysis } from './analysis-answer.ts';
import { answerJson, answerWrittenJson } from './json.ts';
import { makeMatchRow } from './match-row.ts';
import type { HttpParts } from './parts.ts';
import { diceReportBody } from './player-answers.ts';
import { playerHandlers } from './player-handlers.ts';
import { answerPuzzle } from './puzzle-answer.ts';
import type { Responses } from './raw-answers.ts';
import { sendRecord } from './send-record.ts';
import { workerHandlers } from './worker-answers.ts';

type Handler = (ctx: RouterContext, next: Next) => void | Promise<void>;

/** The handler of each route. Order, methods and paths are defined in the wire package. */
function makeHandlers(parts: HttpParts, responses: Responses): Record<RouteName, Handler> {
  const { health, records, kept, dice, openApi } = parts;
  const newest = async () => JSON.stringify((await records.recentRows(25)).map(makeMatchRow));
  return {
    ...workerHandlers(parts),
    health: async (ctx) => answerJson(ctx, await health()),
    ...playerHandlers(parts),
    fairness: async (ctx) => answerJson(ctx, diceReportBody(await dice.totals())),
    puzzle: (ctx) => answerPuzzle(parts.puzzles, ctx),
    ...accountHandlers(parts),
    analysis: (ctx) => answerAnalysis(parts.analyses, ctx.params.matchId ?? '', ctx),
    records: async (ctx) => answerJson(ctx, await records.recentIds(50)),
    matches: async (ctx) => answerWrittenJson(ctx, await kept.get('matches', newest)),
    record: (ctx, next) => sendRecord(records, responses, ctx.params.matchId ?? '', ctx, next),
    packages: (ctx) => answerJson(ctx, parts.packages.index),
    openapi: (ctx) => answerJson(ctx, openApi),
  };
}

/** The routes, in matching order. A request that matches none falls through. */
export function makeRouter(parts: HttpParts, responses: Responses): Router {
  const router = new Router({ strict: true, sensitive: true });
  const handlers = makeHandlers(parts, responses);
  for (const name of routeNames) {
    const { method, path } = routes[name];
    if (method === 'POST') router.post(name, path, handlers[name]);
    else router.all(name, path, handlers[name]);
  }
  return router;
}

const routes: Readonly<Record<RouteName, HttpRoute>> = httpRoutes;
const routeNames = Object.keys(httpRoutes).filter((name): name is RouteName => Object.hasOwn(httpRoutes, name));
